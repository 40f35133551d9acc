"""What makes files of the project out of others."""
