"""Scores, colours and floats before a round, compared with what the engine library works out."""

from __future__ import annotations

import pytest
from gacrux import trf2json
from gacrux.crosstabledutch import flt
from gacrux.pairingdutch import pairing_dutch

from support.pairing_events import RandomEvent, event_of, points_with
from tournaments.pairing.acceleration import baku_virtual_points
from tournaments.pairing.boards import absences_of
from tournaments.pairing.colours import (
    ColourReason,
    colour_decision,
    inferred_initial_colour,
    pairing_numbers,
)
from tournaments.pairing.engine import pair_round
from tournaments.pairing.engine_text import engine_field
from tournaments.pairing.errors import NoLegalPairing, TooFewPlayers
from tournaments.pairing.histories import (
    Float,
    PlayerHistory,
    Strength,
    colour_preference,
    histories_before,
)
from tournaments.pairing.records import PairingState
from tournaments.results import Colour

W, B = Colour.WHITE, Colour.BLACK


def library_view(state: PairingState) -> dict[int, tuple[object, ...]]:
    """What the engine library itself knows of each player present before the round."""
    field = engine_field(state)
    reader = trf2json.trf2json()
    reader.parse_file(field.text, 0)
    tournament = reader.get_tournament(1)
    tournament["maxMeets"] = 1
    engine = pairing_dutch(tournament, state.round_number, {"experimental": [], "verbose": 0})
    table = engine.get_crosstable([], False, 0)
    competitors, _ = table.init_engine(tournament, state.round_number, 1, engine.topcolor, "cid")
    return {
        player["cid"]: (
            int(player["acc"] * 100),
            player["cod"],
            player["csq"].strip(),
            player["cop"],
            (
                last_float(player["flt"], flt.DF1, flt.UF1),
                last_float(player["flt"], flt.DF2, flt.UF2),
            ),
            player["top"],
        )
        for player in competitors
        if player["cid"] in field.present
    }


def last_float(bits: int, down: flt, up: flt) -> Float:
    if bits & down.value:
        return Float.DOWN
    return Float.UP if bits & up.value else Float.NONE


def own_view(history: PlayerHistory) -> tuple[object, ...]:
    letters = {Strength.ABSOLUTE: "2", Strength.STRONG: "1", Strength.MILD: "0"}
    due = "nc"
    if history.due_colour is not None:
        due = history.due_colour.value + letters[history.strength]
    floats = (Float.NONE, Float.NONE, *history.floats)
    return (
        history.pairing_score,
        history.colour_difference,
        "".join(colour.value for colour in history.colours if colour is not None),
        due,
        (floats[-1], floats[-2]),
        history.is_topscorer,
    )


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("is_accelerated", [False, True])
def test_the_histories_are_those_of_the_engine(seed: int, is_accelerated: bool) -> None:
    players = 8 + 2 * seed
    virtual = baku_virtual_points(range(1, players + 1), 6) if is_accelerated else ()
    event = RandomEvent(seed, players=players, rounds=6, virtual_points=virtual)

    for number in range(1, 7):
        state = event.state(number)
        histories = histories_before(state.record, number)
        expected = library_view(state)

        assert {rank: own_view(histories[rank]) for rank in expected} == expected, number
        try:
            event.play(pair_round(state))
        except (NoLegalPairing, TooFewPlayers):
            break


@pytest.mark.parametrize("seed", range(40))
def test_colours_are_allocated_as_the_engine_does(seed: int) -> None:
    event = RandomEvent(500 + seed, players=7 + seed, rounds=7)

    for number in range(1, 8):
        state = event.state(number)
        try:
            proposed = pair_round(state)
        except (NoLegalPairing, TooFewPlayers):
            break
        histories = histories_before(state.record, number)
        numbers = pairing_numbers(state.record, number, {bye.rank for bye in absences_of(state)})
        initial = state.record.initial_colour or W
        for pairing in proposed.pairings:
            decision = colour_decision(
                histories[pairing.black],
                histories[pairing.white],
                initial=initial,
                numbers=numbers,
            )
            assert (decision.white, decision.black) == (pairing.white, pairing.black), number
        event.play(proposed)


@pytest.mark.parametrize(
    ("colours", "expected"),
    [
        ([], (None, Strength.NONE)),
        ([None], (None, Strength.NONE)),
        ([W], (B, Strength.STRONG)),
        ([B], (W, Strength.STRONG)),
        ([W, B], (W, Strength.MILD)),
        ([B, W], (B, Strength.MILD)),
        ([W, W], (B, Strength.ABSOLUTE)),
        ([W, None, W], (B, Strength.ABSOLUTE)),
        ([B, W, W], (B, Strength.ABSOLUTE)),
        ([B, B, W, W], (B, Strength.ABSOLUTE)),
        ([W, W, W, B, B], (W, Strength.ABSOLUTE)),
        ([W, W, B, W], (B, Strength.ABSOLUTE)),
        ([W, B, W], (B, Strength.STRONG)),
    ],
)
def test_the_due_colour_follows_the_first_article_that_fits(
    colours: list[Colour | None], expected: tuple[Colour | None, Strength]
) -> None:
    """C.04.3 article 1.7."""
    difference = colours.count(W) - colours.count(B)

    assert colour_preference(colours, difference) == expected


