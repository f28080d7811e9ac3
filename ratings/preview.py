"""What would happen if: the same replay as the update, without writing.

``Changes`` says which inputs would change; ``preview_changes`` answers with every row of the events
named, the later events that would move, and a digest. Confirming carries the digest; if anything
moved in between, it is refused and shown again.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from clubs.errors import Outdated
from clubs.models import Club
from ratings.changes import (
    Changes,
    PlannedAdjustment,
    by_list,
    changed_days,
    changed_games,
    current_reports,
)
from ratings.event_report import EventReport, content_digest
from ratings.models import RatingList
from ratings.replay import lock_lists
from ratings.replay.diff import shown
from ratings.replay.lines import LEFT_OUT
from ratings.replay.records import Row
from ratings.replay.what_if import Simulated, simulate
from ratings.reports import live_reports
from ratings.rules import TimeControl

__all__ = [
    "Changes",
    "LaterEvent",
    "LeftOutGame",
    "PlannedAdjustment",
    "Preview",
    "PreviewRow",
    "Wave",
    "confirm",
    "preview_changes",
    "preview_reports",
    "preview_withdrawal",
    "require_same",
]


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A player's row in an event named by the changes, as it is and as it would be."""

    time_control: str
    event_key: int
    player_id: int
    old: Row | None
    new: Row | None


@dataclass(frozen=True, slots=True)
class LeftOutGame:
    """A game that would not be rated for at least one side, with the reason for each."""

    time_control: str
    event_key: int
    round_number: int
    board_number: int
    white_id: int
    black_id: int
    white_reason: str | None
    black_reason: str | None


@dataclass(frozen=True, slots=True)
class LaterEvent:
    """An event that is not named by the changes but would move."""

    time_control: str
    event_key: int
    event_name: str
    last_day: date
    ratings: int
    largest_change: int


