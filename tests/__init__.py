"""The tests of Tilewright."""
