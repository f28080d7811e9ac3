"""Three complete synthetic events: every value on which two independent programs agree."""

import json
from fractions import Fraction

import pytest

from support.trf_events import DATA, event_from_trf
from tournaments.standings.editions import Edition
from tournaments.standings.table import standings

EVENTS = ("SYN-1", "SYN-2", "SYN-3")
EXPECTED = {
    name: json.loads((DATA / name / "tiebreaks.json").read_text(encoding="utf-8"))["values"]
    for name in EVENTS
}
RECORDS = {name: event_from_trf(f"{name}/final.trf") for name in EVENTS}


@pytest.mark.parametrize(("name", "code"), [(n, code) for n in EVENTS for code in EXPECTED[n]])
def test_the_value_is_the_one_two_programs_agree_on(name, code):
    table = standings(RECORDS[name], tie_breaks=[code])

    assert table.edition is Edition.C07_2026
    for rank, number in EXPECTED[name][code].items():
        value = table.value(int(rank), code)
        shown = None if value.value is None else Fraction(value.value, value.unit)
        assert shown == (None if number is None else Fraction(str(number))), rank
