"""Template tags of the ledger's pages."""
