"""Pages of the ledger and of players with their ratings."""
