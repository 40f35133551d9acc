"""How the bots learn: by self-play, and by fitting a net to the games."""
