"""Players enter an event, come late, leave and come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Count, F, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, nothing_here, of_club, visible_players
from clubs.audit import record_act
from clubs.errors import InvalidInput, Outdated, Problem, Refused
from clubs.models import Player
from clubs.names import search_form, tidy_name
from clubs.today import today_in
from ratings.models import Rating
from tournaments.event_lock import lock_event, save_event
from tournaments.event_queries import ROUND_ROBINS
from tournaments.models import Bye, Entry, Round, Tournament
from tournaments.results import ByeKind
from tournaments.seeding import seed_ratings
from tournaments.starting_list import number_entries

ATTENDANCE_WINDOW = timedelta(days=365)
MOST_REGULARS = 300
LONGEST_FAMILY = 40


@dataclass(frozen=True, slots=True)
class Regular:
    """A player as the list "who is here" offers him: how often he came, and when last."""

    player: Player
    events: int
    last_day: date | None
    rating: int | None
    is_entered: bool


def who_was_here(
    access: ClubAccess, tournament: Tournament, *, search: str = "", limit: int = MOST_REGULARS
) -> list[Regular]:
    """Return the club's players, those who come most often first; five queries.

    Attendance is counted over the year before the event; ``search`` finds by name.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    attendance = _attendance(access, tournament)
    players = visible_players(access).filter(archived_at__isnull=True).order_by("search_name", "pk")
    for word in search_form(search).split():
        players = players.filter(search_name__contains=word)
    regulars = list(players.filter(pk__in=attendance))
    regulars.sort(key=lambda player: -attendance[player.pk][0])
    others = players.exclude(pk__in=attendance)[: max(limit - len(regulars), 0)]
    offered = [*regulars, *others][:limit]
    ratings = of_club(access, Rating).filter(
        rating_list__time_control=tournament.time_control, player__in=offered
    )
    rating_of = dict(ratings.values_list("player_id", "rating"))
    entered = set(tournament.entries.values_list("player_id", flat=True))
    return [
        Regular(
            player,
            *attendance.get(player.pk, (0, None)),
            rating_of.get(player.pk),
            player.pk in entered,
        )
        for player in offered
    ]


def _attendance(access: ClubAccess, tournament: Tournament) -> dict[int, tuple[int, date | None]]:
    """Return how often and when last each player came within the year before an event."""
    day = tournament.start_date or today_in(tournament.club)
    rows = (
        of_club(access, Entry)
        .filter(
            tournament__start_date__gte=day - ATTENDANCE_WINDOW, tournament__start_date__lte=day
        )
        .exclude(tournament=tournament.pk)
        .values("player_id")
        .annotate(events=Count("pk"), last=Max("tournament__start_date"))
        .order_by()
    )
    return {row["player_id"]: (row["events"], row["last"]) for row in rows}


@transaction.atomic
def enter_players(
    access: ClubAccess,
    tournament: Tournament,
    players: Sequence[Player],
    *,
    missed_rounds_as: ByeKind = ByeKind.ZERO_POINT,
) -> list[Entry]:
    """Return the entries of the players, in their order; who has entered already stays as he is.

    Once rounds have been published it is a late entry: play begins with the next round, and
    ``missed_rounds_as`` says what the missed ones bring. Half-point byes are given for the latest
    missed rounds as far as the event's cap reaches, and nothing for the others. The number of
    queries does not depend on the number of players.
    """
    tournament = lock_event(access, tournament.pk, Right.MANAGE)
    if any(player.club_id != access.club.pk for player in players):
        raise nothing_here()
    if merged := [player.name for player in players if player.merged_into_id is not None]:
        raise Refused(
            "player_merged",
            _("This player was merged into another row."),
            facts={"players": merged},
        )
    entered = {entry.player_id: entry for entry in tournament.entries.all()}
    new = list({player.pk: player for player in players if player.pk not in entered}.values())
    last_round = tournament.rounds.filter(state=Round.State.PUBLISHED).aggregate(
        last=Max("number")
    )["last"]
    if new and tournament.format in ROUND_ROBINS and tournament.rounds.exists():
        raise Refused(
            "table_drawn",
            _("The round robin has been drawn. Undo its rounds before somebody else enters."),
        )
    if new:
        _create_entries(access, tournament, new, last_round or 0, missed_rounds_as)
        entered = {entry.player_id: entry for entry in tournament.entries.all()}
        save_event(tournament)
    return [entered[player.pk] for player in players]


def _create_entries(
    access: ClubAccess,
    tournament: Tournament,
    players: list[Player],
    rounds_gone: int,
    missed_rounds_as: ByeKind,
) -> None:
    ratings = seed_ratings(tournament, [player.pk for player in players])
    created = Entry.objects.bulk_create(
        Entry(
            club_id=tournament.club_id,
            tournament=tournament,
            player=player,
            rating=ratings[player.pk],
            first_round=rounds_gone + 1,
        )
        for player in players
    )
    half = tournament.half_point_bye_cap if missed_rounds_as is ByeKind.HALF_POINT else 0
    Bye.objects.bulk_create(
        Bye(
            club_id=tournament.club_id,
            tournament=tournament,
            entry=entry,
            round_number=number,
            kind=ByeKind.HALF_POINT if number > rounds_gone - half else ByeKind.ZERO_POINT,
        )
        for entry in created
        for number in range(1, rounds_gone + 1)
    )
    number_entries(tournament)
    record_act(
        access.club, access.actor, "players_entered", subject=tournament.name,
        event_number=tournament.number, first_round=rounds_gone + 1,
        players=[{"player": player.pk, "name": player.name} for player in players],
        missed_rounds_as=missed_rounds_as.value if rounds_gone else "",
    )  # fmt: skip


