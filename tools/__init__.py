"""Tools for development: checks, the development server, and generators of files."""
