"""Research environments: PettingZoo, Gymnasium, OpenSpiel. They need the extra `rl`."""
