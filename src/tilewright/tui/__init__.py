"""The terminal: boards in colour and letters, the game at the prompt, the other commands."""
