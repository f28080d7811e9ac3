"""Exchange files become events: all of a file or nothing, and the same file changes nothing."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from factories import make_access, make_club, make_player

from clubs.access import ClubAccess
from clubs.errors import InvalidInput, Refused
from clubs.models import Player
from ratings.models import RatingAdjustment
from tournaments.closing import close_tournament, closing_problems
from tournaments.event_queries import load_event_record, standings_of
from tournaments.event_record import EventRecord
from tournaments.event_settings import change_settings
from tournaments.exchange.read import read_exchange_file
from tournaments.exporting import DIALECTS, export_event
from tournaments.importing import ImportOutcome, import_exchange_file
from tournaments.models import Entry, Pairing, Tournament
from tournaments.results import Outcome, Result

pytestmark = pytest.mark.django_db

FILES = Path(__file__).parent.parent / "data" / "trf"
FACTS = json.loads((FILES / "facts.json").read_text(encoding="utf-8"))
REFUSED = {"bad-1-points.trf", "bad-2-result.trf", "bad-3-colour.trf", "bad-5-extra-round.trf"}


def file(name: str) -> bytes:
    return (FILES / name).read_bytes()


def take(access: ClubAccess, data: bytes, **options) -> ImportOutcome:
    return import_exchange_file(access, data, doubtful_are_new=True, **options)


def event_of(outcome: ImportOutcome) -> Tournament:
    assert outcome.tournament is not None
    return outcome.tournament


def small_file(
    *, rounds: int = 2, last: str = "1", name: str = "Cup", day: str = "2026/03/07"
) -> bytes:
    """Return a file of four players; ``last`` is the result of board 1 in the last round."""
    loss = {"1": "0", "=": "=", "0": "1", "*": "*"}[last]
    cells = {
        1: ["   3 w 1", f"   2 b {last}"],
        2: ["   4 w 1", f"   1 w {loss}"],
        3: ["   1 b 0", "   4 b ="],
        4: ["   2 b 0", "   3 w ="],
    }
    lines = [f"012 {name}", f"042 {day}", "122 90+30", "142 5", "XXR 5", "152 W"]
    players = (
        (1, "Alba, Rui", 1900),
        (2, "Bento, Gil", 1800),
        (3, "Cais, Ana", 0),
        (4, "Doca, Eva", 1600),
    )
    for rank, player, rating in players:
        body = f"001 {rank:4d}      {player:<33} {rating:4d} POR {'':11} {1990 + rank}/00/00"
        lines.append(f"{body:<91}" + "  ".join(cells[rank][:rounds]))
    return "\n".join(lines).encode() + b"\n"


@pytest.mark.parametrize("name", sorted(set(FACTS) - REFUSED))
def test_a_real_file_becomes_an_event_that_says_the_same(name: str):
    access = make_access(make_club())

    outcome = take(access, file(name), time_control="standard")

    event, facts = event_of(outcome), FACTS[name]
    record = read_exchange_file(file(name)).record
    results = [Result(value) for value in Pairing.objects.values_list("result", flat=True)]
    assert event.entries.count() == facts["players"] == Player.objects.count()
    assert outcome.file.counts.round_columns == facts["round_columns"]
    assert sum(result.is_rated for result in results) == facts["games_over_the_board"]
    assert Entry.objects.filter(rating__isnull=True).count() == facts["unrated"]
    assert plain(load_event_record(event)) == plain(record)
    again = take(access, file(name), time_control="standard")
    assert (again.is_changed, event_of(again).pk) == (False, event.pk)
    assert Tournament.objects.count() == 1


def plain(record: EventRecord) -> list[tuple[object, ...]]:
    """Return what a file says of players and rounds; no entry and a zero-point bye are the same."""
    return [
        (
            player.starting_rank,
            player.rating,
            tuple(
                (cell.outcome, cell.opponent)
                if cell is not None and cell.outcome is not Outcome.ZERO_POINT_BYE
                else None
                for cell in player.cells
            ),
        )
        for player in record.competitors
    ]


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_a_file_with_a_fault_leaves_nothing_behind(name: str):
    access = make_access(make_club())

    with pytest.raises(InvalidInput) as refused:
        take(access, file(name))

    assert refused.value.code == "file_refused"
    for problem in refused.value.problems:
        assert problem.path.startswith("line ")
        assert {"line", "column", "found", "allowed"} <= set(problem.facts)
    assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)


def test_ratings_of_the_file_become_ratings_of_players_new_to_the_list():
    access = make_access(make_club())

    outcome = take(access, small_file())

    assert outcome.ratings_recorded == 3
    assert list(
        RatingAdjustment.objects.order_by("-rating").values_list("player__name", "rating", "day")
    ) == [
        ("Alba, Rui", 1900, date(2026, 3, 7)),
        ("Bento, Gil", 1800, date(2026, 3, 7)),
        ("Doca, Eva", 1600, date(2026, 3, 7)),
    ]
    event = event_of(outcome)
    assert (event.state, event.time_control, event.numbering) == ("running", "standard", "hand")


def test_a_later_file_adds_its_round_and_a_late_result():
    access = make_access(make_club())
    event = event_of(take(access, small_file(rounds=1)))

    added = take(access, small_file(last="*"))
    finished = take(access, small_file(last="="))

    assert event_of(added).pk == event_of(finished).pk == event.pk
    assert (added.rounds_added, finished.results_added) == ((2,), 1)
    assert standings_of(event).row_of[1].points == 150


def test_a_contradiction_is_refused_with_line_and_field():
    access = make_access(make_club())
    event = event_of(take(access, small_file()))

    with pytest.raises(InvalidInput) as refused:
        take(access, small_file(last="="))
    other = small_file().replace(b"Doca, Eva", b"Dono, Leo")
    with pytest.raises(InvalidInput) as person:
        take(access, other)

    assert [(p.code, p.path, p.facts["field"]) for p in refused.value.problems] == [
        ("different_result", "line 8", "round 2")
    ]
    assert [(p.code, p.path, p.facts["field"]) for p in person.value.problems] == [
        ("different_player", "line 10", "name")
    ]
    assert standings_of(event).row_of[1].points == 200


def test_a_file_for_an_event_by_number_may_bear_another_name():
    access = make_access(make_club())
    event = event_of(take(access, small_file(rounds=1)))

    outcome = take(access, small_file(name="Cup, final"), event=event)

    assert (outcome.is_new, outcome.rounds_added) == (False, (2,))
    with pytest.raises(InvalidInput) as refused:
        take(access, small_file(day="2026/04/01"), event=event)
    assert [problem.code for problem in refused.value.problems] == ["different_first_day"]


def test_a_closed_event_takes_the_same_file_and_no_other():
    access = make_access(make_club())
    event = event_of(take(access, small_file(rounds=1)))
    close_tournament(access, event)

    assert take(access, small_file(rounds=1)).is_changed is False
    with pytest.raises(Refused) as refused:
        take(access, small_file())
    assert refused.value.code == "event_closed"


def test_a_dry_run_writes_nothing():
    access = make_access(make_club())

    outcome = take(access, small_file(), dry_run=True)

    assert (outcome.tournament, outcome.created, outcome.rounds_added) == (None, 4, (1, 2))
    assert (Tournament.objects.count(), Player.objects.count()) == (0, 0)
    access.club.refresh_from_db()
    assert access.club.next_event_number == 1


def test_players_are_known_by_fide_id_and_by_name_with_year_of_birth():
    access = make_access(make_club())
    rui = make_player(access.club, "ALBA, Rúi", birth_year=1991)
    namesake = make_player(access.club, "Bento, Gil", birth_year=1950)

    outcome = take(access, small_file())

    by_rank = {entry.starting_rank: entry.player for entry in event_of(outcome).entries.all()}
    assert by_rank[1] == rui
    assert by_rank[2] != namesake
    assert outcome.created == 3


def test_a_doubtful_namesake_is_asked_for_and_never_guessed():
    access = make_access(make_club())
    known = make_player(access.club, "Doca, Eva")

    with pytest.raises(InvalidInput) as asked:
        import_exchange_file(access, small_file())
    (problem,) = asked.value.problems
    assert (problem.code, problem.path) == ("doubtful_player", "matches.4")
    assert [each["player"] for each in problem.facts["candidates"]] == [known.pk]

    outcome = import_exchange_file(access, small_file(), matches={4: known.pk})
    assert event_of(outcome).entries.get(starting_rank=4).player == known
    with pytest.raises(InvalidInput):
        import_exchange_file(
            access, small_file(name="Two"), matches={4: make_player(make_club()).pk}
        )


def with_a_fifth(name: str, fide_id: int | str = "") -> bytes:
    """Return the small file with a player more, who has not played."""
    line = f"001    5      {name:<33} {1500:4d} POR {fide_id:>11} {'':>10}"
    return small_file() + f"{line:<91}".encode() + b"\n"


def test_a_later_file_may_not_enter_somebody_twice():
    access = make_access(make_club())
    event = event_of(take(access, small_file()))
    doca = event.entries.get(starting_rank=4).player
    Player.objects.filter(pk=doca.pk).update(fide_id=1900004)

    for data, answers in (
        (with_a_fifth("Doca, Eva", 1900004), {}),
        (with_a_fifth("Doca, Eva"), {5: doca.pk}),
    ):
        with pytest.raises(InvalidInput) as refused:
            take(access, data, matches=answers)
        (problem,) = refused.value.problems
        assert (problem.code, problem.path) == ("already_entered", "matches.5")
        assert problem.facts == {"starting_rank": 5, "player": doca.pk, "entered_as": 4}

    assert event.entries.count() == 4


def test_one_player_is_not_the_answer_for_two_lines():
    access = make_access(make_club())
    known = make_player(access.club, "Somebody Else")

    with pytest.raises(InvalidInput) as refused:
        take(access, small_file(), matches={2: known.pk, 4: known.pk})

    (problem,) = refused.value.problems
    assert (problem.code, problem.path) == ("player_twice", "matches.4")
    assert problem.facts == {"starting_rank": 4, "player": known.pk, "same_as": 2}
    assert Player.objects.count() == 1


def test_an_answer_counts_and_who_else_would_be_that_player_is_asked_for():
    access = make_access(make_club())
    bento = make_player(access.club, "Bento, Gil", birth_year=1992)

    with pytest.raises(InvalidInput) as refused:
        import_exchange_file(access, small_file(), matches={4: bento.pk})
    outcome = import_exchange_file(access, small_file(), matches={2: "new", 4: bento.pk})

    assert [problem.path for problem in refused.value.problems] == ["matches.2"]
    assert event_of(outcome).entries.get(starting_rank=4).player == bento
    assert outcome.created == 3


def test_a_file_without_day_waits_for_it_and_then_takes_its_ratings():
    access = make_access(make_club())
    data = small_file().replace(b"042 2026/03/07\n", b"").replace(b"122 90+30\n", b"")
    event = event_of(take(access, data))
    assert event.state == "draft"
    assert sorted(problem.code for problem in closing_problems(event)) == [
        "first_day_missing", "time_control_missing",
    ]  # fmt: skip
    assert RatingAdjustment.objects.count() == 0

    event = change_settings(access, event, start_date=date(2026, 3, 7), minutes=90, increment=30)

    assert event.state == "running"
    assert RatingAdjustment.objects.count() == 3
    assert closing_problems(event) == []


def test_the_queries_of_an_import_do_not_grow_with_the_players():
    counts = []
    for name in ("SYN-1/final.trf", "SYN-3/final.trf"):
        access = make_access(make_club())
        with CaptureQueriesContext(connection) as queries:
            take(access, file(name))
        # SQLite takes the rows of one insert in several portions.
        counts.append(sum("INSERT" not in query["sql"] for query in queries))

    assert counts[0] == counts[1]


def test_an_empty_and_a_foreign_file_are_refused_with_words():
    access = make_access(make_club())

    for data in (b"", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, b"hello"):
        with pytest.raises(InvalidInput) as refused:
            take(access, data)
        assert refused.value.problems


@pytest.mark.parametrize("dialect", ["trf16", "trf26"])
@pytest.mark.parametrize("name", ["SYN-2/final.trf", "r08-krause2006-old-bye-codes.trf"])
def test_what_is_exported_reads_back_equal(name: str, dialect: str):
    access = make_access(make_club())
    event = event_of(take(access, file(name), time_control="standard"))

    exported = export_event(access, event, dialect)

    read = read_exchange_file(exported.text.encode())
    assert not read.is_refused
    assert plain(read.record) == plain(load_event_record(event))
    again = take(make_access(make_club()), exported.text.encode(), time_control="standard")
    assert plain(load_event_record(event_of(again))) == plain(load_event_record(event))


def test_every_dialect_is_written_and_an_unknown_one_refused():
    access = make_access(make_club())
    event = event_of(take(access, small_file()))

    texts = {dialect: export_event(access, event, dialect).text for dialect in DIALECTS}
    with pytest.raises(InvalidInput):
        export_event(access, event, "xls")

    assert {dialect for dialect, text in texts.items() if "Alba" not in text} == set()
    assert json.loads(texts["json"])["players"][0]["rounds"][0] == {
        "outcome": "1", "opponent": 3, "colour": "w",
    }  # fmt: skip


def test_the_public_gets_no_day_of_birth_and_no_hidden_name():
    club = make_club()
    event = event_of(take(make_access(club), small_file()))
    Player.objects.filter(name="Alba, Rui").update(is_hidden=True)
    Player.objects.filter(name="Bento, Gil").update(birth_date=date(1992, 5, 14))
    public = make_access(club, rights=frozenset())

    for dialect in DIALECTS:
        text = export_event(public, event, dialect).text
        assert "Alba" not in text
        assert "1992/05/14" not in text
        assert "05/14" not in text
