"""Budgets measured outside the test suite: each module has ``measure`` for one common runner."""