def test_a_game_that_was_not_played_gives_no_colour_and_no_opponent_met() -> None:
    record = event_of({1: "2w+ 3b1", 2: "1b- 4w0", 3: "4w= 1w0", 4: "3b= 2b1"}, rounds=5)

    first, second = (histories_before(record, 3)[rank] for rank in (1, 2))

    assert (first.colours, first.met, first.scheduled) == ((None, B), {3}, {2, 3})
    assert (second.colours, second.met, second.scheduled) == ((None, W), {4}, {1, 4})


def test_a_free_point_excludes_from_the_bye_and_a_half_does_not() -> None:
    """C.04.1 article 4: F and a forfeit win are a win's points without play, H and Z are not."""
    record = event_of({1: "F", 2: "H", 3: "U", 4: "Z", 5: "6w+", 6: "5b-"}, rounds=5)

    may = {rank: who.may_have_the_bye for rank, who in histories_before(record, 2).items()}

    assert may == {1: False, 2: True, 3: False, 4: True, 5: False, 6: True}


def test_a_bye_worth_half_a_point_still_excludes_from_a_second_one() -> None:
    record = event_of({1: "U", 2: "3w1", 3: "2b0"}, rounds=5, points=points_with(pairing_bye=50))

    assert not histories_before(record, 2)[1].may_have_the_bye
    assert histories_before(record, 2)[1].score == 50


@pytest.mark.parametrize(
    ("one", "other", "white", "reason"),
    [
        ("2w1", "1b0", 2, ColourReason.BOTH_GRANTED),
        ("2w1 3b1", "1b0 3w1", 1, ColourReason.BOTH_GRANTED),
        ("3w1 4w1", "4w1 U", 2, ColourReason.STRONGER_PREFERENCE),
        ("3w1 4b1 5w1", "4b1 3w1 5w1", 1, ColourReason.STRONGER_PREFERENCE),
        ("3w1 4b1 . .", "4w1 . 3b1 .", 1, ColourReason.HIGHER_RANKED),
        (".", ".", 1, ColourReason.INITIAL_COLOUR),
    ],
)
def test_the_reason_for_the_colours_is_the_first_article_that_decides(
    one: str, other: str, white: int, reason: ColourReason
) -> None:
    """C.04.3 article 5.2, worked by hand."""
    others = dict.fromkeys((3, 4, 5), "")
    record = event_of({1: one, 2: other, **others}, rounds=9)
    round_number = 1 + max(len(one.split()), len(other.split()))
    histories = histories_before(record, round_number)

    decision = colour_decision(histories[1], histories[2], initial=W, numbers={1: 1, 2: 2})

    assert (decision.white, decision.reason) == (white, reason)


def test_two_players_due_the_same_alternate_from_the_last_difference() -> None:
    """Same need and strength: the last round in which one had White and the other Black decides."""
    others = dict.fromkeys((3, 4, 5, 6), "")
    record = event_of({1: "3w1 4b1 5w1 6b1", 2: "4b1 3w1 6w1 5b1", **others}, rounds=9)
    histories = histories_before(record, 5)

    decision = colour_decision(histories[1], histories[2], initial=W, numbers={1: 1, 2: 2})

    # Round 2: 1 had Black, 2 had White, so 1 gets White.
    assert (decision.white, decision.reason) == (1, ColourReason.ALTERNATION)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({1: "3w1", 2: "4b1", 3: "1b0", 4: "2w0"}, W),
        ({1: "3b1", 2: "4w1", 3: "1w0", 4: "2b0"}, B),
        # 1 has the pairing bye, so 2 tells, turned round; 1 with a bye he asked for has no part.
        ({1: "U", 2: "3w1", 3: "2b0"}, B),
        ({1: "H", 2: "3w1", 3: "2b0"}, W),
        ({1: "H", 2: "H", 3: "H"}, None),
        ({1: "U 2w1", 2: "H 1b0"}, W),
    ],
)
def test_the_initial_colour_is_read_from_the_first_boards(
    table: dict[int, str], expected: Colour | None
) -> None:
    """As the manual of bbpPairings describes it for files that do not state the colour."""
    record = event_of(table, rounds=5, initial_colour=None)

    assert inferred_initial_colour(record) is expected
