"""The commands of `tilewright`: their options and their help. The work is done elsewhere."""
