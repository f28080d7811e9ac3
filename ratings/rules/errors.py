"""The one error of the rules library."""


class RulesError(ValueError):
    """No rule covers what was asked: an unverified date, a table entry that does not exist."""
