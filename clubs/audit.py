"""Writing down who did what; called by use cases inside their own transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from clubs.access import Actor
from clubs.models import AuditEvent, Club


def record_act(
    club: Club,
    actor: Actor,
    action: str,
    *,
    subject: str = "",
    event_number: int | None = None,
    **facts: Any,
) -> AuditEvent:
    """Write one line of the club's audit; ``action`` is a stable code such as result_changed."""
    return AuditEvent.objects.create(
        club=club,
        actor_id=actor.user_id,
        actor_label=actor.label,
        action=action,
        subject=subject[:200],
        event_number=event_number,
        facts=facts,
    )


def acts_about(club: Club, players: Collection[int]) -> Iterator[AuditEvent]:
    """Yield the lines of the audit that concern one of the players, oldest first.

    Reads the club's whole audit, a piece at a time: for what happens seldom.
    """
    lines = AuditEvent.objects.filter(club=club).exclude(facts={}).order_by("pk")
    for line in lines.iterator(chunk_size=2000):
        if _mentions(line.facts, players):
            yield line


def player_keys(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the keys of facts below which a player's number may stand.

    ``old`` and ``new`` are players where one took the place of another; beside a player they are
    what was changed of him. A list ``players`` holds numbers, too; starting ranks are ``ranks``.
    """
    return ("player", "gone") if "player" in facts else ("gone", "old", "new")


def _mentions(value: Any, players: Collection[int]) -> bool:
    if isinstance(value, dict):
        named = [value.get(key) for key in player_keys(value)]
        listed = value.get("players", ())
        if any(isinstance(item, int) and item in players for item in named):
            return True
        if isinstance(listed, list) and any(
            isinstance(item, int) and item in players for item in listed
        ):
            return True
        return any(_mentions(item, players) for item in value.values())
    return isinstance(value, list) and any(_mentions(item, players) for item in value)


def replace_name(line: AuditEvent, old: str, new: str) -> None:
    """Write another name into a line of the audit wherever the old one stands by itself."""
    line.subject = new if line.subject == old else line.subject
    line.facts = _replaced(line.facts, old, new)
    line.save(update_fields=["subject", "facts"])


def _replaced(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(item, old, new) for key, item in value.items()}
    if isinstance(value, list):
        return [_replaced(item, old, new) for item in value]
    return new if value == old else value
