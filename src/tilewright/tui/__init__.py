"""The terminal: boards in colours and letters, games at the prompt, and analysis in words."""
