"""Real files: whatever the reader accepts has a table, by every code in both editions."""

import pytest

from support.trf_events import DATA
from tournaments.exchange.read import read_exchange_file
from tournaments.standings.crosstable import Order, crosstable, matrix
from tournaments.standings.editions import Edition
from tournaments.standings.table import standings
from tournaments.standings.tie_breaks.codes import TIE_BREAKS

FILES = {path.name: read_exchange_file(path.read_bytes()) for path in sorted(DATA.glob("*.trf"))}
READABLE = {name: file.record for name, file in FILES.items() if not file.is_refused}


@pytest.mark.parametrize("name", list(READABLE))
@pytest.mark.parametrize("edition", list(Edition))
def test_a_file_that_reads_has_a_table_and_a_crosstable(name, edition):
    record = READABLE[name]

    table = standings(record, tie_breaks=list(TIE_BREAKS), edition=edition, unrated_as=1000)

    assert sorted(row.starting_rank for row in table.rows) == sorted(
        player.starting_rank for player in record.competitors
    )
    assert [row.position for row in table.rows] == list(range(1, len(table.rows) + 1))
    for order in Order:
        assert len(crosstable(record, table, order=order)) == len(table.rows)
        assert len(matrix(record, table, order=order)) == len(table.rows)


def test_most_files_are_readable():
    assert len(READABLE) >= 15
