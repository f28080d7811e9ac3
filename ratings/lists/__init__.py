"""The rating lists of a club: the live one, and those that were published.

``table`` is the live list with search, sort and filters; ``published`` reads issued ones; ``files``
writes both for programs.
"""
