"""The terminal: boards in colour and letters, the game at the prompt, and study in words."""
