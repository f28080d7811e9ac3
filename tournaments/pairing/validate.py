"""What is wrong with a round that no engine made: by hand, by another program, or swapped.

Findings are graded: AGAINST_THE_RULES breaks an absolute rule or leaves the round incomplete,
WARNING is allowed but unusual, INFORMATION is worth knowing. Whether a finding stops anything
is the organiser's decision; only ``IMPOSSIBLE`` codes cannot be stored at all.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from tournaments.pairing.boards import absences_of, ordered_boards
from tournaments.pairing.histories import PlayerHistory, Strength, histories_before
from tournaments.results import ByeKind, Colour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.pairing.records import PairingState, ProposedPairing, ProposedRound


class Grade(StrEnum):
    """How grave a finding is."""

    INFORMATION = "information"
    WARNING = "warning"
    AGAINST_THE_RULES = "against_the_rules"


class Code(StrEnum):
    """What was found. Each code has one grade, one article and fixed facts."""

    UNKNOWN_PLAYER = "unknown_player"
    SELF_PAIRING = "self_pairing"
    PLAYER_TWICE = "player_twice"
    PLAYER_MISSING = "player_missing"
    ABSENT_PLAYER = "absent_player"
    WITHDRAWN_PLAYER = "withdrawn_player"
    REMATCH = "rematch"
    FORFEIT_MET_AGAIN = "forfeit_met_again"
    FORBIDDEN_PAIR = "forbidden_pair"
    SECOND_BYE = "second_bye"
    BYE_AFTER_FREE_POINT = "bye_after_free_point"
    NEEDLESS_BYE = "needless_bye"
    SEVERAL_BYES = "several_byes"
    SAME_COLOUR_THREE_TIMES = "same_colour_three_times"
    COLOUR_DIFFERENCE = "colour_difference"
    TOPSCORER_COLOUR = "topscorer_colour"
    COLOUR_NOT_DUE = "colour_not_due"
    SCORE_DIFFERENCE = "score_difference"
    BOARD_ORDER = "board_order"


IMPOSSIBLE = frozenset(
    {Code.UNKNOWN_PLAYER, Code.SELF_PAIRING, Code.PLAYER_TWICE, Code.WITHDRAWN_PLAYER}
)

_GRADES: dict[Code, tuple[Grade, str]] = {
    Code.UNKNOWN_PLAYER: (Grade.AGAINST_THE_RULES, ""),
    Code.SELF_PAIRING: (Grade.AGAINST_THE_RULES, ""),
    Code.PLAYER_TWICE: (Grade.AGAINST_THE_RULES, ""),
    Code.PLAYER_MISSING: (Grade.AGAINST_THE_RULES, "C.04.3 1.9.1"),
    Code.ABSENT_PLAYER: (Grade.AGAINST_THE_RULES, ""),
    Code.WITHDRAWN_PLAYER: (Grade.AGAINST_THE_RULES, ""),
    Code.REMATCH: (Grade.AGAINST_THE_RULES, "C.04.1 2"),
    Code.FORFEIT_MET_AGAIN: (Grade.INFORMATION, "C.04.1 2"),
    Code.FORBIDDEN_PAIR: (Grade.WARNING, ""),
    Code.SECOND_BYE: (Grade.AGAINST_THE_RULES, "C.04.1 4"),
    Code.BYE_AFTER_FREE_POINT: (Grade.AGAINST_THE_RULES, "C.04.1 4"),
    Code.NEEDLESS_BYE: (Grade.AGAINST_THE_RULES, "C.04.1 3"),
    Code.SEVERAL_BYES: (Grade.AGAINST_THE_RULES, "C.04.1 3"),
    Code.SAME_COLOUR_THREE_TIMES: (Grade.AGAINST_THE_RULES, "C.04.1 7"),
    Code.COLOUR_DIFFERENCE: (Grade.AGAINST_THE_RULES, "C.04.1 6"),
    Code.TOPSCORER_COLOUR: (Grade.INFORMATION, "C.04.3 1.8"),
    Code.COLOUR_NOT_DUE: (Grade.INFORMATION, "C.04.3 1.7"),
    Code.SCORE_DIFFERENCE: (Grade.INFORMATION, "C.04.1 5"),
    Code.BOARD_ORDER: (Grade.INFORMATION, "C.04.2 3.6"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: what, how grave, about whom (starting ranks) and on which board.

    ``board`` is None where no single board is meant. ``article`` is the rule, empty where it is
    plain sense. ``facts`` by code: rounds as ``round``, colours as ``w``/``b``, scores in
    hundredths.
    """

    code: Code
    grade: Grade
    ranks: tuple[int, ...]
    board: int | None = None
    article: str = ""
    facts: dict[str, object] = field(default_factory=dict)


