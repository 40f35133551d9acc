"""How the bots learn: they play against themselves, and a net is fitted to what happened."""
