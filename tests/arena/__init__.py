"""The arena: games, figures, files and the command."""
