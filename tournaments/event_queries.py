"""An event read from the database: for pages as rows, for the pure modules as an ``EventRecord``.

The number of queries is four, whatever the number of players and rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from clubs.access import ClubAccess
from clubs.models import Player
from clubs.public_fields import public_player, sees_private_facts
from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.models import Bye, Entry, Pairing, Round, Tournament
from tournaments.pairing.acceleration import baku_virtual_points
from tournaments.pairing.keizer import KeizerStandings, keizer_standings
from tournaments.results import Colour, Outcome, Result
from tournaments.standings.editions import Edition
from tournaments.standings.presets import preset_for
from tournaments.standings.round_robin import annulled_after
from tournaments.standings.table import Standings, StandingsRow, standings

BAKU = "baku"
# How often everybody meets everybody.
CYCLES: dict[str, int] = {
    Tournament.Format.ROUND_ROBIN: 1,
    Tournament.Format.DOUBLE_ROUND_ROBIN: 2,
}
ROUND_ROBINS = frozenset(CYCLES)


@dataclass(frozen=True)
class RoundView:
    """A round with its boards in order, its byes, and who has neither."""

    round: Round
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    absent: tuple[Entry, ...]

    @property
    def open_boards(self) -> tuple[Pairing, ...]:
        """The boards without result."""
        return tuple(board for board in self.pairings if Result(board.result).is_open)

    @property
    def pending_boards(self) -> tuple[Pairing, ...]:
        """The boards that keep the next round from being paired: an adjourned game does not."""
        return tuple(board for board in self.pairings if board.result == Result.PENDING)


@dataclass(frozen=True)
class EventView:
    """An event with everything in it; entries in the order of the starting list.

    ``byes`` holds those of rounds that are not paired yet as well, by round number.
    """

    tournament: Tournament
    entries: tuple[Entry, ...]
    rounds: tuple[RoundView, ...]
    byes: Mapping[int, tuple[Bye, ...]] = field(default_factory=dict)

    @cached_property
    def entry_by_rank(self) -> dict[int, Entry]:
        """The entries by starting rank, as far as the list is numbered."""
        return {entry.starting_rank: entry for entry in self.entries if entry.starting_rank}

    @cached_property
    def entry_by_id(self) -> dict[int, Entry]:
        """The entries by id."""
        return {entry.pk: entry for entry in self.entries}

    @property
    def current_round(self) -> RoundView | None:
        """The last round there is; None before the first."""
        return self.rounds[-1] if self.rounds else None

    def round(self, number: int) -> RoundView | None:
        """Return a round by its number, or None."""
        return next((each for each in self.rounds if each.round.number == number), None)


def load_event_view(tournament: Tournament, *, drafts: bool = False) -> EventView:
    """Return the event with entries, rounds, boards and byes; four queries."""
    entries = tuple(tournament.entries.select_related("player"))
    by_id = {entry.pk: entry for entry in entries}
    rounds = tournament.rounds.order_by("number")
    if not drafts:
        rounds = rounds.filter(state=Round.State.PUBLISHED)
    numbered = {each.pk: each for each in rounds}
    boards: dict[int, list[Pairing]] = {pk: [] for pk in numbered}
    for pairing in tournament.pairings.order_by("board_number"):
        if pairing.round_id in numbered:
            pairing.round = numbered[pairing.round_id]
            pairing.white, pairing.black = by_id[pairing.white_id], by_id[pairing.black_id]
            pairing.tournament = tournament
            boards[pairing.round_id].append(pairing)
    byes: dict[int, list[Bye]] = {}
    for bye in tournament.byes.order_by("round_number", "entry__starting_rank"):
        bye.entry = by_id[bye.entry_id]
        byes.setdefault(bye.round_number, []).append(bye)
    views = []
    for each in numbered.values():
        each.tournament = tournament
        views.append(_round_view(each, boards[each.pk], byes.get(each.number, ()), entries))
    for entry in entries:
        entry.tournament = tournament
    by_round = {number: tuple(found) for number, found in byes.items()}
    return EventView(tournament, entries, tuple(views), by_round)


def _round_view(
    each: Round, boards: Sequence[Pairing], byes: Sequence[Bye], entries: Sequence[Entry]
) -> RoundView:
    busy = {board.white_id for board in boards} | {board.black_id for board in boards}
    busy |= {bye.entry_id for bye in byes}
    absent = tuple(entry for entry in entries if entry.pk not in busy)
    return RoundView(each, tuple(boards), tuple(byes), absent)


def load_event_record(
    tournament: Tournament,
    *,
    drafts: bool = False,
    adjourned_as_draw: bool = False,
    shown_to: ClubAccess | None = None,
) -> EventRecord:
    """Return the event for the pure modules; four queries.

    ``adjourned_as_draw`` is how an adjourned game counts when the next round is paired.
    ``shown_to`` leaves out what that person may not know of the players.
    """
    view = load_event_view(tournament, drafts=drafts)
    return event_record(view, adjourned_as_draw=adjourned_as_draw, shown_to=shown_to)


def event_record(
    view: EventView, *, adjourned_as_draw: bool = False, shown_to: ClubAccess | None = None
) -> EventRecord:
    """Return the record of an event that has been loaded; no queries."""
    tournament = view.tournament
    cells = _cells_by_entry(view, adjourned_as_draw=adjourned_as_draw)
    rounds = _rounds_of(view)
    colour = tournament.initial_colour
    is_told_all = shown_to is None or sees_private_facts(shown_to)
    competitors = tuple(
        _competitor(entry, tuple(cells[entry.pk]), shown_to)
        for entry in view.entries
        if entry.starting_rank is not None
    )
    return EventRecord(
        name=tournament.name,
        city=tournament.city,
        federation=tournament.federation,
        start_date=tournament.start_date,
        end_date=tournament.end_date or tournament.start_date,
        type_text=TYPE_TEXTS[tournament.format],
        chief_arbiter=tournament.chief_arbiter,
        deputy_arbiters=tuple(
            name.strip() for name in tournament.deputy_arbiters.split(";") if name.strip()
        ),
        time_control_text=time_control_text(tournament.minutes, tournament.increment),
        rounds=rounds,
        round_dates=tuple(each.round.day for each in view.rounds),
        initial_colour=Colour(colour) if colour else None,
        points=tournament.points,
        competitors=competitors,
        forbidden_pairs=_families(view.entries, rounds) if is_told_all else (),
        virtual_points=_virtual_points(view, rounds),
        is_round_robin=tournament.format in ROUND_ROBINS,
    )


def _rounds_of(view: EventView) -> int:
    """Return how many rounds the event has; in a round robin the table says so, not the plan."""
    cycles = CYCLES.get(view.tournament.format)
    numbered = len(view.entry_by_rank)
    if cycles is None or numbered < 2:
        return max(view.tournament.rounds_planned, len(view.rounds))
    return max(cycles * (numbered - 1 + numbered % 2), len(view.rounds))


# What exchange files call the formats; program text, so it is the same in every language.
TYPE_TEXTS: dict[str, str] = {
    Tournament.Format.SWISS: "Individual: Swiss-System (Dutch)",
    Tournament.Format.ROUND_ROBIN: "Individual: Round-Robin",
    Tournament.Format.DOUBLE_ROUND_ROBIN: "Individual: Double Round-Robin",
    Tournament.Format.KEIZER: "Individual: Keizer",
    Tournament.Format.FREE: "Individual: Free pairing",
    Tournament.Format.EXTERNAL: "Individual: Swiss-System",
}


def time_control_text(minutes: int | None, increment: int) -> str:
    """Return a time control as people write it, or nothing while it is unknown.

    >>> time_control_text(15, 10), time_control_text(90, 0), time_control_text(None, 0)
    ('15+10', '90+0', '')
    """
    return "" if minutes is None else f"{minutes}+{increment}"


def _cells_by_entry(view: EventView, *, adjourned_as_draw: bool) -> dict[int, list[Cell]]:
    missed = Cell(Outcome.ZERO_POINT_BYE)
    cells = {entry.pk: [missed] * len(view.rounds) for entry in view.entries}
    for index, each in enumerate(view.rounds):
        for bye in each.byes:
            cells[bye.entry_id][index] = Cell(Outcome(bye.kind))
        for board in each.pairings:
            result = Result(board.result)
            if result is Result.ADJOURNED and adjourned_as_draw:
                result = Result.DRAW
            white, black = board.white, board.black
            cells[white.pk][index] = Cell(result.white, black.starting_rank, Colour.WHITE)
            cells[black.pk][index] = Cell(result.black, white.starting_rank, Colour.BLACK)
    return cells


def _competitor(entry: Entry, cells: tuple[Cell, ...], shown_to: ClubAccess | None) -> Competitor:
    player = entry.player
    if shown_to is not None and not sees_private_facts(shown_to):
        shown = public_player(player, shown_to)
        year = shown["birth_year"]
        return Competitor(
            starting_rank=entry.starting_rank or 0,
            name=shown["name"],
            rating=entry.rating,
            title=shown["title"],
            sex=shown["sex"],
            federation=shown["federation"],
            fide_id=shown["fide_id"],
            birth=f"{year}/00/00" if year else "",
            cells=cells,
            withdrawn_after=entry.withdrawn_after,
        )
    return Competitor(
        starting_rank=entry.starting_rank or 0,
        name=player.name,
        rating=entry.rating,
        title=player.title,
        sex=player.sex,
        federation=player.federation,
        fide_id=player.fide_id,
        national_id=player.national_id,
        birth=birth_text(player),
        cells=cells,
        withdrawn_after=entry.withdrawn_after,
    )


def birth_text(player: Player) -> str:
    """Return the date of birth as exchange files write it, as far as it is known."""
    if player.birth_date is not None:
        return player.birth_date.strftime("%Y/%m/%d")
    return f"{player.birth_year}/00/00" if player.birth_year else ""


def _families(entries: Sequence[Entry], rounds: int) -> tuple[tuple[frozenset[int], int, int], ...]:
    groups: dict[str, set[int]] = {}
    for entry in entries:
        word = entry.player.family_group.strip().casefold()
        if word and entry.starting_rank is not None:
            groups.setdefault(word, set()).add(entry.starting_rank)
    return tuple(
        (frozenset(ranks), 1, rounds) for _word, ranks in sorted(groups.items()) if len(ranks) > 1
    )


def _virtual_points(view: EventView, rounds: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the virtual points by round; late entries get none and move no boundary."""
    if view.tournament.acceleration != BAKU:
        return ()
    first_list = [
        entry.starting_rank
        for entry in view.entries
        if entry.starting_rank is not None and entry.first_round == 1
    ]
    return baku_virtual_points(first_list, rounds, points=view.tournament.points)


