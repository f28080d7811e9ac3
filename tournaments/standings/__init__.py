"""Standings, tie-breaks, crosstables and prizes: pure functions over an ``EventRecord``.

``table.standings`` is the way in. ``score_sheet`` reads the record into rounds that have a class
each, ``adjusted`` applies the rules for unplayed rounds, ``tie_breaks`` holds one module per family
of tie-breaks and the list of codes, ``crosstable`` and ``prizes`` build on the finished table.
Nothing in here knows Django, a clock or a database.
"""
