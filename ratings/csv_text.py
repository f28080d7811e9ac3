"""Tables for spreadsheets: names come from people, so no cell may turn into a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
ROWS_IN_A_PIECE = 200


def csv_pieces(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield what ``csv_text`` returns in pieces of many lines, while the rows are read.

    >>> "".join(csv_pieces(["name"], [["Ana"], ["Rui"]])) == csv_text(["name"], [["Ana"], ["Rui"]])
    True
    """
    left = iter(rows)
    yield csv_lines([head])
    while piece := list(islice(left, ROWS_IN_A_PIECE)):
        yield csv_lines(piece)


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as text, lines ended by CRLF; None is an empty cell.

    Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay.

    >>> csv_text(["name", "change"], [["=1+1", -5], ["Silva, Ana", None]])
    'name,change\\r\\n\\'=1+1,-5\\r\\n"Silva, Ana",\\r\\n'
    """
    return csv_lines([head, *rows])


def csv_lines(rows: Iterable[Sequence[object]]) -> str:
    """Return lines of a table as ``csv_text`` writes them."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(
        [
            f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value
            for value in row
        ]
        for row in rows
    )
    return text.getvalue()
