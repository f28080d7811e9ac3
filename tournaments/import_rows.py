"""The rows an exchange file becomes: players, entries, rounds with boards and byes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from clubs.access import ClubAccess
from clubs.models import NameForm, Player
from clubs.names import tidy_name
from clubs.players import stored_search_name
from clubs.today import today_in
from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.import_matching import Match, birth_year_of
from tournaments.models import Bye, Entry, Pairing, Round, Tournament
from tournaments.pairing.boards import ordered_boards
from tournaments.pairing.histories import histories_before
from tournaments.pairing.records import ProposedPairing
from tournaments.results import ByeKind, Colour, Outcome, Result

NAMELESS = "Player"
MINOR_UNTIL = 18
BYE_KINDS = {kind.value: kind for kind in ByeKind}


@dataclass(frozen=True, slots=True)
class FileBoard:
    """A board as a file gives it, by starting ranks."""

    white: int
    black: int
    result: Result


def boards_of(record: EventRecord, round_number: int) -> list[FileBoard]:
    """Return the boards of a round, in the order in which the rules number them.

    A forfeit without colours gives White to the lower starting rank.
    """
    cells = {
        player.starting_rank: cell
        for player in record.competitors
        if (cell := _cell(player, round_number)) is not None and cell.opponent is not None
    }
    boards: dict[ProposedPairing, Result] = {}
    for rank, cell in cells.items():
        opponent = cell.opponent
        if opponent is None or opponent not in cells:
            continue
        is_white = cell.colour is Colour.WHITE or (cell.colour is None and rank < opponent)
        if is_white:
            result = _result(cell.outcome, cells[opponent].outcome)
            boards[ProposedPairing(rank, opponent)] = result
    scores = {
        rank: history.score for rank, history in histories_before(record, round_number).items()
    }
    return [
        FileBoard(pairing.white, pairing.black, boards[pairing])
        for pairing in ordered_boards(boards, scores)
    ]


def _cell(player: Competitor, round_number: int) -> Cell | None:
    return player.cells[round_number - 1] if len(player.cells) >= round_number else None


def _result(white: Outcome, black: Outcome) -> Result:
    if Outcome.PENDING in (white, black):
        return Result.PENDING
    return Result(f"{white.value}{black.value}")


def byes_of(record: EventRecord, round_number: int) -> dict[int, ByeKind]:
    """Return the byes of a round by starting rank."""
    return {
        player.starting_rank: BYE_KINDS[cell.outcome.value]
        for player in record.competitors
        if (cell := _cell(player, round_number)) is not None and cell.outcome.is_bye
    }


def create_players(access: ClubAccess, matches: Sequence[Match]) -> dict[int, Player]:
    """Return a player for each starting rank, making those new to the club; one query.

    What a file says of a player the club knows already is not taken over: the club's own
    particulars count.
    """
    this_year = today_in(access.club).year
    players = {match.competitor.starting_rank: match.player for match in matches if match.player}
    new = {
        match.competitor.starting_rank: _new_player(access, match.competitor, this_year)
        for match in matches
        if match.player is None
    }
    created = Player.objects.bulk_create(new.values())
    return players | dict(zip(new, created, strict=True))


def _new_player(access: ClubAccess, competitor: Competitor, this_year: int) -> Player:
    name = tidy_name(competitor.name)[:100] or f"{NAMELESS} {competitor.starting_rank}"
    year = birth_year_of(competitor)
    is_minor = year is not None and this_year - year <= MINOR_UNTIL
    return Player(
        club=access.club,
        name=name,
        search_name=stored_search_name({"name": name}),
        title=competitor.title,
        sex=competitor.sex,
        federation=competitor.federation[:3],
        fide_id=competitor.fide_id,
        national_id=competitor.national_id[:20],
        birth_year=year,
        birth_date=_birth_date(competitor),
        name_form=NameForm.SHORT if is_minor else NameForm.FULL,
    )


def _birth_date(competitor: Competitor) -> date | None:
    try:
        year, month, day = (int(part) for part in competitor.birth.split("/"))
        return date(year, month, day)
    except ValueError:
        return None


def create_entries(
    tournament: Tournament, competitors: Sequence[Competitor], players: Mapping[int, Player]
) -> dict[int, Entry]:
    """Return the new entries by starting rank, seeded as the file says; one query."""
    created = Entry.objects.bulk_create(
        Entry(
            club_id=tournament.club_id,
            tournament=tournament,
            player=players[competitor.starting_rank],
            starting_rank=competitor.starting_rank,
            rating=competitor.rating,
            stated_rating=competitor.rating,
            withdrawn_after=competitor.withdrawn_after,
        )
        for competitor in competitors
    )
    return {entry.starting_rank: entry for entry in created if entry.starting_rank is not None}


def create_rounds(
    tournament: Tournament,
    record: EventRecord,
    numbers: Sequence[int],
    entries: Mapping[int, Entry],
) -> list[Pairing]:
    """Write rounds of a file as published ones, with boards, results and byes; three queries.

    Returns the boards.
    """
    now = timezone.now()
    days = record.round_dates
    rounds = Round.objects.bulk_create(
        Round(
            club_id=tournament.club_id,
            tournament=tournament,
            number=number,
            state=Round.State.PUBLISHED,
            published_at=now,
            day=days[number - 1] if len(days) >= number else None,
        )
        for number in numbers
    )
    common = {"club_id": tournament.club_id, "tournament": tournament}
    boards = Pairing.objects.bulk_create(
        Pairing(
            round=each,
            board_number=board_number,
            white=entries[board.white],
            black=entries[board.black],
            result=board.result.value,
            **common,
        )
        for each in rounds
        for board_number, board in enumerate(boards_of(record, each.number), start=1)
    )
    Bye.objects.bulk_create(
        Bye(entry=entries[rank], round_number=each.number, kind=kind.value, **common)
        for each in rounds
        for rank, kind in byes_of(record, each.number).items()
    )
    return boards


def write_results(access: ClubAccess, results: Sequence[tuple[Pairing, Result]]) -> None:
    """Give boards that had no result the one of a file; one query."""
    now = timezone.now()
    for board, result in results:
        board.previous_result, board.result = board.result, result.value
        board.version += 1
        board.changed_at, board.changed_by_label = now, access.actor.label
    Pairing.objects.bulk_update(
        [board for board, _result in results],
        ["result", "previous_result", "version", "changed_at", "changed_by_label"],
    )