def _finding(code: Code, *ranks: int, board: int | None = None, **facts: object) -> Finding:
    grade, article = _GRADES[code]
    return Finding(code, grade, ranks, board, article, facts)


def validate_round(state: PairingState, proposed: ProposedRound) -> tuple[Finding, ...]:
    """Return everything found about a round, the gravest first, then by board.

    ``state`` says who is absent and what is forbidden; the round itself need not name absentees. A
    round that is complete and legal gives at most INFORMATION.
    """
    histories = histories_before(state.record, state.round_number)
    findings = [*_attendance(state, proposed, histories), *_byes(state, proposed, histories)]
    for board, pairing in enumerate(proposed.pairings, start=1):
        known = {pairing.white, pairing.black} <= histories.keys()
        if known and pairing.white != pairing.black:
            findings += _meeting(state, pairing, board, histories)
            findings += _colours(pairing, board, histories)
    if not any(finding.code in IMPOSSIBLE for finding in findings):
        scores = {rank: history.score for rank, history in histories.items()}
        if ordered_boards(proposed.pairings, scores) != proposed.pairings:
            findings.append(_finding(Code.BOARD_ORDER))
    gravest_first = [Grade.AGAINST_THE_RULES, Grade.WARNING, Grade.INFORMATION]
    return tuple(
        sorted(findings, key=lambda found: (gravest_first.index(found.grade), found.board or 0))
    )


def _attendance(
    state: PairingState, proposed: ProposedRound, histories: dict[int, PlayerHistory]
) -> Iterator[Finding]:
    absent = {bye.rank: bye.kind for bye in absences_of(state)}
    withdrawn = absent.keys() - state.absences.keys()
    seats = [
        (rank, board)
        for board, pairing in enumerate(proposed.pairings, start=1)
        for rank in (pairing.white, pairing.black)
    ]
    for board, pairing in enumerate(proposed.pairings, start=1):
        if pairing.white == pairing.black:
            yield _finding(Code.SELF_PAIRING, pairing.white, board=board)
    without_opponent = [bye.rank for bye in (*proposed.byes, *proposed.absences)]
    times = Counter([rank for rank, _ in seats] + without_opponent)
    for rank, board in seats:
        if rank not in histories:
            yield _finding(Code.UNKNOWN_PLAYER, rank, board=board)
        elif rank in withdrawn:
            yield _finding(Code.WITHDRAWN_PLAYER, rank, board=board)
        elif rank in absent:
            yield _finding(Code.ABSENT_PLAYER, rank, board=board, kind=absent[rank].value)
    for rank in without_opponent:
        if rank not in histories:
            yield _finding(Code.UNKNOWN_PLAYER, rank)
    selves = {pairing.white for pairing in proposed.pairings if pairing.white == pairing.black}
    for rank in sorted(rank for rank, count in times.items() if count > 1 and rank not in selves):
        boards = [board for seated, board in seats if seated == rank]
        yield _finding(Code.PLAYER_TWICE, rank, board=min(boards, default=None), boards=boards)
    for rank in sorted(histories.keys() - times.keys() - absent.keys()):
        yield _finding(Code.PLAYER_MISSING, rank)