def tie_breaks_of(tournament: Tournament) -> tuple[str, ...]:
    """Return the tie-breaks of an event in their order; the usual ones where none were chosen."""
    chosen = tuple(tournament.tie_breaks)
    return chosen or preset_for(is_round_robin=tournament.format in ROUND_ROBINS)


def standings_of(
    tournament: Tournament, after_round: int | None = None, *, record: EventRecord | None = None
) -> Standings:
    """Return the table of an event after a round, by default after the last with a result.

    In a round robin the games of a player who withdrew before half of them do not count (C.05); in
    the table of an earlier round they do if he was still there.
    """
    record = record or load_event_record(tournament)
    edition = tournament.tie_break_edition
    return standings(
        record,
        tie_breaks=tie_breaks_of(tournament),
        edition=Edition(edition) if edition else None,
        after_round=after_round,
        unrated_as=tournament.unrated_as,
        forfeits_count_in_direct_encounter=tournament.forfeits_count_in_direct_encounter,
        annulled=annulled_after(record, after_round),
    )


def keizer_standings_of(
    tournament: Tournament, after_round: int | None = None, *, record: EventRecord | None = None
) -> KeizerStandings:
    """Return the season's table of a Keizer event after a round, by default the last."""
    return keizer_standings(record or load_event_record(tournament), after_round=after_round)


def prize_table(tournament: Tournament, record: EventRecord) -> Standings:
    """Return the table that prizes go by: the standings, in a Keizer season the season's order."""
    table = standings_of(tournament, record=record)
    if tournament.format != Tournament.Format.KEIZER:
        return table
    season = keizer_standings_of(tournament, table.after_round, record=record)
    rows = tuple(
        StandingsRow(
            position=row.place,
            rank=row.place,
            is_shared=False,
            starting_rank=row.rank,
            points=row.score,
            values=(),
            decided_by=None,
        )
        for row in season.rows
    )
    return replace(table, tie_breaks=(), rows=rows)
