"""What is kept: users, games, ratings."""
