"""Servers that are killed while people play."""
