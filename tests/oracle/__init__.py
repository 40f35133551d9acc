"""Independent referees for both games, used to check the engine."""
