"""A club begins, changes its particulars, and ends."""

from __future__ import annotations

import hashlib
import re
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubs.access import Actor, ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import InvalidInput, Outdated, Problem, Refused
from clubs.models import Club, Membership, Role, User
from clubs.names import tidy_name

# Words that are, or may become, addresses of the product below /clubs/.
RESERVED_SLUGS = frozenset({"new", "all", "api", "manage", "admin", "search", "embed"})
_SLUG = re.compile(r"^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$")


def slug_for(name: str) -> str:
    """Return an address that is free now, made from a club's name."""
    base = slugify(name)[:50].strip("-") or "club"
    if base in RESERVED_SLUGS:
        base = f"{base}-club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def _slug_problems(slug: str, club: Club | None = None) -> list[Problem]:
    if not _SLUG.match(slug):
        message = _("Use small letters a–z, digits and hyphens, at most 60.")
        return [Problem("slug_form", message, "slug", {"slug": slug})]
    if slug in RESERVED_SLUGS:
        return [Problem("slug_reserved", _("This word is kept for the product."), "slug")]
    if Club.objects.filter(slug=slug).exclude(id=club.pk if club else 0).exists():
        return [Problem("slug_taken", _("Another club has this address."), "slug")]
    return []


def _field_problems(fields: dict[str, Any]) -> list[Problem]:
    problems = []
    if "name" in fields and not fields["name"]:
        problems.append(Problem("name_missing", _("Enter the name of the club."), "name"))
    if len(fields.get("name") or "") > 100:
        problems.append(Problem("name_long", _("At most 100 characters."), "name"))
    federation = fields.get("federation", "")
    if federation and not re.fullmatch("[A-Z]{3}", federation):
        message = _("Three capital letters, for example POR.")
        problems.append(Problem("federation_form", message, "federation"))
    if fields.get("time_zone", "UTC") not in available_timezones():
        problems.append(Problem("time_zone_unknown", _("No such time zone."), "time_zone"))
    if fields.get("language", "en") not in dict(settings.LANGUAGES):
        problems.append(Problem("language_unknown", _("No such language."), "language"))
    return problems


@transaction.atomic
def create_club(founder: User | None, name: str, slug: str = "", **fields: Any) -> Club:
    """Return a new club; the founder, if any, owns it.

    Rating lists and the first policy are the ledger's: callers use ``ratings.founding.found_club``.
    Raises InvalidInput with every wrong field.
    """
    fields["name"] = tidy_name(name)
    slug = slug.strip() or slug_for(fields["name"])
    problems = _field_problems(fields) + _slug_problems(slug)
    if problems:
        raise InvalidInput(
            "club_invalid", _("The club cannot be set up like this."), problems=problems
        )
    club = Club.objects.create(slug=slug, **fields)
    actor = Actor(label=str(founder or "Rankfile"), user_id=founder.pk if founder else None)
    if founder is not None:
        Membership.objects.create(club=club, user=founder, role=Role.OWNER)
    record_act(club, actor, "club_created", subject=club.name)
    return club


CHANGEABLE = frozenset(
    {"name", "city", "federation", "website", "language", "time_zone", "is_public",
     "shows_birth_years", "issues_lists_monthly", "slug"}
)  # fmt: skip


def club_version(club: Club) -> str:
    """Return a word that changes with any of the club's particulars."""
    values = repr([getattr(club, name) for name in sorted(CHANGEABLE)])
    return hashlib.sha256(values.encode()).hexdigest()[:16]


@transaction.atomic
def change_club(access: ClubAccess, *, version: str = "", **fields: Any) -> Club:
    """Return the club with some particulars changed; owners only, the old values are kept.

    ``version`` is the ``club_version`` the person saw; another one now raises Outdated.
    """
    access.require(Right.OWN)
    if unknown := set(fields) - CHANGEABLE:
        raise TypeError(f"not changeable: {sorted(unknown)}")
    club = Club.objects.select_for_update(no_key=True).get(pk=access.club.pk)
    if version and version != club_version(club):
        raise Outdated(
            "club_changed",
            _("Somebody changed the settings meanwhile. What you typed is still here: compare it."),
            facts={"version": club_version(club)},
        )
    if "name" in fields:
        fields["name"] = tidy_name(fields["name"])
    problems = _field_problems(fields)
    if fields.get("slug", club.slug) != club.slug:
        problems += _slug_problems(fields["slug"], club)
    if problems:
        raise InvalidInput(
            "club_invalid", _("The club cannot be kept like this."), problems=problems
        )
    old = {name: getattr(club, name) for name in fields if getattr(club, name) != fields[name]}
    for name in old:
        setattr(club, name, fields[name])
    if old:
        club.save(update_fields=list(old))
        new = {name: fields[name] for name in old}
        record_act(club, access.actor, "club_changed", subject=club.name, old=old, new=new)
    return club


@transaction.atomic
def delete_club(access: ClubAccess, *, typed_name: str) -> None:
    """Delete the club with everything in it; the owner types its name to confirm.

    The page offers the export first. Nothing of the club remains on the installation.
    """
    access.require(Right.OWN)
    club = Club.objects.select_for_update().get(pk=access.club.pk)
    if tidy_name(typed_name) != club.name:
        message = _("Type the name of the club as it is written here.")
        problem = Problem("name_differs", message, "name")
        raise InvalidInput("not_confirmed", _("The club was not deleted."), problems=[problem])
    club.delete()


def require_other_owner(club: Club, membership: Membership) -> None:
    """Refuse an act that would leave the club without an owner."""
    if membership.role != Role.OWNER:
        return
    others = Membership.objects.filter(club=club, role=Role.OWNER).exclude(pk=membership.pk)
    if not others.exists():
        raise Refused(
            "last_owner",
            _("The club needs an owner. Make somebody else an owner first, or delete the club."),
        )
