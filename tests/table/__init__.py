"""Tests of live games without HTTP."""