def lock_entry(
    access: ClubAccess, entry: Entry, right: Right = Right.MANAGE, *, version: int | None = None
) -> Entry:
    """Return the entry as it is now, with its event locked; NotFound if it is gone.

    ``version`` is the one the person saw; a newer one is Outdated.
    """
    tournament = lock_event(access, entry.tournament_id, right)
    found = tournament.entries.select_related("player").filter(pk=entry.pk).first()
    if found is None:
        raise nothing_here()
    if version is not None and version != found.version:
        raise Outdated(
            "entry_changed",
            _("Somebody changed this entry meanwhile. Look at it again and repeat what you did."),
            facts={
                "version": found.version,
                "starting_rank": found.starting_rank,
                "withdrawn_after": found.withdrawn_after,
            },
        )
    found.tournament = tournament
    return found


def save_entry(
    access: ClubAccess, entry: Entry, action: str, *fields: str, **facts: object
) -> None:
    """Save fields of a locked entry, its event's version, and the line of the audit."""
    entry.version += 1
    entry.save(update_fields=[*fields, "version"])
    save_event(entry.tournament)
    record_act(
        access.club, access.actor, action, subject=entry.player.name,
        event_number=entry.tournament.number, player=entry.player_id,
        starting_rank=entry.starting_rank, **facts,
    )  # fmt: skip


@transaction.atomic
def remove_entry(access: ClubAccess, entry: Entry, *, version: int | None = None) -> None:
    """Take a player out of an event in which he was never paired; others move up in the list."""
    entry = lock_entry(access, entry, version=version)
    tournament = entry.tournament
    if entry.white_pairings.exists() or entry.black_pairings.exists():
        raise Refused(
            "already_paired",
            _("This player has been paired. Withdraw the player from the next round instead."),
            facts={"way_out": ["withdraw_entry"]},
        )
    record_act(
        access.club, access.actor, "entry_removed", subject=entry.player.name,
        event_number=tournament.number, player=entry.player_id,
        starting_rank=entry.starting_rank,
    )  # fmt: skip
    entry.delete()
    number_entries(tournament)
    save_event(tournament)


def check_in(access: ClubAccess, entry: Entry, *, present: bool = True) -> Entry:
    """Note that a player is here, or that he is not after all."""
    return check_in_several(access, entry.tournament, [entry], present=present)[0]


@transaction.atomic
def check_in_several(
    access: ClubAccess, tournament: Tournament, entries: Sequence[Entry], *, present: bool = True
) -> list[Entry]:
    """Note of several players that they are here or not; helpers may do it too.

    The event need not have been read.
    """
    tournament = lock_event(access, tournament, Right.RESULTS)
    ids = {entry.pk for entry in entries}
    found = list(tournament.entries.filter(pk__in=ids).select_related("player"))
    if len(found) != len(ids):
        raise nothing_here()
    changed = [entry for entry in found if (entry.checked_in_at is not None) != present]
    if changed:
        now = timezone.now() if present else None
        for entry in changed:
            entry.checked_in_at = now
            entry.version += 1
        tournament.entries.filter(pk__in=[entry.pk for entry in changed]).update(
            checked_in_at=now, version=F("version") + 1
        )
        save_event(tournament)
        record_act(
            access.club, access.actor, "players_checked_in" if present else "check_in_undone",
            subject=tournament.name, event_number=tournament.number,
            players=[entry.player_id for entry in changed],
        )  # fmt: skip
    return found


@transaction.atomic
def set_family_group(
    access: ClubAccess, tournament: Tournament, entries: Sequence[Entry], word: str
) -> None:
    """Make players a family that is not paired with each other; an empty word ends it."""
    tournament = lock_event(access, tournament.pk, Right.MANAGE)
    access.require_whole_club()
    word = tidy_name(word)
    if len(word) > LONGEST_FAMILY:
        message = _("At most %(most)s characters.") % {"most": LONGEST_FAMILY}
        problem = Problem("word_long", message, "word", {"most": LONGEST_FAMILY})
        raise InvalidInput("family_invalid", message, problems=[problem])
    players = Player.objects.filter(
        club=access.club, entries__tournament=tournament, entries__in=[e.pk for e in entries]
    )
    named = players.order_by("pk").values_list("pk", "name")
    family = [{"player": pk, "name": name} for pk, name in named]
    Player.objects.filter(pk__in=players.values("pk")).update(family_group=word)
    save_event(tournament)
    record_act(
        access.club, access.actor, "family_set", subject=tournament.name,
        event_number=tournament.number, word=word, players=family,
    )  # fmt: skip
