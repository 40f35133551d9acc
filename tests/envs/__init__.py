"""The research environments, by their libraries' own tests and by ours."""
