"""A closed event is corrected or reopened: the wave is shown first, and revisions stay behind.

The correction is worked out in memory by one function for preview and writing alike, so what is
shown is what is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, nothing_here
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem, Refused
from clubs.models import Player
from ratings.preview import Preview, preview_reports, preview_withdrawal, require_same
from ratings.replay import lock_lists
from ratings.rules import TimeControl
from ratings.submit import EventReport, live_reports, submit_report, withdraw_report
from tournaments.boards import exchange_colours
from tournaments.checking import LONGEST_REASON
from tournaments.closing import closing_refused, problems_of
from tournaments.event_lock import lock_event, outdated_event, save_event
from tournaments.event_queries import EventView, load_event_view
from tournaments.models import Entry, Pairing, Tournament
from tournaments.rating_report import event_reports
from tournaments.results import Result
from tournaments.seeding import seed_ratings
from tournaments.told_results import tell_of_results

LONGEST_WHY = 200
Place = tuple[int, int]
PAIRING_FIELDS = (
    "white", "black", "result", "previous_result", "excluded_reason", "version",
    "changed_at", "changed_by_label",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Correction:
    """What is changed in a closed event.

    Boards are named by round and board number. ``results`` holds new results, ``swapped`` boards
    whose colours turn round (each player keeps his score), ``excluded`` reasons that keep a game
    out of rating (empty: rated again). ``replaced`` gives another player the entry of a starting
    rank. Days and time control stay where they are None.
    """

    results: Mapping[Place, Result] = field(default_factory=dict)
    swapped: frozenset[Place] = frozenset()
    excluded: Mapping[Place, str] = field(default_factory=dict)
    replaced: Mapping[int, Player] = field(default_factory=dict)
    start_date: date | None = None
    end_date: date | None = None
    time_control: TimeControl | None = None


@dataclass(slots=True)
class _Corrected:
    """A corrected event in memory: which rows differ, and what the audit will say."""

    view: EventView
    boards: dict[Place, Pairing] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    fields: list[str] = field(default_factory=list)
    changes: list[dict[str, Any]] = field(default_factory=list)


def preview_correction(
    access: ClubAccess,
    tournament: Tournament,
    correction: Correction,
    *,
    version: int | None = None,
) -> Preview:
    """Return what a correction would change: the event's own rows and the wave behind it.

    ``version`` is that of the event as the person saw it. Nothing is written. Raises Outdated, and
    InvalidInput with everything that is wrong in the correction.
    """
    access.require(Right.CLOSE)
    if version not in (None, tournament.version):
        raise outdated_event(tournament)
    if not tournament.is_closed:
        raise _not_closed()
    corrected = _apply(access, load_event_view(tournament), correction)
    reports = _reports_of(corrected)
    return preview_reports(
        access.club, reports, withdrawals=_lists_left(access, tournament, reports)
    )


@transaction.atomic
def correct_tournament(
    access: ClubAccess,
    tournament: Tournament,
    correction: Correction,
    *,
    digest: str,
    reason: str,
    version: int | None = None,
) -> Tournament:
    """Return the closed event, corrected and rated again with everything that followed.

    ``digest`` is that of the preview that was shown: if anything moved since, Outdated, and so it
    is with another ``version`` than that of the event. The reason is kept in the audit and with
    every revision it causes.
    """
    tournament = lock_event(access, tournament.pk, Right.CLOSE, version=version, may_be_closed=True)
    if not tournament.is_closed:
        raise _not_closed()
    reason = required_reason(reason)
    tournament.club = access.club
    corrected = _apply(access, load_event_view(tournament), correction)
    reports = _reports_of(corrected)
    left = _lists_left(access, tournament, reports)
    lock_lists(access.club.pk)
    require_same(preview_reports(access.club, reports, withdrawals=left), digest)
    if not corrected.changes:
        return tournament
    _write(corrected)
    tell_of_results(access, tournament, _with_other_results(corrected))
    for report in reports:
        submit_report(access.club, access.actor, report, reason=reason)
    for _key, time_control in left:
        withdraw_report(
            access.club, access.actor, event_key=tournament.number, time_control=time_control,
            reason=reason,
        )  # fmt: skip
    tournament.revision += 1
    save_event(tournament, *corrected.fields, "revision")
    record_act(
        access.club, access.actor, "event_corrected", subject=tournament.name,
        event_number=tournament.number, reason=reason, changes=corrected.changes,
    )  # fmt: skip
    return tournament


def required_reason(reason: str) -> str:
    """Return the reason of a correction, tidied; players will read it. Raises InvalidInput."""
    reason = tidied_reason(reason)
    if not reason:
        message = _("Say why: the reason is shown to the players whose ratings move.")
        problem = Problem("reason_missing", message, "reason")
        raise InvalidInput("reason_missing", message, problems=[problem])
    return reason


def tidied_reason(reason: str) -> str:
    """Return a reason without needless spaces, or raise InvalidInput where it is too long."""
    reason = " ".join(reason.split())
    if len(reason) > LONGEST_WHY:
        message = _("At most %(most)s characters.") % {"most": LONGEST_WHY}
        problem = Problem("reason_long", message, "reason", {"most": LONGEST_WHY})
        raise InvalidInput("reason_long", message, problems=[problem])
    return reason


def _not_closed() -> Refused:
    return Refused(
        "event_not_closed",
        _("The event is not closed: change it directly."),
        facts={"way_out": ["enter_result"]},
    )


def _reports_of(corrected: _Corrected) -> list[EventReport]:
    if problems := problems_of(corrected.view):
        raise closing_refused(problems)
    return event_reports(corrected.view)


def _lists_left(
    access: ClubAccess, tournament: Tournament, reports: list[EventReport]
) -> list[tuple[int, TimeControl]]:
    """Return the lists on which the event was rated and has no game any more."""
    still = {report.time_control for report in reports}
    live = [
        TimeControl(report.rating_list.time_control)
        for report in live_reports(access.club, tournament.number)
    ]
    return [(tournament.number, control) for control in live if control not in still]


def _apply(access: ClubAccess, view: EventView, correction: Correction) -> _Corrected:
    """Change a loaded event in memory, or raise InvalidInput with every wrong item."""
    corrected = _Corrected(view)
    boards = {
        (each.round.number, board.board_number): board
        for each in view.rounds
        for board in each.pairings
    }
    problems = [
        *_apply_boards(access, corrected, correction, boards),
        *_apply_players(access, corrected, correction),
        *_apply_settings(corrected, correction),
    ]
    if problems:
        raise InvalidInput("correction_invalid", _("Nothing was corrected."), problems=problems)
    return corrected


def _apply_boards(
    access: ClubAccess,
    corrected: _Corrected,
    correction: Correction,
    boards: Mapping[Place, Pairing],
) -> list[Problem]:
    problems = []
    now = timezone.now()
    named = {*correction.results, *correction.swapped, *correction.excluded}
    for place in sorted(named):
        round_number, board_number = place
        path = f"boards[{round_number}.{board_number}]"
        board = boards.get(place)
        if board is None:
            message = _("There is no board %(board)s in round %(round)s.") % {
                "board": board_number,
                "round": round_number,
            }
            problems.append(Problem("board_unknown", message, path))
            continue
        old = {"result": board.result, "excluded": board.excluded_reason}
        if place in correction.swapped:
            exchange_colours(board)
        result = correction.results.get(place, Result(board.result))
        if result.is_open:
            message = _("A closed event has a result on every board.")
            problems.append(Problem("result_open", message, path))
        if result != board.result:
            board.previous_result, board.result = board.result, result.value
        reason = " ".join(correction.excluded.get(place, board.excluded_reason).split())
        if reason != board.excluded_reason:
            problems += _exclusion_problems(reason, result, path)
        board.excluded_reason = reason
        new = {"result": board.result, "excluded": board.excluded_reason}
        swapped = place in correction.swapped
        if old != new or swapped:
            board.version += 1
            board.changed_at, board.changed_by_label = now, access.actor.label
            corrected.boards[place] = board
            corrected.changes.append(
                {"round": round_number, "board": board_number, "old": old, "new": new,
                 "colours_swapped": swapped}
            )  # fmt: skip
    return problems


def _exclusion_problems(reason: str, result: Result, path: str) -> list[Problem]:
    """Return why a game cannot be kept out of rating like this; no reason rates it again."""
    if len(reason) > LONGEST_REASON:
        message = _("Say in at most %(most)s characters why the game is not rated.")
        return [Problem("reason_long", message % {"most": LONGEST_REASON}, path)]
    if reason and not result.is_rated:
        message = _("This game would not be rated anyway.")
        return [Problem("game_not_rated", message, path, {"result": result.value})]
    return []


def _apply_players(
    access: ClubAccess, corrected: _Corrected, correction: Correction
) -> list[Problem]:
    problems = []
    view = corrected.view
    taken = {entry.player_id for entry in view.entries}
    for rank, player in sorted(correction.replaced.items()):
        if player.club_id != access.club.pk or player.merged_into_id is not None:
            raise nothing_here()
        entry = view.entry_by_rank.get(rank)
        path = f"players[{rank}]"
        if entry is None:
            message = _("There is no such number in the starting list.")
            problems.append(Problem("rank_unknown", message, path))
        elif player.pk in taken:
            message = _("%(name)s plays in this event already.") % {"name": player.name}
            problems.append(Problem("already_entered", message, path, {"player": player.pk}))
        elif entry.player_id != player.pk:
            taken.add(player.pk)
            corrected.changes.append(
                {"starting_rank": rank, "old": entry.player_id, "new": player.pk,
                 "old_name": entry.player.name, "new_name": player.name}
            )  # fmt: skip
            entry.player = player
            entry.version += 1
            corrected.entries.append(entry)
    return problems


def _apply_settings(corrected: _Corrected, correction: Correction) -> list[Problem]:
    tournament = corrected.view.tournament
    wanted = {
        "start_date": correction.start_date,
        "end_date": correction.end_date,
        "time_control": correction.time_control and correction.time_control.value,
    }
    for name, value in wanted.items():
        old = getattr(tournament, name)
        if value is not None and value != old:
            setattr(tournament, name, value)
            corrected.fields.append(name)
            corrected.changes.append({"field": name, "old": str(old or ""), "new": str(value)})
    if correction.time_control and "time_control" in corrected.fields:
        tournament.time_control_reason = tournament.time_control_reason or _("Corrected")
        corrected.fields.append("time_control_reason")
    first, last = tournament.start_date, tournament.end_date
    if first and last and last < first:
        message = _("The last day comes before the first.")
        return [Problem("days_out_of_order", message, "end_date")]
    return []


def _with_other_results(corrected: _Corrected) -> list[Pairing]:
    """Return the boards whose result reads otherwise now; the rounds come with them."""
    changed = []
    for change in corrected.changes:
        if "board" in change and change["old"]["result"] != change["new"]["result"]:
            board = corrected.boards[change["round"], change["board"]]
            changed.append(board)
    return changed


def _write(corrected: _Corrected) -> None:
    tournament = corrected.view.tournament
    Pairing.objects.bulk_update(corrected.boards.values(), PAIRING_FIELDS)
    if corrected.entries:
        ratings = seed_ratings(tournament, [entry.player_id for entry in corrected.entries])
        for entry in corrected.entries:
            entry.rating = ratings[entry.player_id]
        Entry.objects.bulk_update(corrected.entries, ["player", "rating", "version"])


def preview_reopening(access: ClubAccess, tournament: Tournament) -> Preview:
    """Return the wave of taking the event out of the ratings again; nothing is written."""
    access.require(Right.CLOSE)
    return preview_withdrawal(access.club, tournament.number)


@transaction.atomic
def reopen_tournament(
    access: ClubAccess, tournament: Tournament, *, digest: str | None, reason: str = ""
) -> Tournament:
    """Return the event, running again; its reports are withdrawn and what followed is rated anew.

    ``digest`` is that of the wave that was shown. An event that is open already is given back.
    """
    tournament = lock_event(access, tournament.pk, Right.CLOSE, may_be_closed=True)
    if not tournament.is_closed:
        return tournament
    reason = tidied_reason(reason)
    lock_lists(access.club.pk)
    if digest is not None:
        require_same(preview_withdrawal(access.club, tournament.number), digest)
    for report in live_reports(access.club, tournament.number):
        withdraw_report(
            access.club, access.actor, event_key=tournament.number,
            time_control=TimeControl(report.rating_list.time_control), reason=reason,
        )  # fmt: skip
    tournament.state = Tournament.State.RUNNING
    tournament.closed_at, tournament.closed_by_label = None, ""
    tournament.revision += 1
    save_event(tournament, "state", "closed_at", "closed_by_label", "revision")
    record_act(
        access.club, access.actor, "event_reopened", subject=tournament.name,
        event_number=tournament.number, reason=reason,
    )  # fmt: skip
    return tournament
