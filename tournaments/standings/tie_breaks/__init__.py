"""The tie-breaks of FIDE Handbook C.07 for individual events, one module per family.

Every tie-break is a function from ``Workings`` to one ``TieBreakValue`` per player; ``codes`` lists
them all. Direct encounter alone depends on who is level, and is worked out by the table.
"""
