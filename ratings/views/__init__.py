"""Pages of the ledger."""