def _byes(
    state: PairingState, proposed: ProposedRound, histories: dict[int, PlayerHistory]
) -> Iterator[Finding]:
    allocated = [bye.rank for bye in proposed.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    present = len(histories.keys() - {bye.rank for bye in absences_of(state)})
    if len(allocated) > 1:
        yield _finding(Code.SEVERAL_BYES, *allocated)
    elif allocated and present % 2 == 0:
        yield _finding(Code.NEEDLESS_BYE, *allocated, present=present)
    for rank in allocated:
        history = histories.get(rank)
        if history is None:
            continue
        if history.pairing_bye_round is not None:
            yield _finding(Code.SECOND_BYE, rank, round=history.pairing_bye_round)
        elif history.full_unplayed_round is not None:
            yield _finding(Code.BYE_AFTER_FREE_POINT, rank, round=history.full_unplayed_round)


def _meeting(
    state: PairingState,
    pairing: ProposedPairing,
    board: int,
    histories: dict[int, PlayerHistory],
) -> Iterator[Finding]:
    white, black = histories[pairing.white], histories[pairing.black]
    players = (pairing.white, pairing.black)
    if black.rank in white.met:
        rounds = rounds_between(state, *players, played=True)
        yield _finding(Code.REMATCH, *players, board=board, round=rounds[0])
    elif black.rank in white.scheduled:
        rounds = rounds_between(state, *players, played=False)
        yield _finding(Code.FORFEIT_MET_AGAIN, *players, board=board, round=rounds[0])
    if is_forbidden(state, *players):
        yield _finding(Code.FORBIDDEN_PAIR, *players, board=board)
    if white.pairing_score != black.pairing_score:
        yield _finding(
            Code.SCORE_DIFFERENCE,
            *players,
            board=board,
            scores=(white.pairing_score, black.pairing_score),
        )


def _colours(
    pairing: ProposedPairing, board: int, histories: dict[int, PlayerHistory]
) -> Iterator[Finding]:
    white, black = histories[pairing.white], histories[pairing.black]
    exempt = white.is_topscorer or black.is_topscorer
    for history, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        played = [had for had in history.colours if had is not None]
        difference = history.colour_difference + (1 if colour is Colour.WHITE else -1)
        third = played[-2:] == [colour, colour]
        facts: dict[str, object] = {"colour": colour.value}
        if exempt and (third or abs(difference) > 2):
            yield _finding(
                Code.TOPSCORER_COLOUR, history.rank, board=board, difference=difference, **facts
            )
            continue
        if third:
            yield _finding(Code.SAME_COLOUR_THREE_TIMES, history.rank, board=board, **facts)
        if abs(difference) > 2:
            yield _finding(
                Code.COLOUR_DIFFERENCE, history.rank, board=board, difference=difference, **facts
            )
        elif not third and history.due_colour is colour.opposite:
            # Where both are due the same colour somebody has to do without; that is no finding.
            other = black if history is white else white
            if other.due_colour is not history.due_colour and history.strength != Strength.NONE:
                yield _finding(
                    Code.COLOUR_NOT_DUE,
                    history.rank,
                    board=board,
                    strength=history.strength.value,
                    **facts,
                )


def rounds_between(state: PairingState, one: int, other: int, *, played: bool) -> list[int]:
    """Return the earlier rounds in which two players had each other, played or forfeited."""
    player = next(p for p in state.record.competitors if p.starting_rank == one)
    return [
        number
        for number, cell in enumerate(player.cells[: state.round_number - 1], start=1)
        if cell and cell.opponent == other and cell.outcome.is_played is played
    ]


def is_forbidden(state: PairingState, one: int, other: int) -> bool:
    """Whether two players must not meet in this round (a family, a wish of the organiser)."""
    return any(
        {one, other} <= ranks and first <= state.round_number <= last
        for ranks, first, last in state.record.forbidden_pairs
    )


@dataclass(frozen=True, slots=True)
class BoardDifference:
    """A board of one round that the other has not; ``None`` where the other has no such board.

    ``colours_only`` means the same two players meet with colours exchanged.
    """

    board: int
    proposed: ProposedPairing | None
    engine: ProposedPairing | None
    colours_only: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a round differs from the engine's: boards by number, and who has the bye instead."""

    differences: tuple[BoardDifference, ...]
    bye_proposed: int | None
    bye_engine: int | None

    @property
    def is_equal(self) -> bool:
        """Whether both rounds have the same pairs, colours and bye, whatever the board order."""
        return not self.differences and self.bye_proposed == self.bye_engine


def compare_with_engine(proposed: ProposedRound, engine_round: ProposedRound) -> Comparison:
    """Return what a round has that the engine's has not, and the other way round.

    Boards that both have are left out, even on another board number. Each difference stands at the
    board number of ``proposed``; the engine's boards nobody has are listed at their own number.
    """
    theirs = {pairing.ranks: pairing for pairing in engine_round.pairings}
    of_player = {rank: pairing for pairing in engine_round.pairings for rank in pairing.ranks}
    differences = []
    told = set()
    for board, pairing in enumerate(proposed.pairings, start=1):
        same = theirs.get(pairing.ranks)
        if same == pairing:
            continue
        instead = same or of_player.get(pairing.white) or of_player.get(pairing.black)
        if instead is not None:
            told.add(instead.ranks)
        differences.append(BoardDifference(board, pairing, instead, same is not None))
    ours = {pairing.ranks for pairing in proposed.pairings}
    for board, pairing in enumerate(engine_round.pairings, start=1):
        if pairing.ranks not in ours and pairing.ranks not in told:
            differences.append(BoardDifference(board, None, pairing))
    return Comparison(tuple(differences), _bye_of(proposed), _bye_of(engine_round))


def _bye_of(proposed: ProposedRound) -> int | None:
    return next((bye.rank for bye in proposed.byes if bye.kind is ByeKind.PAIRING_ALLOCATED), None)
