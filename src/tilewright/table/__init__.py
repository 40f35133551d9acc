"""Live games: tables, seats, clocks, bots, undo; no HTTP."""
