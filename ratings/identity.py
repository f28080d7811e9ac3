"""Who a player is, as far as the ledger cares: year of birth, merged rows, wrong namesakes.

The year of birth belongs to the player, so changing it marks every list from his first event. A
player in the place of another is a new revision of each report, and can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem, Refused
from clubs.models import Club, Player
from clubs.players import OLDEST_BIRTH_YEAR, date_in_year, lock_player
from clubs.today import today_in
from ratings.changes import Changes, PlannedAdjustment
from ratings.event_report import EventReport, ReportedGame
from ratings.models import RatingAdjustment, RatingReport
from ratings.preview import Preview, confirm, preview_changes, require_same
from ratings.replay import lock_lists, mark_stale
from ratings.reports import all_live, first_days_of, live_with, stored_event_reports
from ratings.rules import TimeControl
from ratings.submit import submit_reports
from ratings.tasks import nudge_after_commit


@dataclass(frozen=True, slots=True)
class Moved:
    """What went from one player to another, for taking it back.

    ``sides`` names the places at the boards: time control, event key, round, board, colour.
    """

    sides: tuple[tuple[str, int, int, int, str], ...]
    adjustments: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it in the form that ``PlayerMerge.moved`` stores."""
        return {
            "sides": [list(side) for side in self.sides],
            "adjustments": list(self.adjustments),
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Moved:
        """Return what ``as_json`` has stored."""
        return cls(
            sides=tuple(tuple(side) for side in stored.get("sides", ())),
            adjustments=tuple(stored.get("adjustments", ())),
        )


def preview_birth_year(player: Player, birth_year: int | None) -> Preview:
    """Return what another year of birth would change."""
    return preview_changes(player.club, Changes(birth_years={player.pk: birth_year}))


def change_birth_year(
    access: ClubAccess,
    player: Player,
    birth_year: int | None,
    *,
    preview_digest: str | None = None,
) -> Player:
    """Return the player with another year of birth; lists are rated again from his first event.

    Raises InvalidInput for an impossible year, and Outdated when the preview shown no longer holds.
    """
    access.require(Right.MANAGE)
    this_year = today_in(access.club).year
    if birth_year is not None and not OLDEST_BIRTH_YEAR <= birth_year <= this_year:
        limits = {"least": OLDEST_BIRTH_YEAR, "most": this_year}
        text = _("Give a year from %(least)s to %(most)s.") % limits
        problems = [Problem("out_of_range", text, "birth_year", limits)]
        raise InvalidInput("birth_year_invalid", text, problems=problems)
    with transaction.atomic():
        lock_lists(access.club.pk)
        player = lock_player(player)
        if player.birth_year == birth_year:
            return player
        confirm(access.club, Changes(birth_years={player.pk: birth_year}), preview_digest)
        mark_for_birth_year(access, player)
        old, player.birth_year = player.birth_year, birth_year
        player.birth_date = date_in_year(player, birth_year)
        player.version += 1
        player.save(update_fields=["birth_year", "birth_date", "version"])
        record_act(
            access.club,
            access.actor,
            "birth_year_changed",
            subject=player.name,
            player=player.pk,
            was_known=old is not None,
        )
    return player


def mark_for_birth_year(access: ClubAccess, player: Player) -> None:
    """Mark the lists stale on which a player's year of birth may have decided a K.

    For use cases that change the year among other things; call it in their transaction.
    """
    mark_for_birth_years(access, [player.pk])


def mark_for_birth_years(access: ClubAccess, players: Sequence[int]) -> None:
    """Mark the lists stale for several players at once, given by id; constant queries."""
    if not players:
        return
    days = first_days_of(access.club, players)
    lists = lock_lists(access.club.pk, list(days))
    cause: dict[str, Any] = {
        "kind": "birth_year",
        "players": list(players),
        "author": access.actor.label,
    }
    if len(players) == 1:
        cause = {"kind": "birth_year", "player": players[0], "author": access.actor.label}
    for time_control, rating_list in lists.items():
        mark_stale(rating_list, days[time_control], cause)
        nudge_after_commit(rating_list.pk)


def preview_replacement(club: Club, old: Player, new: Player) -> Preview:
    """Return what it would change if everything of one player belonged to another."""
    return preview_changes(club, _replacement(club, old, new))


def replacement_problems(club: Club, old: Player, new: Player) -> list[Problem]:
    """Return why two rows cannot be one person: they sat at two boards in one round."""
    reports = live_with(club, [old.pk]).select_related("rating_list")
    return _clashes(stored_event_reports(list(reports)), old, new)


def replace_player(
    access: ClubAccess,
    old: Player,
    new: Player,
    *,
    reason: str = "",
    preview_digest: str | None = None,
) -> Moved:
    """Put one player in the place of another in every report and adjustment.

    Raises Refused when the two have played in one round, and Outdated when the preview shown no
    longer holds.
    """
    access.require(Right.MANAGE)
    with transaction.atomic():
        lock_lists(access.club.pk)
        confirm(access.club, _replacement(access.club, old, new), preview_digest)
        stored = live_with(access.club, [old.pk]).select_related("rating_list")
        reports = stored_event_reports(list(stored))
        _refuse_clashes(reports, old, new)
        sides = tuple(side for report in reports for side in _sides_of(report, old.pk))
        _submit_replaced(access, reports, old, new, reason)
        adjustments = RatingAdjustment.objects.filter(player=old, withdrawn_at__isnull=True)
        moved = Moved(sides, tuple(adjustments.values_list("pk", flat=True)))
        _move_adjustments(access, moved.adjustments, new)
        record_act(
            access.club,
            access.actor,
            "player_replaced",
            subject=old.name,
            old=old.pk,
            new=new.pk,
            reason=reason,
        )
    return moved


def preview_taking_back(club: Club, old: Player, new: Player, moved: Moved) -> Preview:
    """Return what it would change if ``old`` got back what ``replace_player`` moved."""
    adjustments = list(
        RatingAdjustment.objects.filter(pk__in=moved.adjustments, withdrawn_at__isnull=True)
        .select_related("rating_list")
        .order_by("day", "key")
    )
    changes = Changes(
        reports=_given_back(club, old, new, moved),
        adjustments=[_planned(item, old) for item in adjustments],
        withdrawn_adjustments=adjustments,
    )
    return preview_changes(club, changes)


def take_back_replacement(
    access: ClubAccess,
    old: Player,
    new: Player,
    moved: Moved,
    *,
    reason: str = "",
    preview_digest: str | None = None,
) -> None:
    """Give back to ``old`` what ``replace_player`` moved and what still stands with ``new``.

    Raises Outdated when the preview shown no longer holds.
    """
    access.require(Right.MANAGE)
    with transaction.atomic():
        lock_lists(access.club.pk)
        if preview_digest is not None:
            require_same(preview_taking_back(access.club, old, new, moved), preview_digest)
        changed = _given_back(access.club, old, new, moved)
        submit_reports(access.club, access.actor, changed, reason=reason)
        _move_adjustments(access, moved.adjustments, old)
        record_act(
            access.club,
            access.actor,
            "replacement_taken_back",
            subject=old.name,
            old=old.pk,
            new=new.pk,
            reason=reason,
        )


def _given_back(club: Club, old: Player, new: Player, moved: Moved) -> list[EventReport]:
    """Return the reports in which ``old`` gets a place at a board back."""
    wanted = set(moved.sides)
    keys = {key for _control, key, *_rest in moved.sides}
    stored = all_live(club).filter(event_key__in=keys).select_related("rating_list")
    changed = []
    for report in stored_event_reports(list(stored)):
        games = tuple(_give_back(report, game, old.pk, new.pk, wanted) for game in report.games)
        if games != report.games:
            changed.append(replace(report, games=games))
    return changed


def _replacement(club: Club, old: Player, new: Player) -> Changes:
    stored = live_with(club, [old.pk]).select_related("rating_list")
    adjustments = list(
        RatingAdjustment.objects.filter(player=old, withdrawn_at__isnull=True)
        .select_related("rating_list")
        .order_by("day", "key")
    )
    return Changes(
        reports=[
            report.with_player_replaced(old.pk, new.pk)
            for report in stored_event_reports(list(stored))
        ],
        adjustments=[_planned(item, new) for item in adjustments],
        withdrawn_adjustments=adjustments,
    )


def _planned(adjustment: RatingAdjustment, player: Player) -> PlannedAdjustment:
    """Return a rating by hand as it would be for another player."""
    return PlannedAdjustment(
        time_control=TimeControl(adjustment.rating_list.time_control),
        player_id=player.pk,
        day=adjustment.day,
        rating=adjustment.rating,
        games=adjustment.games,
        peak=adjustment.peak,
        is_import=adjustment.kind == RatingAdjustment.Kind.IMPORT,
        key=adjustment.key,
    )


def _submit_replaced(
    access: ClubAccess, reports: Sequence[EventReport], old: Player, new: Player, reason: str
) -> list[RatingReport]:
    replaced = [report.with_player_replaced(old.pk, new.pk) for report in reports]
    return submit_reports(access.club, access.actor, replaced, reason=reason)


def _move_adjustments(access: ClubAccess, ids: Iterable[int], player: Player) -> None:
    moved = list(
        RatingAdjustment.objects.filter(pk__in=list(ids), withdrawn_at__isnull=True)
        .select_related("rating_list")
        .order_by("rating_list_id", "day")
    )
    RatingAdjustment.objects.filter(pk__in=[item.pk for item in moved]).update(player=player)
    first_days: dict[str, date] = {}
    for item in moved:
        first_days.setdefault(item.rating_list.time_control, item.day)
    cause = {"kind": "replaced", "player": player.pk, "author": access.actor.label}
    for time_control, rating_list in lock_lists(access.club.pk, list(first_days)).items():
        mark_stale(rating_list, first_days[time_control], cause)
        nudge_after_commit(rating_list.pk)


def _sides_of(report: EventReport, player: int) -> list[tuple[str, int, int, int, str]]:
    sides = []
    for game in report.games:
        place = (str(report.time_control), report.event_key, game.round_number, game.board_number)
        if game.white_id == player:
            sides.append((*place, "w"))
        elif game.black_id == player:
            sides.append((*place, "b"))
    return sides


def _give_back(
    report: EventReport,
    game: ReportedGame,
    old: int,
    new: int,
    wanted: set[tuple[str, int, int, int, str]],
) -> ReportedGame:
    place = (str(report.time_control), report.event_key, game.round_number, game.board_number)
    if game.white_id == new and (*place, "w") in wanted:
        return replace(game, white_id=old)
    if game.black_id == new and (*place, "b") in wanted:
        return replace(game, black_id=old)
    return game


def _clashes(reports: Iterable[EventReport], old: Player, new: Player) -> list[Problem]:
    problems = []
    for report in reports:
        rounds: dict[int, set[int]] = {old.pk: set(), new.pk: set()}
        for game in report.games:
            for player in (game.white_id, game.black_id):
                if player in rounds:
                    rounds[player].add(game.round_number)
        both = sorted(rounds[old.pk] & rounds[new.pk])
        if both:
            facts = {"event": report.name, "event_key": report.event_key, "round": both[0]}
            text = _("Both played in round %(round)s of %(event)s, so they are two people.") % facts
            problems.append(Problem("both_played", text, "", facts))
    return problems


def _refuse_clashes(reports: Iterable[EventReport], old: Player, new: Player) -> None:
    problems = _clashes(reports, old, new)
    if problems:
        raise Refused("two_people", _("These two rows cannot be one person."), problems=problems)
