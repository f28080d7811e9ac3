"""Single boards change: colours, seats, pairs made by hand, each with graded warnings.

A change by hand is judged by the same rules as an engine's round. What it breaks is shown first and
done only when confirmed; the audit keeps what was confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, nothing_here
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem, Refused
from tournaments.event_lock import save_event
from tournaments.event_queries import EventView, RoundView, load_event_view
from tournaments.models import Entry, Pairing, Round
from tournaments.pairing.records import ProposedBye, ProposedPairing, ProposedRound
from tournaments.pairing.validate import IMPOSSIBLE, Code, Finding, Grade, validate_round
from tournaments.pairing_words import finding_problems
from tournaments.publishing import lock_round
from tournaments.results import ByeKind, Result
from tournaments.round_boards import write_boards
from tournaments.round_state import pairing_state
from tournaments.told_results import tell_of_results

Seats = list[tuple[int, int]]
# Leaving somebody without a board for a moment is how hand work goes on; publishing checks it.
NOT_JUDGED = frozenset({Code.PLAYER_MISSING, Code.BOARD_ORDER})


@transaction.atomic
def swap_colours(
    access: ClubAccess, pairing: Pairing, *, confirmed: bool = False, version: int | None = None
) -> Pairing:
    """Return the board with colours exchanged; each player keeps what he scored (F11).

    Refused with ``colours_used`` once a later round has been paired, unless confirmed: the colours
    of that round were worked out with these. ``version`` is that of the round the person saw.
    """
    round_ = lock_round(access, pairing.round, Right.PAIRING, version=version)
    tournament = round_.tournament
    board = round_.pairings.select_related("white__player", "black__player").get(pk=pairing.pk)
    refuse_checked(round_)
    later = tournament.rounds.filter(number__gt=round_.number)
    if later.exists() and not confirmed:
        raise Refused(
            "colours_used",
            _("A later round has been paired with these colours. Swap them all the same?"),
            facts={"round": round_.number, "board": board.board_number},
        )
    exchange_colours(board)
    board.version += 1
    board.save()
    round_.version += 1
    round_.save(update_fields=["version"])
    save_event(tournament)
    board.round = round_
    if not Result(board.result).is_open:
        tell_of_results(access, tournament, [board])
    record_act(
        access.club, access.actor, "colours_swapped", subject=tournament.name,
        event_number=tournament.number, round=round_.number, board=board.board_number,
        white=board.white.starting_rank, black=board.black.starting_rank, result=board.result,
    )  # fmt: skip
    return board


def exchange_colours(board: Pairing) -> None:
    """Turn a board round without saving it: players, result and the result before."""
    board.white, board.black = board.black, board.white
    board.result = Result(board.result).swapped.value
    if board.previous_result:
        board.previous_result = Result(board.previous_result).swapped.value


def refuse_checked(round_: Round) -> None:
    """Refuse to change a round that was compared with the score sheets and locked."""
    if round_.checked_at is not None:
        raise Refused(
            "round_checked",
            _("This round was checked by %(who)s and is locked. Unlock it first.")
            % {"who": round_.checked_by_label},
            facts={"round": round_.number, "way_out": ["uncheck_round"]},
        )


@transaction.atomic
def swap_players(
    access: ClubAccess,
    round_: Round,
    one: int,
    other: int,
    *,
    confirmed: bool = False,
    version: int | None = None,
) -> Round:
    """Return the round with two players (starting ranks) on each other's seats.

    A player with a bye gives it to the other. Boards with a result stay. Warnings are shown first.
    """

    def exchange(seats: Seats, byes: dict[int, ByeKind]) -> tuple[Seats, dict[int, ByeKind]]:
        turned = {one: other, other: one}
        new = [(turned.get(white, white), turned.get(black, black)) for white, black in seats]
        return new, {turned.get(rank, rank): kind for rank, kind in byes.items()}

    return _rearrange(access, round_, (one, other), exchange, "players_swapped", confirmed, version)


@transaction.atomic
def pair_by_hand(
    access: ClubAccess,
    round_: Round,
    white: int,
    black: int,
    *,
    confirmed: bool = False,
    version: int | None = None,
) -> Round:
    """Return the round with these two (starting ranks) at one board.

    They leave their boards or byes; whoever sat there waits for the next change. The pair takes the
    place of the higher of the boards that are free now, or the last one. A late entry who just
    arrived joins this round with it.
    """

    def seat(seats: Seats, byes: dict[int, ByeKind]) -> tuple[Seats, dict[int, ByeKind]]:
        place = next((n for n, pair in enumerate(seats) if {white, black} & set(pair)), len(seats))
        rest = [pair for pair in seats if not {white, black} & set(pair)]
        rest.insert(place, (white, black))
        return rest, {rank: kind for rank, kind in byes.items() if rank not in (white, black)}

    return _rearrange(access, round_, (white, black), seat, "paired_by_hand", confirmed, version)


@transaction.atomic
def set_bye(
    access: ClubAccess,
    round_: Round,
    rank: int,
    kind: ByeKind = ByeKind.PAIRING_ALLOCATED,
    *,
    confirmed: bool = False,
    version: int | None = None,
) -> Round:
    """Return the round with a bye for a player; his opponent waits for the next change."""

    def release(seats: Seats, byes: dict[int, ByeKind]) -> tuple[Seats, dict[int, ByeKind]]:
        return [pair for pair in seats if rank not in pair], byes | {rank: kind}

    return _rearrange(access, round_, (rank,), release, "bye_set", confirmed, version)


def _rearrange(
    access: ClubAccess,
    round_: Round,
    players: Sequence[int],
    change: Callable[[Seats, dict[int, ByeKind]], tuple[Seats, dict[int, ByeKind]]],
    action: str,
    confirmed: bool,
    version: int | None,
) -> Round:
    round_ = lock_round(access, round_, Right.PAIRING, version=version)
    refuse_checked(round_)
    tournament = round_.tournament
    view = load_event_view(tournament, drafts=True)
    round_view = view.round(round_.number)
    if round_view is None:
        raise nothing_here()
    _refuse_unknown(view, players)
    _let_in(view, round_view, players)
    old_seats = _seats_of(round_view)
    old_byes = {bye.entry.starting_rank or 0: ByeKind(bye.kind) for bye in round_view.byes}
    seats, byes = change(list(old_seats), dict(old_byes))
    touched = {rank for pair in set(old_seats) ^ set(seats) for rank in pair} | set(players)
    findings = _findings(view, round_.number, seats, byes, touched)
    impossible = [found for found in findings if found.code in IMPOSSIBLE]
    if impossible:
        raise InvalidInput(
            "boards_impossible",
            _("The boards cannot be arranged like this."),
            problems=finding_problems(impossible),
        )
    grave = [found for found in findings if found.grade is not Grade.INFORMATION]
    if grave and not confirmed:
        raise Refused(
            "pairing_warnings",
            _("Look at what this change would mean, and confirm it if you want it all the same."),
            facts={"round": round_.number, "needs": "confirmed"},
            problems=finding_problems(findings),
        )
    write_boards(view, round_, seats, byes)
    save_event(tournament)
    record_act(
        access.club, access.actor, action, subject=tournament.name,
        event_number=tournament.number, round=round_.number, ranks=list(players),
        warnings=[found.code.value for found in grave],
    )  # fmt: skip
    return round_


def _seats_of(round_view: RoundView) -> Seats:
    return [
        (board.white.starting_rank or 0, board.black.starting_rank or 0)
        for board in round_view.pairings
    ]


def _refuse_unknown(view: EventView, players: Sequence[int]) -> None:
    unknown = [rank for rank in players if rank not in view.entry_by_rank]
    if unknown or len(set(players)) != len(players):
        message = (
            _("There is no such number in the starting list.")
            if unknown
            else _("Choose two different players.")
        )
        problem = Problem("player_invalid", message, "players", {"players": list(players)})
        raise InvalidInput("boards_impossible", message, problems=[problem])


def _let_in(view: EventView, round_view: RoundView, players: Sequence[int]) -> None:
    """Let a late entry begin with this round instead of the next one."""
    for rank in players:
        entry = view.entry_by_rank[rank]
        if entry.first_round == round_view.round.number + 1:
            entry.first_round = round_view.round.number
            entry.version += 1
            entry.save(update_fields=["first_round", "version"])
            _forget_missed_round(view, round_view, entry)


def _forget_missed_round(view: EventView, round_view: RoundView, entry: Entry) -> None:
    number = round_view.round.number
    entry.byes.filter(round_number=number).delete()
    kept = tuple(bye for bye in view.byes.get(number, ()) if bye.entry_id != entry.pk)
    view.byes[number] = kept  # type: ignore[index]


def _findings(
    view: EventView,
    number: int,
    seats: Seats,
    byes: dict[int, ByeKind],
    touched: set[int],
) -> list[Finding]:
    """Return what the arrangement means for the players it touches."""
    pairings = tuple(ProposedPairing(white, black) for white, black in seats)
    allocated = tuple(
        ProposedBye(r) for r, kind in byes.items() if kind is ByeKind.PAIRING_ALLOCATED
    )
    asked = tuple(
        ProposedBye(r, kind) for r, kind in byes.items() if kind is not ByeKind.PAIRING_ALLOCATED
    )
    proposed = ProposedRound(number, pairings, allocated, asked)
    return [
        found
        for found in validate_round(pairing_state(view, number), proposed)
        if found.code not in NOT_JUDGED
        and not _just_arrived(found)
        and (not found.ranks or touched & set(found.ranks))
    ]


def _just_arrived(finding: Finding) -> bool:
    """Whether it only says that somebody was left out who is here after all."""
    return finding.code is Code.ABSENT_PLAYER and finding.facts.get("kind") == ByeKind.ZERO_POINT
