"""The boards of a round are written: as an engine proposed them, or as somebody arranged them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import F
from django.utils.translation import gettext as _

from clubs.errors import Refused
from tournaments.event_queries import EventView
from tournaments.models import Bye, Entry, Pairing, Round
from tournaments.pairing.records import ProposedRound
from tournaments.results import ByeKind, Result

# Added to board numbers while boards change places, so that no number is taken twice meanwhile.
OUT_OF_THE_WAY = 10_000


def store_round(view: EventView, proposed: ProposedRound, engine: str = "") -> Round:
    """Return a new draft with the boards and allocated byes of a proposed round; three queries.

    Byes that were asked for are rows already. A board whose player has withdrawn (round robin) is
    a forfeit from the start.
    """
    tournament = view.tournament
    round_ = Round.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        number=proposed.round_number,
        engine=engine or f"{proposed.engine_name} {proposed.engine_version}".strip()[:60],
    )
    seats = [(pairing.white, pairing.black) for pairing in proposed.pairings]
    Pairing.objects.bulk_create(_boards(view, round_, enumerate(seats, start=1)))
    allocated = {bye.rank: bye.kind for bye in proposed.byes}
    Bye.objects.bulk_create(_byes(view, round_, allocated))
    return round_


def _boards(
    view: EventView, round_: Round, seats: Iterable[tuple[int, tuple[int, int]]]
) -> list[Pairing]:
    boards = []
    for number, (white, black) in seats:
        one, other = view.entry_by_rank[white], view.entry_by_rank[black]
        boards.append(
            Pairing(
                club_id=round_.club_id,
                tournament_id=round_.tournament_id,
                round=round_,
                board_number=number,
                white=one,
                black=other,
                result=result_of_withdrawal(one, other, round_.number).value,
            )
        )
    return boards


def result_of_withdrawal(white: Entry, black: Entry, round_number: int) -> Result:
    """Return what a board has without a game: a forfeit of whoever has left, or no result yet."""

    def has_left(entry: Entry) -> bool:
        return entry.withdrawn_after is not None and entry.withdrawn_after < round_number

    if has_left(white) and has_left(black):
        return Result.DOUBLE_FORFEIT
    if has_left(white):
        return Result.BLACK_WINS_BY_FORFEIT
    return Result.WHITE_WINS_BY_FORFEIT if has_left(black) else Result.PENDING


def _byes(view: EventView, round_: Round, byes: Mapping[int, ByeKind]) -> list[Bye]:
    return [
        Bye(
            club_id=round_.club_id,
            tournament_id=round_.tournament_id,
            entry=view.entry_by_rank[rank],
            round_number=round_.number,
            kind=kind.value,
        )
        for rank, kind in byes.items()
    ]


def write_boards(
    view: EventView,
    round_: Round,
    seats: Sequence[tuple[int, int]],
    byes: Mapping[int, ByeKind] | None = None,
) -> None:
    """Make the boards of a round exactly these, board 1 first, and its byes if they are given.

    A board that stays keeps its row, its result and its version; one that has a result and would go
    is refused. Players are starting ranks.
    """
    current = view.round(round_.number)
    boards = current.pairings if current else ()
    kept = {(b.white.starting_rank, b.black.starting_rank): b for b in boards}
    wanted = set(seats)
    gone = [board for pair, board in kept.items() if pair not in wanted]
    if decided := [b.board_number for b in gone if not Result(b.result).is_open]:
        raise Refused(
            "board_has_result",
            _("A board with a result stays as it is. Take the result back first."),
            facts={"round": round_.number, "boards": sorted(decided)},
        )
    round_.pairings.filter(pk__in=[board.pk for board in gone]).delete()
    moved, new = [], []
    for number, pair in enumerate(seats, start=1):
        board = kept.get(pair)
        if board is None:
            new.append((number, pair))
        elif board.board_number != number:
            board.board_number = number
            moved.append(board)
    if moved:
        round_.pairings.filter(pk__in=[board.pk for board in moved]).update(
            board_number=F("board_number") + OUT_OF_THE_WAY
        )
    Pairing.objects.bulk_create(_boards(view, round_, new))
    Pairing.objects.bulk_update(moved, ["board_number"])
    if byes is not None:
        round_.tournament.byes.filter(round_number=round_.number).delete()
        Bye.objects.bulk_create(_byes(view, round_, byes))
    round_.version += 1
    round_.save(update_fields=["version"])
