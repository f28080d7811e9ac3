"""Random events for property tests: any state that an event of people can be in.

Only what every dialect can carry is drawn, so that an event written and read back must be equal.
"""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta

from hypothesis import strategies as st

from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.results import ByeKind, Colour, Outcome, PointValues, Result

TITLES = ("", "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
BYES = (
    Outcome.HALF_POINT_BYE, Outcome.FULL_POINT_BYE, Outcome.ZERO_POINT_BYE,
    Outcome.PAIRING_ALLOCATED_BYE,
)  # fmt: skip
FINISHED = tuple(result for result in Result if not result.is_open)
POINT_SYSTEMS = (
    PointValues(),
    PointValues(300, 100, 0, 300, 100, 300, 0),
    PointValues(pairing_bye=50),
)


def texts(most: int) -> st.SearchStrategy[str]:
    """Return text as people write it, composed, on one line, without blanks at either end."""
    letters = st.characters(
        categories=("L", "M", "N", "P", "Zs"), include_characters=" '-,.", exclude_characters="#"
    )
    return (
        st.text(letters, min_size=1, max_size=most)
        .map(lambda text: "".join(c for c in unicodedata.normalize("NFC", text) if c.isprintable()))
        .map(lambda text: unicodedata.normalize("NFC", text)[:most].strip())
        .filter(lambda text: bool(text) and unicodedata.normalize("NFC", text) == text)
    )


@st.composite
def competitors(draw: st.DrawFn, starting_rank: int) -> Competitor:
    """A player without cells."""
    year = draw(st.integers(1900, 2020))
    birth = draw(st.sampled_from(("", f"{year}/00/00", f"{year}/07/31")))
    return Competitor(
        starting_rank=starting_rank,
        name=draw(texts(33)),
        rating=draw(st.none() | st.integers(1, 3999)),
        title=draw(st.sampled_from(TITLES)),
        sex=draw(st.sampled_from(("", "m", "w"))),
        federation=draw(st.sampled_from(("", "POR", "TUR", "BRA"))),
        # The rank at the end keeps the numbers apart: a file may not hold one twice.
        fide_id=draw(st.none() | st.integers(100, 999_999).map(lambda n: n * 1000 + starting_rank)),
        birth=birth,
    )


@st.composite
def rounds(draw: st.DrawFn, ranks: list[int], *, is_last: bool) -> dict[int, Cell]:
    """One round: everybody is paired or has a bye of some kind."""
    order = draw(st.permutations(ranks))
    results = FINISHED + ((Result.PENDING,) if is_last else ())
    cells: dict[int, Cell] = {}
    while order:
        first = order.pop()
        if not order or draw(st.integers(0, 5)) == 0:
            cells[first] = Cell(draw(st.sampled_from(BYES)))
            continue
        second = order.pop()
        result = draw(st.sampled_from(results))
        cells[first] = Cell(result.white, second, Colour.WHITE)
        cells[second] = Cell(result.black, first, Colour.BLACK)
    return cells


@st.composite
def events(draw: st.DrawFn, point_systems: tuple[PointValues, ...] = POINT_SYSTEMS) -> EventRecord:
    """An event of 1 to 9 players with 0 to 5 rounds paired, some of the boards still open."""
    ranks = list(range(1, draw(st.integers(1, 9)) + 1))
    paired = draw(st.integers(0, 5))
    played = [draw(rounds(ranks, is_last=number == paired)) for number in range(1, paired + 1)]
    players = [draw(competitors(rank)) for rank in ranks]
    is_round_robin = draw(st.booleans())
    start = draw(st.dates(date(1990, 1, 1), date(2060, 1, 1)))
    total = paired + draw(st.integers(1, 3))
    return EventRecord(
        name=draw(texts(60)),
        city=draw(texts(30)),
        federation="POR",
        start_date=start,
        end_date=start + timedelta(days=total),
        type_text="Individual: Round-Robin" if is_round_robin else "Individual: Swiss-System",
        chief_arbiter=draw(texts(40)),
        deputy_arbiters=tuple(draw(st.lists(texts(40), max_size=2))),
        time_control_text="90 min + 30 s",
        rounds=total,
        round_dates=tuple(start + timedelta(days=day) for day in range(total)),
        initial_colour=draw(st.sampled_from((Colour.WHITE, Colour.BLACK))),
        points=draw(st.sampled_from(point_systems)),
        competitors=tuple(
            Competitor(
                **{
                    name: getattr(player, name)
                    for name in Competitor.__dataclass_fields__
                    if name != "cells"
                },
                cells=tuple(cells[player.starting_rank] for cells in played),
            )
            for player in players
        ),
        is_round_robin=is_round_robin,
    )


@st.composite
def announced_absences(draw: st.DrawFn, event: EventRecord) -> dict[int, ByeKind]:
    """Absences of the next round, of some players but never of all."""
    kinds = st.sampled_from((ByeKind.HALF_POINT, ByeKind.FULL_POINT, ByeKind.ZERO_POINT))
    ranks = [player.starting_rank for player in event.competitors][1:]
    return {rank: draw(kinds) for rank in ranks if draw(st.integers(0, 3)) == 0}
