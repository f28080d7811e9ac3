"""Results are entered by several hands without overwriting each other."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from factories import make_access, make_club
from factories_events import board_of, make_event, make_field, seats_of

from clubs.access import Right
from clubs.errors import InvalidInput, NotAllowed, NotFound, Outdated, Refused
from clubs.models import AuditEvent, WebhookDelivery, WebhookEndpoint
from tournaments.checking import check_round, exclude_game, include_game, uncheck_round
from tournaments.entering_results import enter_result, enter_results, undo_result
from tournaments.event_queries import standings_of
from tournaments.helper_links import make_helper_link, open_helper_link, revoke_helper_link
from tournaments.models import Pairing, Round, Tournament
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round
from tournaments.result_texts import enter_pasted_results, read_pasted_results
from tournaments.results import Result
from tournaments.wrong_results import consequences_of_correction

pytestmark = pytest.mark.django_db


def begun(access, players: int = 4, **fields) -> Tournament:
    """Return an event whose first round is published."""
    event = make_event(access, initial_colour="w", **fields)
    make_field(access, event, [2000 - 10 * n for n in range(players)])
    round_ = pair_round(access, event).round
    assert round_ is not None
    publish_round(access, round_)
    return event


def round_of(event: Tournament, number: int = 1) -> Round:
    return Round.objects.select_related("tournament").get(tournament=event, number=number)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", Result.WHITE_WINS), ("½-½", Result.DRAW), ("0,5-0,5", Result.DRAW),
        ("+:-", Result.WHITE_WINS_BY_FORFEIT), ("0F-0F", Result.DOUBLE_FORFEIT),
        ("W-L", Result.UNRATED_WHITE_WINS), ("10", Result.WHITE_WINS), ("adj.", Result.ADJOURNED),
        ("00", Result.BOTH_LOSE),
    ],
)  # fmt: skip
def test_a_result_is_taken_as_people_write_it(text: str, result: Result):
    event = begun(access := make_access(make_club()))

    assert Result(enter_result(access, board_of(event, 1, 1), text).result) is result


def test_zero_zero_asks_whether_it_was_played():
    """F16."""
    event = begun(access := make_access(make_club()))
    board = board_of(event, 1, 1)

    with pytest.raises(InvalidInput) as asked:
        enter_result(access, board, "0-0")

    assert asked.value.code == "was_it_played"
    assert enter_result(access, board, "0-0", played=True).result == Result.BOTH_LOSE
    assert enter_result(access, board, "0-0", played=False).result == Result.DOUBLE_FORFEIT


def test_anything_else_is_refused():
    event = begun(access := make_access(make_club()))

    with pytest.raises(InvalidInput) as refused:
        enter_result(access, board_of(event, 1, 1), "2-0")

    assert refused.value.problems[0].path == "result"


def test_the_second_helper_is_told_what_the_first_entered():
    event = begun(access := make_access(make_club()))
    board = board_of(event, 1, 1)
    enter_result(access, board, Result.WHITE_WINS, version=1)

    with pytest.raises(Outdated) as outdated:
        enter_result(access, board, Result.BLACK_WINS, version=1)

    facts = outdated.value.facts
    assert (facts["result"], facts["changed_by"], facts["version"]) == ("10", "Ana", 2)
    assert outdated.value.message == "Ana entered 1–0 for board 1 meanwhile."
    assert board_of(event, 1, 1).result == Result.WHITE_WINS


@pytest.mark.parametrize("never", [0, 99])
def test_a_version_that_never_was_blames_nobody(never):
    event = begun(access := make_access(make_club()))
    board, item = board_of(event, 1, 1), {"board": 1, "result": "10", "version": never}

    with pytest.raises(Outdated) as outdated:
        enter_result(access, board, Result.DRAW, version=never)
    with pytest.raises(Outdated) as several:
        enter_results(access, board.round, [item])

    assert outdated.value.message == "It has changed since you read it."
    assert several.value.problems[0].message == "It has changed since you read it."
    assert outdated.value.facts["version"] == 1


def test_an_undo_brings_back_the_result_before():
    event = begun(access := make_access(make_club()))
    board = board_of(event, 1, 1)
    with pytest.raises(Refused):
        undo_result(access, board)
    enter_result(access, board, Result.WHITE_WINS)
    enter_result(access, board, Result.DRAW)

    assert undo_result(access, board).result == Result.WHITE_WINS
    assert undo_result(access, board).result == Result.DRAW


def test_the_same_result_again_changes_nothing():
    event = begun(access := make_access(make_club()))
    enter_result(access, board_of(event, 1, 1), Result.DRAW)
    version = Tournament.objects.get().version

    enter_result(access, board_of(event, 1, 1), Result.DRAW)

    assert Tournament.objects.get().version == version
    assert AuditEvent.objects.filter(action="result_changed").count() == 1


def test_several_results_are_entered_all_or_none():
    event = begun(access := make_access(make_club()))
    round_ = round_of(event)

    with pytest.raises(InvalidInput) as refused:
        enter_results(
            access,
            round_,
            [
                {"board": 1, "result": "1-0"},
                {"board": 2, "result": "3-0"},
                {"board": 9, "result": "1-0"},
                {"board": 1, "result": "0-1"},
            ],
        )
    assert [(p.path, p.code) for p in refused.value.problems] == [
        ("results[1].result", "result_unknown"),
        ("results[2].board", "board_unknown"),
        ("results[3].board", "board_twice"),
    ]
    assert set(Pairing.objects.values_list("result", flat=True)) == {Result.PENDING}

    enter_results(access, round_, [{"board": 1, "result": "1-0"}, {"board": 2, "result": "="}])
    assert list(Pairing.objects.values_list("result", flat=True)) == ["10", "=="]
    act = AuditEvent.objects.get(action="results_entered")
    assert act.facts["changes"] == [
        {"board": 1, "old": "**", "new": "10"}, {"board": 2, "old": "**", "new": "=="},
    ]  # fmt: skip


def test_an_older_version_in_a_batch_enters_nothing():
    event = begun(access := make_access(make_club()))
    enter_result(access, board_of(event, 1, 2), Result.DRAW)

    with pytest.raises(Outdated) as outdated:
        enter_results(
            access,
            round_of(event),
            [
                {"board": 1, "result": "1-0", "version": 1},
                {"board": 2, "result": "1-0", "version": 1},
            ],
        )

    assert [problem.path for problem in outdated.value.problems] == ["results[1].version"]
    assert board_of(event, 1, 1).result == Result.PENDING


def test_a_post_that_is_sent_again_finds_its_result_there():
    """A phone that lost the answer sends the version it saw once more."""
    event = begun(access := make_access(make_club()))
    board = board_of(event, 1, 1)
    items = [{"board": 2, "result": "0-1", "version": board_of(event, 1, 2).version}]
    for _sent in range(2):
        enter_result(access, board, "1-0", version=board.version)
        enter_results(access, round_of(event), items)

    assert board_of(event, 1, 1).result == Result.WHITE_WINS
    assert board_of(event, 1, 2).result == Result.BLACK_WINS
    assert AuditEvent.objects.filter(action="result_changed").count() == 1


def test_the_queries_of_a_batch_do_not_grow():
    access = make_access(make_club())
    counts = []
    for players in (4, 40):
        event = begun(access, players)
        items = [{"board": n, "result": "1-0"} for n in range(1, players // 2 + 1)]
        with CaptureQueriesContext(connection) as queries:
            enter_results(access, round_of(event), items)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_entering_one_result_costs_eight_queries():
    event = begun(access := make_access(make_club()))
    board = board_of(event, 1, 1)

    with CaptureQueriesContext(connection) as queries:
        enter_result(access, board, Result.WHITE_WINS)

    # A savepoint and its release, the event, the board, four writes, and who listens.
    assert len(queries) == 8


def test_pasted_results_name_the_row_that_is_wrong():
    event = begun(access := make_access(make_club()))

    with pytest.raises(InvalidInput) as refused:
        enter_pasted_results(access, round_of(event), "1 1-0\n2 9-9\n7 ½-½\n")
    pasted = read_pasted_results(round_of(event), "1 1 – 0\n2 0-0")
    enter_pasted_results(access, round_of(event), "1 1 – 0\n2 0-0", zeros_were_played=False)

    assert [problem.path for problem in refused.value.problems] == ["line 2", "line 3"]
    assert [row.must_ask for row in pasted.rows] == [False, True]
    assert list(Pairing.objects.values_list("result", flat=True)) == ["10", "--"]


def test_a_draft_takes_no_results():
    access = make_access(make_club())
    event = make_event(access)
    make_field(access, event, [1900, 1800])
    pair_round(access, event)

    with pytest.raises(Refused) as refused:
        enter_result(access, board_of(event, 1, 1), Result.DRAW)

    assert refused.value.code == "round_not_published"


def test_a_checked_round_is_locked_until_an_organiser_unlocks_it():
    event = begun(access := make_access(make_club()))
    with pytest.raises(Refused) as missing:
        check_round(access, round_of(event))
    enter_results(
        access, round_of(event), [{"board": 1, "result": "1-0"}, {"board": 2, "result": "="}]
    )
    check_round(access, round_of(event))

    with pytest.raises(Refused) as locked:
        enter_result(access, board_of(event, 1, 1), Result.DRAW)
    uncheck_round(access, round_of(event))
    enter_result(access, board_of(event, 1, 1), Result.DRAW)

    assert (missing.value.code, missing.value.facts["boards"]) == ("results_missing", [1, 2])
    assert locked.value.code == "round_checked"


def test_a_played_game_is_kept_out_of_rating_with_a_reason():
    event = begun(access := make_access(make_club()))
    with pytest.raises(Refused):
        exclude_game(access, board_of(event, 1, 1), "clock broke")
    enter_result(access, board_of(event, 1, 1), Result.WHITE_WINS)

    with pytest.raises(InvalidInput):
        exclude_game(access, board_of(event, 1, 1), "  ")
    excluded = exclude_game(access, board_of(event, 1, 1), "clock broke")
    included = include_game(access, excluded)

    assert (excluded.excluded_reason, included.excluded_reason) == ("clock broke", "")


def test_a_wrong_result_of_an_earlier_round_shows_what_it_means_first():
    access = make_access(make_club())
    event = begun(access, 8)
    items = [{"board": n, "result": "1-0"} for n in range(1, 5)]
    enter_results(access, round_of(event), items)
    round_ = pair_round(access, event).round
    assert round_ is not None
    publish_round(access, round_)
    board = board_of(event, 1, 1)

    with pytest.raises(Refused) as refused:
        enter_result(access, board, Result.BLACK_WINS)
    meaning = consequences_of_correction(access, board, Result.BLACK_WINS)

    assert (refused.value.code, refused.value.facts["later_round"]) == ("later_round_paired", 2)
    assert {moved.starting_rank for moved in meaning.moved} >= {1, 5}
    assert (meaning.later_round, meaning.open_boards) == (2, (1, 2, 3, 4))
    assert meaning.advice is not None
    assert meaning.advice.differs is True
    assert meaning.choices[0] == "keep"
    assert "pair_again" in meaning.choices


def test_keeping_the_later_round_leaves_its_boards():
    access = make_access(make_club())
    event = begun(access, 8)
    play_later(access, event)
    before = seats_of(round_of(event, 2))

    enter_result(access, board_of(event, 1, 1), Result.BLACK_WINS, later_rounds="keep")

    assert seats_of(round_of(event, 2)) == before
    assert standings_of(event, 1).row_of[5].points == 100


def test_pairing_again_leaves_the_boards_that_have_begun():
    access = make_access(make_club())
    event = begun(access, 12)
    play_later(access, event)
    last = round_of(event, 2).pairings.count()
    enter_result(access, board_of(event, 2, last), Result.DRAW)
    before = seats_of(round_of(event, 2))

    enter_result(access, board_of(event, 1, 1), Result.BLACK_WINS, later_rounds="pair_again")

    after = seats_of(round_of(event, 2))
    assert before[-1] in after
    assert set(after) != set(before)
    assert sorted(rank for seats in after for rank in seats) == list(range(1, 13))
    assert AuditEvent.objects.filter(action="boards_paired_again").count() == 1


def play_later(access, event: Tournament) -> None:
    """Finish round 1 and publish round 2."""
    items = [
        {"board": board.board_number, "result": "1-0"} for board in round_of(event).pairings.all()
    ]
    enter_results(access, round_of(event), items)
    round_ = pair_round(access, event).round
    assert round_ is not None
    publish_round(access, round_)


def test_a_missing_result_of_a_round_robin_is_entered_whenever_it_comes():
    access = make_access(make_club())
    event = begun(access, 4, format="round_robin", rounds_planned=3)
    pair_round(access, event)

    enter_result(access, board_of(event, 1, 1), Result.DRAW)
    enter_result(access, board_of(event, 1, 1), Result.WHITE_WINS)

    assert board_of(event, 1, 1).result == Result.WHITE_WINS


def test_a_helpers_link_enters_results_of_its_event_and_nothing_else():
    access = make_access(make_club())
    event, other = begun(access), begun(access)
    link, secret = make_helper_link(access, event, label="Rui", hours=3)

    helper = open_helper_link(secret)
    board = enter_result(helper, board_of(event, 1, 1), Result.DRAW)
    with pytest.raises(NotFound):
        enter_result(helper, board_of(other, 1, 1), Result.DRAW)
    with pytest.raises(NotAllowed):
        pair_round(helper, event)
    revoke_helper_link(access, link)
    with pytest.raises(NotFound):
        open_helper_link(secret)
    with pytest.raises(NotFound):
        open_helper_link("guessed")

    assert board.changed_by_label == "Rui"
    assert secret not in str(list(type(link).objects.values()))


def test_a_links_label_and_length_are_checked():
    event = begun(access := make_access(make_club()))

    with pytest.raises(InvalidInput) as refused:
        make_helper_link(access, event, label=" ", hours=9999)

    assert [problem.path for problem in refused.value.problems] == ["label", "hours"]


def test_a_clubs_program_hears_of_a_result():
    club = make_club()
    access = make_access(club)
    WebhookEndpoint.objects.create(
        club=club, label="board", url="https://example.org", secret="s", events=["result.changed"]
    )
    event = begun(access)

    enter_result(access, board_of(event, 1, 1), Result.DRAW)

    assert WebhookDelivery.objects.get().payload["data"] == {
        "event": 1, "results": [{"round": 1, "board": 1, "result": "=="}],
    }  # fmt: skip


def test_a_member_without_the_right_enters_nothing():
    club = make_club()
    event = begun(make_access(club))

    with pytest.raises(NotAllowed):
        enter_result(
            make_access(club, rights=frozenset({Right.READ})), board_of(event, 1, 1), Result.DRAW
        )