@dataclass(frozen=True, slots=True)
class Wave:
    """The size of it: games changed, ratings moved in later events, their number, the largest.

    ``largest_change`` is the greatest distance between a rating as it is and as it would be, the
    events named by the changes included.
    """

    games: int
    ratings: int
    events: int
    largest_change: int


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything a person is shown before confirming; ``digest`` stands for all of it."""

    rows: tuple[PreviewRow, ...]
    left_out: tuple[LeftOutGame, ...]
    later: tuple[LaterEvent, ...]
    wave: Wave
    digest: str


def preview_reports(
    club: Club,
    reports: Sequence[EventReport],
    *,
    withdrawals: Sequence[tuple[int, TimeControl]] = (),
) -> Preview:
    """Return what closing or correcting an event would do; constant queries."""
    return preview_changes(club, Changes(reports=reports, withdrawals=withdrawals))


def preview_withdrawal(club: Club, event_key: int) -> Preview:
    """Return what reopening an event would do, on all its lists."""
    withdrawals = [
        (event_key, TimeControl(report.rating_list.time_control))
        for report in live_reports(club, event_key)
    ]
    return preview_changes(club, Changes(withdrawals=withdrawals))


def preview_changes(club: Club, changes: Changes) -> Preview:
    """Return what would be if these inputs changed; the number of queries does not grow."""
    lists = {item.time_control: item for item in RatingList.objects.filter(club=club)}
    current = current_reports(club, changes)
    days = changed_days(club, changes, current)
    simulated = simulate(lists, by_list(club, changes), days)
    rows = [row for item in simulated for row in _named_rows(item, changes)]
    left_out = [game for item in simulated for game in _left_out(item, changes)]
    later = [event for item in simulated for event in _later_events(item, changes)]
    largest = max((event.largest_change for event in later), default=0)
    for row in rows:
        largest = max(largest, _distance(row.old, row.new))
    wave = Wave(
        games=changed_games(changes, current),
        ratings=sum(event.ratings for event in later),
        events=len(later),
        largest_change=largest,
    )
    return Preview(
        rows=tuple(rows),
        left_out=tuple(left_out),
        later=tuple(later),
        wave=wave,
        digest=_digest(changes, rows, left_out, simulated, wave),
    )


def require_same(preview: Preview, digest: str) -> None:
    """Refuse to confirm what differs from what was shown. Raises Outdated."""
    if preview.digest != digest:
        raise Outdated(
            "preview_outdated",
            _("Something changed since this was shown. Look at it again before you confirm."),
            facts={"preview_digest": preview.digest},
        )


def confirm(club: Club, changes: Changes, digest: str | None) -> None:
    """Hold the lists and refuse if the preview shown no longer holds; None confirms unseen."""
    if digest is not None:
        lock_lists(club.pk)
        require_same(preview_changes(club, changes), digest)


def _named_keys(item: Simulated, changes: Changes) -> set[int]:
    keys = {
        report.event_key for report in changes.reports if report.time_control == item.time_control
    }
    return keys | {key for key, control in changes.withdrawals if control == item.time_control}


def _named_rows(item: Simulated, changes: Changes) -> list[PreviewRow]:
    keys = _named_keys(item, changes)
    old = {(row.key, row.player): row for row in item.named}
    new = {(row.key, row.player): row for row in item.outcome.rows if row.event_key in keys}
    return [
        PreviewRow(item.time_control, *place, old.get(place), new.get(place))
        for place in sorted(old.keys() | new.keys())
    ]


def _left_out(item: Simulated, changes: Changes) -> list[LeftOutGame]:
    """Return the games of the named reports that would not count for a side."""
    keys = _named_keys(item, changes)
    reasons: dict[tuple[int, int, int, str], str] = {}
    lines = {(row.key, row.player): row.games for row in item.outcome.rows if row.event_key in keys}
    lines |= {key: value for key, value in item.outcome.uncounted.items() if key[0] in keys}
    for (key, _player), games in lines.items():
        for line in games:
            if line[LEFT_OUT] is not None:
                reasons[key, line[0], line[1], line[2]] = line[LEFT_OUT]
    left_out = []
    for named in sorted(keys & item.reports.keys()):
        for game in item.reports[named].games:
            place = (named, game.round_number, game.board_number)
            white, black = reasons.get((*place, "w")), reasons.get((*place, "b"))
            if white is not None or black is not None:
                left_out.append(
                    LeftOutGame(item.time_control, *place, game.white, game.black, white, black)
                )
    return left_out


def _moved(item: Simulated) -> list[tuple[Row | None, Row | None]]:
    difference = item.difference
    pairs: list[tuple[Row | None, Row | None]] = [
        (old, new) for _pk, old, new in difference.changed if shown(old) != shown(new)
    ]
    pairs += [(old, None) for _pk, old in difference.removed]
    pairs += [(None, new) for new in difference.added]
    return pairs


def _later_events(item: Simulated, changes: Changes) -> list[LaterEvent]:
    named = _named_keys(item, changes)
    found: dict[int, list[tuple[Row | None, Row | None]]] = defaultdict(list)
    for old, new in _moved(item):
        key = (new or old).event_key  # type: ignore[union-attr]
        if key is not None and key not in named:
            found[key].append((old, new))
    events = []
    for key, pairs in found.items():
        report = item.reports[key]
        events.append(
            LaterEvent(
                time_control=item.time_control,
                event_key=key,
                event_name=report.name,
                last_day=report.last_day,
                ratings=len(pairs),
                largest_change=max(_distance(old, new) for old, new in pairs),
            )
        )
    return sorted(events, key=lambda event: (event.last_day, event.event_key))


def _distance(old: Row | None, new: Row | None) -> int:
    """Return by how much a rating would move; 0 where one of the two is no rating."""
    if old is None or new is None or old.after is None or new.after is None:
        return 0
    return abs(new.after - old.after)


def _digest(
    changes: Changes,
    rows: Sequence[PreviewRow],
    left_out: Sequence[LeftOutGame],
    simulated: Sequence[Simulated],
    wave: Wave,
) -> str:
    """Return a SHA-256 of everything shown, and of every row that would move."""
    named = {
        (report.event_key, str(report.time_control)): content_digest(report)
        for report in changes.reports
    }
    content: list[Any] = [
        [[*place, digest] for place, digest in sorted(named.items())],
        [[row.time_control, row.event_key, row.player_id, _facts(row.new)] for row in rows],
        [list(asdict(game).values()) for game in left_out],
        [
            [item.time_control, (new or old).player, (new or old).key, _facts(old), _facts(new)]  # type: ignore[union-attr]
            for item in simulated
            for old, new in _moved(item)
        ],
        list(asdict(wave).values()),
    ]
    return sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()


def _facts(row: Row | None) -> list[Any] | None:
    if row is None:
        return None
    return [row.kind, *(shown(row) or {}).values(), row.k_reason, row.flags, row.pool_after]
