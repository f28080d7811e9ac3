"""Ratings given by hand or taken from an imported file.

An adjustment is an input of the ledger with a day of its own. It is withdrawn, never edited: a
typing error that stayed in the chain would leave a false peak.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Min, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import Actor, ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem, Refused
from clubs.models import Club, Player
from clubs.today import today_in
from ratings.models import RatingAdjustment, RatingList, RatingReport
from ratings.policies import policy_on
from ratings.preview import Changes, PlannedAdjustment, Preview, confirm, preview_changes
from ratings.replay import lock_club, lock_lists, mark_stale
from ratings.replay.load import policy_terms
from ratings.replay.records import chain_terms
from ratings.reports import live_with
from ratings.rules import TimeControl, first_regime_day, regime_for
from ratings.tasks import nudge_after_commit

HIGHEST = 4000
MOST_GAMES = 100_000
OLDEST_DAY = date(1970, 1, 1)
BATCH = 1000


@dataclass(frozen=True, slots=True)
class ImportedRating:
    """A rating found in a file; ``peak`` None means that nothing higher is known."""

    player_id: int
    rating: int
    games: int = 0
    peak: int | None = None


def proposed_day(player: Player, rating_list: RatingList, today: date) -> date:
    """Return the day for a start value: the first day of the player's first event, else today."""
    return _his_events(player, rating_list).aggregate(first=Min("first_day"))["first"] or today


def day_without_one(player: Player, rating_list: RatingList, kind: str) -> date:
    """Return from when a rating given without a day holds.

    A start value holds from the player's first event on, anything else from today.
    """
    today = today_in(player.club)
    is_start = kind == RatingAdjustment.Kind.START
    return proposed_day(player, rating_list, today) if is_start else today


def events_not_touched(player: Player, rating_list: RatingList, day: date) -> list[RatingReport]:
    """Return the player's events that begin before a day, which a rating of that day misses."""
    events = _his_events(player, rating_list).filter(first_day__lt=day)
    return list(events.order_by("first_day", "event_key"))


def _his_events(player: Player, rating_list: RatingList) -> QuerySet[RatingReport]:
    return live_with(player.club, [player.pk]).filter(rating_list=rating_list)


def lowest_rating(club: Club, time_control: TimeControl, day: date) -> int:
    """Return the floor or minimum of the policy valid on a day."""
    regime = regime_for(time_control, max(day, first_regime_day(time_control)))
    return chain_terms(policy_terms(policy_on(club, day)), regime).lowest


def adjustment_problems(
    rating_list: RatingList, planned: PlannedAdjustment, reason: str
) -> list[Problem]:
    """Return everything for which a rating by hand is refused."""
    problems = []
    if not reason.strip():
        problems.append(Problem("reason_missing", _("Say why the rating is given."), "reason"))
    latest = today_in(rating_list.club) + timedelta(days=366)
    if not OLDEST_DAY <= planned.day <= latest:
        days = {"least": OLDEST_DAY.isoformat(), "most": latest.isoformat()}
        text = _("Give a day between %(least)s and %(most)s.") % days
        problems.append(Problem("day_out_of_range", text, "day", days))
    for name, value, least, most in (
        ("rating", planned.rating, 1, HIGHEST),
        ("games", planned.games, 0, MOST_GAMES),
        ("peak", planned.peak, planned.rating or 1, HIGHEST),
    ):
        if value is not None and not least <= value <= most:
            limits = {"least": least, "most": most}
            text = _("Give a number from %(least)s to %(most)s.") % limits
            problems.append(Problem("out_of_range", text, name, limits))
    if problems or planned.rating is None:
        return problems
    lowest = lowest_rating(rating_list.club, planned.time_control, planned.day)
    if planned.rating < lowest:
        facts = {"lowest": lowest}
        text = _("Under this club's policy no rating is below %(lowest)s on that day.") % facts
        problems.append(Problem("below_lowest", text, "rating", facts))
    return problems


