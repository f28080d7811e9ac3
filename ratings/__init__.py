"""The ledger: rating reports in, rating history out, a pure function of what was reported."""
