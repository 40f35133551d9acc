"""Tests of what the site brings along."""