def refuse_adjustment(rating_list: RatingList, planned: PlannedAdjustment, reason: str) -> None:
    """Raise InvalidInput with everything for which a rating by hand is refused."""
    if problems := adjustment_problems(rating_list, planned, reason):
        message = _("The rating cannot be given like this.")
        raise InvalidInput("adjustment_invalid", message, problems=problems)


def preview_adjustment(club: Club, planned: PlannedAdjustment) -> Preview:
    """Return what a rating by hand would change."""
    return preview_changes(club, Changes(adjustments=[planned]))


def preview_adjustment_withdrawal(adjustment: RatingAdjustment) -> Preview:
    """Return what taking a rating by hand back would change."""
    return preview_changes(adjustment.club, Changes(withdrawn_adjustments=[adjustment]))


def give_rating(
    access: ClubAccess,
    player: Player,
    rating_list: RatingList,
    *,
    rating: int | None,
    reason: str,
    day: date | None = None,
    kind: str = RatingAdjustment.Kind.MANUAL,
    games: int | None = None,
    peak: int | None = None,
    preview_digest: str | None = None,
) -> RatingAdjustment:
    """Give a player a rating from a day on, or make him unrated (``rating`` None).

    Without ``day`` a start value holds from the first day of the player's first event, anything
    else from today. Raises InvalidInput with every problem, and Outdated when the preview shown no
    longer holds.
    """
    access.require(Right.MANAGE)
    day = day or day_without_one(player, rating_list, kind)
    time_control = TimeControl(rating_list.time_control)
    planned = PlannedAdjustment(time_control, player.pk, day, rating, games, peak)
    refuse_adjustment(rating_list, planned, reason)
    with transaction.atomic():
        lock_club(access.club.pk)
        confirm(access.club, Changes(adjustments=[planned]), preview_digest)
        locked = lock_lists(access.club.pk, [time_control])[time_control]
        adjustment = RatingAdjustment.objects.create(
            club=access.club,
            rating_list=locked,
            player=player,
            key=_take_keys(access.club, 1),
            day=day,
            rating=rating,
            games=games,
            peak=peak,
            kind=kind,
            reason=reason.strip()[:200],
            **_author(access.actor),
        )
        cause = _cause(adjustment, "adjusted", access.actor, adjustment.reason)
        mark_stale(locked, day, cause)
        nudge_after_commit(locked.pk)
        _record(access, "rating_given", adjustment, adjustment.reason)
    return adjustment


def withdraw_adjustment(
    access: ClubAccess,
    adjustment: RatingAdjustment,
    *,
    reason: str = "",
    preview_digest: str | None = None,
) -> RatingAdjustment:
    """Take a rating by hand or import back, as if it had never been given.

    Raises Refused when that has been done already, and Outdated when the preview shown no longer
    holds.
    """
    access.require(Right.MANAGE)
    with transaction.atomic():
        confirm(access.club, Changes(withdrawn_adjustments=[adjustment]), preview_digest)
        time_control = adjustment.rating_list.time_control
        locked = lock_lists(access.club.pk, [time_control])[time_control]
        adjustment.refresh_from_db(fields=["withdrawn_at"])
        if adjustment.withdrawn_at is not None:
            raise Refused("already_withdrawn", _("This rating has been withdrawn already."))
        _withdraw([adjustment], access.actor)
        cause = _cause(adjustment, "adjustment_withdrawn", access.actor, reason)
        mark_stale(locked, adjustment.day, cause)
        nudge_after_commit(locked.pk)
        _record(access, "rating_withdrawn", adjustment, reason)
    return adjustment


def _record(access: ClubAccess, act: str, adjustment: RatingAdjustment, reason: str) -> None:
    record_act(
        access.club,
        access.actor,
        act,
        subject=adjustment.player.name,
        player=adjustment.player_id,
        time_control=adjustment.rating_list.time_control,
        rating=adjustment.rating,
        day=adjustment.day.isoformat(),
        reason=reason,
    )


