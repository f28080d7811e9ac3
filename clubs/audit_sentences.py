"""What an act of the club's people is called when somebody reads the audit.

One sentence per code; the placeholders are the subject and the facts of the line. ``FACTS`` turns
stored facts into words where they need it. Sentences of the other apps stand in their own files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from clubs.models import Player, Role

Facts = Mapping[str, Any]

SENTENCES: dict[str, str | Promise] = {
    "club_created": gettext_lazy("The club %(subject)s was created"),
    "club_changed": gettext_lazy("Settings of the club changed: %(fields)s"),
    "member_invited": gettext_lazy("Somebody was invited as %(role)s: %(whom)s"),
    "member_joined": gettext_lazy("%(subject)s joined as %(role)s"),
    "member_left": gettext_lazy("%(subject)s left the club"),
    "invitation_revoked": gettext_lazy("An invitation was taken back: %(subject)s"),
    "role_changed": gettext_lazy("Role of %(subject)s changed from %(old)s to %(new)s"),
    "ownership_transferred": gettext_lazy("%(subject)s became the owner of the club"),
    "player_added": gettext_lazy("Player %(subject)s was added"),
    "players_added": gettext_lazy("Players were added (%(subject)s): %(names)s"),
    "player_changed": gettext_lazy("Player %(subject)s: changed %(fields)s"),
    "player_archived": gettext_lazy("Player %(subject)s was archived"),
    "player_restored": gettext_lazy("Player %(subject)s was brought back from the archive"),
    "player_pseudonymised": gettext_lazy("The name of a player was taken away: now %(subject)s"),
    "token_made": gettext_lazy("Token “%(subject)s” was made; it may: %(scopes)s"),
    "token_revoked": gettext_lazy("Token “%(subject)s” was revoked"),
    "webhook_made": gettext_lazy("Webhook “%(subject)s” to %(url)s was made"),
    "webhook_removed": gettext_lazy("Webhook “%(subject)s” was removed"),
    "webhook_enabled": gettext_lazy("Webhook “%(subject)s” was switched on"),
    "webhook_disabled": gettext_lazy("Webhook “%(subject)s” was switched off: it did not answer"),
    "webhook_redelivered": gettext_lazy("A message of a webhook was sent again: %(subject)s"),
}

FIELD_NAMES: dict[str, str | Promise] = {
    "slug": gettext_lazy("address"),
    "city": gettext_lazy("town"),
    "language": gettext_lazy("language"),
    "time_zone": gettext_lazy("time zone"),
    "website": gettext_lazy("website"),
    "is_public": gettext_lazy("visible to everybody"),
    "shows_birth_years": gettext_lazy("shows years of birth"),
    "issues_lists_monthly": gettext_lazy("monthly lists"),
    "minutes": pgettext_lazy("field of an event", "minutes"),
}
MOST_NAMES = 12


def field_name(name: str) -> str:
    """Return what people call a field."""
    if name in FIELD_NAMES:
        return str(FIELD_NAMES[name])
    fields = {field.name: field for field in Player._meta.concrete_fields}
    return str(fields[name].verbose_name) if name in fields else name.replace("_", " ")


def field_names(names: Any) -> str:
    """Return several fields as words."""
    return ", ".join(field_name(str(name)) for name in names)


def role_name(role: Any) -> str:
    """Return a role as a word inside a sentence."""
    return str(Role(role).label) if role in Role.values else str(role)


def person_names(people: Any) -> str:
    """Return the names of several people; very many are cut short with their number."""
    names = [person["name"] for person in people if isinstance(person, dict) and "name" in person]
    text = ", ".join(str(name) for name in names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        return gettext("%(names)s and %(count)s more") % {
            "names": text, "count": len(names) - MOST_NAMES,
        }  # fmt: skip
    return text


FACTS: dict[str, Callable[[Facts], Facts]] = {
    "club_changed": lambda facts: {"fields": field_names(facts.get("new", {}))},
    "member_invited": lambda facts: {
        "role": role_name(facts.get("role")),
        "whom": facts["subject"] or pgettext("invitation", "by link"),
    },
    "member_joined": lambda facts: {"role": role_name(facts.get("role"))},
    "role_changed": lambda facts: {
        "old": role_name(facts.get("old")), "new": role_name(facts.get("new")),
    },
    "players_added": lambda facts: {"names": person_names(facts.get("players", []))},
    "player_changed": lambda facts: {"fields": field_names(facts.get("fields", []))},
    "token_made": lambda facts: {"scopes": ", ".join(facts.get("scopes", []))},
}  # fmt: skip
