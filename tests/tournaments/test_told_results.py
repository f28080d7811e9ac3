"""A club's programs hear of every result that changes, whoever changes it and how."""

from __future__ import annotations

from typing import Any

import pytest
from factories import make_access, make_club
from factories_events import board_of, make_event, make_field, paired, play_round

from clubs.access import ClubAccess
from clubs.models import WebhookDelivery, WebhookEndpoint
from tournaments.boards import swap_colours
from tournaments.closing import close_tournament
from tournaments.correcting import Correction, correct_tournament, preview_correction
from tournaments.importing import import_exchange_file
from tournaments.models import Pairing, Tournament
from tournaments.publishing import publish_round
from tournaments.results import Result
from tournaments.withdrawals import withdraw_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def access() -> ClubAccess:
    access = make_access(make_club())
    WebhookEndpoint.objects.create(
        club=access.club, label="Site", url="https://example.org", secret="s",
        events=["result.changed"],
    )  # fmt: skip
    return access


@pytest.fixture
def event(access: ClubAccess) -> Tournament:
    event = make_event(access, initial_colour="w", rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600])
    return event


def file(*, rounds: int, last: str = "1") -> bytes:
    """Return a file of two players; ``last`` is White's result in the last round."""
    other = {"1": "0", "*": "*"}
    given = [*["1"] * (rounds - 1), last]
    lines = ["012 Cup", "042 2026/03/07", "122 90+30", "142 5", "XXR 5", "152 W"]
    for rank, name, colour in ((1, "Alba, Rui", "w"), (2, "Bento, Gil", "b")):
        cells = [f"   {3 - rank} {colour} {g if rank == 1 else other[g]}" for g in given]
        body = f"001 {rank:4d}      {name:<33} 1900 POR {'':11} {1990 + rank}/00/00"
        lines.append(f"{body:<91}" + "  ".join(cells))
    return "\n".join(lines).encode() + b"\n"


def told() -> list[list[dict[str, Any]]]:
    rows = WebhookDelivery.objects.order_by("pk")
    found = [row.payload["data"]["results"] for row in rows]
    rows.delete()
    return found


def test_a_forfeit_by_withdrawal_is_told(access: ClubAccess, event: Tournament) -> None:
    publish_round(access, paired(access, event))
    board = board_of(event, 1, 1)

    withdraw_entry(access, board.white, from_round=1, paired="forfeit")

    assert told() == [[{"round": 1, "board": 1, "result": "-+"}]]


def test_a_forfeit_in_a_draft_is_not_told(access: ClubAccess, event: Tournament) -> None:
    paired(access, event)

    withdraw_entry(access, board_of(event, 1, 1).white, from_round=1, paired="forfeit")

    assert board_of(event, 1, 1).result == Result.BLACK_WINS_BY_FORFEIT
    assert told() == []


def test_swapped_colours_are_told_with_the_result_as_it_reads_now(
    access: ClubAccess, event: Tournament
) -> None:
    play_round(access, event, usual=Result.WHITE_WINS)
    told()

    swap_colours(access, board_of(event, 1, 2))

    assert told() == [[{"round": 1, "board": 2, "result": "01"}]]


def test_results_from_a_file_are_told(access: ClubAccess) -> None:
    def take(data: bytes) -> None:
        import_exchange_file(access, data, doubtful_are_new=True)

    take(file(rounds=1, last="*"))
    told()

    take(file(rounds=2, last="*"))
    assert told() == [[{"round": 1, "board": 1, "result": "10"}]]
    take(file(rounds=3))
    assert told() == [
        [
            {"round": 2, "board": 1, "result": "10"},
            {"round": 3, "board": 1, "result": "10"},
        ]
    ]


def test_a_correction_is_told_and_says_when_it_was_made(
    access: ClubAccess, event: Tournament
) -> None:
    play_round(access, event, usual=Result.WHITE_WINS)
    event = close_tournament(access, event)
    Pairing.objects.update(changed_at=None)
    told()
    correction = Correction(results={(1, 1): Result.DRAW}, excluded={(1, 2): "no clock"})
    digest = preview_correction(access, event, correction).digest

    correct_tournament(access, event, correction, digest=digest, reason="score sheet")

    assert told() == [[{"round": 1, "board": 1, "result": "=="}]]
    assert board_of(event, 1, 1).changed_at is not None
