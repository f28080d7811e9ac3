"""Writing down who did what; called by use cases inside their own transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from clubs.access import Actor
from clubs.models import AuditEvent, Club, Player


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


def rename_player(line: AuditEvent, player: Player, *, formerly: str) -> None:
    """Write a player's name wherever a line of the audit names him.

    Found by his number, so a name from before a change of name goes too, and wherever the former
    name stands by itself.
    """
    is_subject = line.facts.get("player", line.facts.get("old")) == player.pk
    line.subject = player.name if is_subject or line.subject == formerly else line.subject
    line.facts = _renamed(line.facts, player, formerly)
    line.save(update_fields=["subject", "facts"])


def _renamed(value: Any, player: Player, formerly: str) -> Any:
    if isinstance(value, list):
        return [_renamed(item, player, formerly) for item in value]
    if not isinstance(value, dict):
        return player.name if value == formerly else value
    renamed = {key: _renamed(item, player, formerly) for key, item in value.items()}
    # The name beside two numbers is that of the row that went into the other.
    if "name" in value and value.get("gone", value.get("player")) == player.pk:
        renamed["name"] = player.name
    return renamed
