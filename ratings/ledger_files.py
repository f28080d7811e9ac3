"""Writing the ledger files of a list: one per rated event, chained by digest in chain order.

Players appear by number only. A file says that somebody was a junior only where nothing else would
give his K, for without it the sum could not be checked; never his year of birth.
"""

from __future__ import annotations

import io
import itertools
import zipapp
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.cache import cache as shared_cache
from django.db.models import QuerySet

from ratings import rules
from ratings.models import RatingChange, RatingList
from ratings.replay.load import load_policies
from ratings.replay.records import Policies, chain_terms
from ratings.rules import KReason, LeftOut, TimeControl, ledger_file, regime_for
from ratings.rules.k_factor import NEWCOMER_GAMES
from ratings.shown_k import shown_k_reason

CHAIN_ORDER = ("last_day", "chain_rank", "first_day", "key")
DIGESTS_ARE_KEPT = 24 * 3600


def ledger_files(rating_list: RatingList) -> Iterator[dict[str, Any]]:
    """Yield the files of a list's rated events in chain order; two queries, read in chunks."""
    policies = load_policies(rating_list.club_id)
    rows = _event_rows(rating_list).order_by(*CHAIN_ORDER, "player_id")
    previous = ""
    for _key, group in itertools.groupby(rows.iterator(chunk_size=2000), _event_of):
        data = _event_file(rating_list, list(group), previous, policies)
        previous = data["digest"]
        yield data


def ledger_file_of(rating_list: RatingList, event_key: int) -> dict[str, Any] | None:
    """Return the file of one event, or None where the list has no rows of it; two queries.

    The chain begins with the first event, so the digests of the whole list are worked out once
    after each replay and kept.
    """
    key = f"ledger-chain:{rating_list.pk}:{rating_list.replayed_at}".replace(" ", "-")
    previous = shared_cache.get(key)
    if previous is None:
        previous = {data["event"]["key"]: data["previous"] for data in ledger_files(rating_list)}
        shared_cache.set(key, previous, DIGESTS_ARE_KEPT)
    rows = list(_event_rows(rating_list).filter(event_key=event_key).order_by("player_id"))
    if not rows or event_key not in previous:
        return None
    policies = load_policies(rating_list.club_id)
    return _event_file(rating_list, rows, previous[event_key], policies)


def _event_rows(rating_list: RatingList) -> QuerySet[RatingChange]:
    rows = RatingChange.objects.filter(rating_list=rating_list, event_key__isnull=False)
    return rows.select_related("report")


def _event_of(row: RatingChange) -> int | None:
    return row.event_key


def _event_file(
    rating_list: RatingList, rows: list[RatingChange], previous: str, policies: Policies
) -> dict[str, Any]:
    first = rows[0]
    report = first.report
    assert report is not None
    time_control = TimeControl(rating_list.time_control)
    terms = chain_terms(policies.on(first.last_day), regime_for(time_control, first.last_day))
    data: dict[str, Any] = {
        "format": ledger_file.FORMAT,
        "club": rating_list.club_id,
        "list": rating_list.time_control,
        "previous": previous,
        "event": {
            "key": first.event_key,
            "name": report.event_name,
            "first_day": first.first_day.isoformat(),
            "last_day": first.last_day.isoformat(),
            "revision": report.revision,
            "report_digest": report.digest,
        },
        "edition": first.regime,
        "terms": {"falls_to_unrated": terms.falls_to_unrated, "lowest": terms.lowest},
        "players": [_player_part(row) for row in rows],
    }
    data["digest"] = ledger_file.digest_of(data)
    return data


def _player_part(row: RatingChange) -> dict[str, Any]:
    is_newcomer = row.games_before < NEWCOMER_GAMES
    k_reason = shown_k_reason(row.k_reason, row.games_before, knows_year=not is_newcomer)
    return {
        "player": row.player_id,
        "kind": row.kind,
        "start": {
            "rating": row.start_rating,
            "source": row.start_source,
            "games": row.games_before,
            "peak": row.peak_before,
            "junior": k_reason == KReason.JUNIOR,
        },
        "k": [row.base_k, k_reason, row.used_k],
        "games_counted": row.game_count,
        "score": row.score,
        "expected_score": row.expected_score,
        "raw_change": row.raw_change,
        "change": row.change,
        "before": row.before,
        "after": row.after,
        "kept_before": row.details.get("kept_before"),
        "kept": row.kept_value,
        "flags": row.flags,
        "games_after": row.games_after,
        "games": row.games,
        "first": _first_part(row),
    }


def _first_part(row: RatingChange) -> dict[str, Any] | None:
    """Return the steps of a first rating with all they follow from, or None where there is none.

    Games too old to count are no longer in the pool of somebody who is still unrated, so neither
    is their number.
    """
    steps = row.details.get("first")
    if steps is None:
        return None
    if row.kind == RatingChange.Kind.FIRST:
        dropped = {left_out for *_game, left_out in steps["pool"]}
        return {**steps, "zero_start_open": LeftOut.ZERO_START.value in dropped}
    return {
        **{name: value for name, value in steps.items() if not name.startswith("dropped_")},
        "pool": [
            [event_key, day, opponent, score]
            for event_key, day, games in row.pool_after
            for opponent, score in games
        ],
        "zero_start_open": bool(row.details.get("never_counted")),
    }


@cache
def build_verifier() -> bytes:
    """Return the verifier as a zip application that holds only the rules library; built once."""
    source = Path(rules.__file__).parent
    with TemporaryDirectory() as folder:
        package = Path(folder) / "ratings" / "rules"
        package.mkdir(parents=True)
        (package.parent / "__init__.py").write_text('"""Ratings."""\n', encoding="utf-8")
        for file in sorted(source.glob("*.py")):
            (package / file.name).write_bytes(file.read_bytes())
        # Not zipapp's own entry point: that one would drop the exit code.
        (Path(folder) / "__main__.py").write_bytes((source / "__main__.py").read_bytes())
        packed = io.BytesIO()
        zipapp.create_archive(
            folder,
            packed,
            interpreter="/usr/bin/env python3",
            compressed=True,
        )
        return packed.getvalue()