def record_imported_ratings(
    club: Club,
    actor: Actor,
    rating_list: RatingList,
    *,
    day: date,
    ratings: Iterable[ImportedRating],
    reason: str,
) -> int:
    """Take ratings from a file for players who are new to the list; constant queries.

    One import a player and list counts: the one with the earliest day, of one day the highest
    rating, whatever the order of the imports. Whether a player is new on that day the chain
    decides: an import never overrides a rating of the club's own. Returns how many were recorded.
    """
    wanted = {item.player_id: item for item in ratings if 1 <= item.rating <= HIGHEST}
    if not wanted:
        return 0
    with transaction.atomic():
        lock_club(club.pk)
        locked = lock_lists(club.pk, [rating_list.time_control])[rating_list.time_control]
        replaced = _outranked(locked, day, wanted)
        if not wanted:
            return 0
        _withdraw(replaced, actor)
        first_key = _take_keys(club, len(wanted))
        RatingAdjustment.objects.bulk_create(
            [
                RatingAdjustment(
                    club=club,
                    rating_list=locked,
                    player_id=item.player_id,
                    key=first_key + number,
                    day=day,
                    rating=item.rating,
                    games=item.games,
                    peak=max(item.rating, item.peak or 0),
                    kind=RatingAdjustment.Kind.IMPORT,
                    reason=reason[:200],
                    **_author(actor),
                )
                for number, item in enumerate(sorted(wanted.values(), key=_by_player))
            ],
            batch_size=BATCH,
        )
        cause = {"kind": "imported", "author": actor.label, "reason": reason[:200]}
        mark_stale(locked, day, cause)
        nudge_after_commit(locked.pk)
    return len(wanted)


def _outranked(
    rating_list: RatingList, day: date, wanted: dict[int, ImportedRating]
) -> list[RatingAdjustment]:
    """Return the imports that new ones take the place of; new ones that rank behind are dropped."""
    earlier = RatingAdjustment.objects.filter(
        rating_list=rating_list,
        kind=RatingAdjustment.Kind.IMPORT,
        withdrawn_at__isnull=True,
        player__in=wanted,
    )
    replaced = []
    for adjustment in earlier:
        found = wanted[adjustment.player_id]
        if (adjustment.day, -(adjustment.rating or 0)) <= (day, -found.rating):
            del wanted[adjustment.player_id]
        else:
            replaced.append(adjustment)
    return replaced


def _author(actor: Actor) -> dict[str, Any]:
    return {"author_id": actor.user_id, "author_label": actor.label[:120]}


def _by_player(item: ImportedRating) -> int:
    return item.player_id


def _withdraw(adjustments: Sequence[RatingAdjustment], actor: Actor) -> None:
    for adjustment in adjustments:
        adjustment.withdrawn_at = timezone.now()
        adjustment.withdrawn_by_label = actor.label[:120]
    RatingAdjustment.objects.filter(pk__in=[item.pk for item in adjustments]).update(
        withdrawn_at=timezone.now(), withdrawn_by_label=actor.label[:120]
    )


def _take_keys(club: Club, how_many: int) -> int:
    """Take running numbers from the club and return the first; the row stays locked till commit."""
    Club.objects.filter(pk=club.pk).update(
        next_adjustment_number=F("next_adjustment_number") + how_many
    )
    club.refresh_from_db(fields=["next_adjustment_number"])
    return club.next_adjustment_number - how_many


def _cause(adjustment: RatingAdjustment, kind: str, actor: Actor, reason: str) -> dict[str, object]:
    """Return what a revision tells of it; ``reason`` is why this was done, for all to read."""
    return {
        "kind": kind,
        "adjustment_id": adjustment.pk,
        "author": actor.label,
        "reason": reason.strip()[:200],
    }
