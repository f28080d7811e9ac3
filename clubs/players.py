"""Players are added, changed, archived and made anonymous.

The year of birth and merging move ratings, so they are changed through ``ratings.identity`` and
``tournaments.merging``, which call the functions here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, of_club
from clubs.audit import acts_about, record_act, rename_player
from clubs.errors import InvalidInput, Outdated, Problem, Refused
from clubs.models import NameForm, Player, Sex
from clubs.names import search_form, tidy_name
from clubs.today import today_in

OLDEST_BIRTH_YEAR = 1900
# In the year of this birthday somebody still counts as a minor.
LAST_AGE_OF_A_MINOR = 18
TITLES = ("GM", "WGM", "IM", "WIM", "FM", "WFM", "CM", "WCM")
CHANGEABLE = frozenset(
    {"name", "latin_name", "title", "sex", "birth_date", "birth_year", "federation", "fide_id",
     "national_id", "email", "phone", "note", "family_group", "name_form", "is_hidden",
     "shows_birth_year"}
)  # fmt: skip
# The year moves ratings, and hiding tells nothing: both stay open after the name was taken away.
CHANGEABLE_WITHOUT_NAME = frozenset({"birth_year", "is_hidden"})


def player_problems(fields: dict[str, Any], today: date) -> list[Problem]:
    """Return what is wrong with a player's particulars, by field."""
    problems = []
    name = fields.get("name")
    if name is not None and not any(letter.isalpha() for letter in name):
        problems.append(Problem("name_missing", _("Enter the player's name."), "name"))
    if len(name or "") > 100:
        problems.append(Problem("name_long", _("At most 100 characters."), "name"))
    year = fields.get("birth_year")
    if year is not None and not OLDEST_BIRTH_YEAR <= year <= today.year:
        message = _("A year from 1900 to now.")
        problems.append(Problem("birth_year_range", message, "birth_year", {"year": year}))
    fide_id = fields.get("fide_id")
    if fide_id is not None and not 0 < fide_id < 10**11:
        problems.append(Problem("fide_id_form", _("A FIDE ID has up to 11 digits."), "fide_id"))
    federation = fields.get("federation") or ""
    if federation and not re.fullmatch("[A-Z]{3}", federation):
        message = _("Three capital letters, for example POR.")
        problems.append(Problem("federation_form", message, "federation"))
    if (fields.get("title") or "") not in ("", *TITLES):
        problems.append(Problem("title_unknown", _("Choose one of the titles."), "title"))
    if (fields.get("sex") or "") not in ("", *Sex.values):
        problems.append(Problem("sex_unknown", _("Choose one of the values."), "sex"))
    return problems


def _prepare(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields as they are stored: composed names, one year for date and year."""
    if unknown := set(fields) - CHANGEABLE:
        raise TypeError(f"no field of a player: {sorted(unknown)}")
    prepared = dict(fields)
    for name in ("name", "latin_name"):
        if name in prepared:
            prepared[name] = tidy_name(prepared[name])
    if prepared.get("birth_date"):
        prepared["birth_year"] = prepared["birth_date"].year
    return prepared


def date_in_year(player: Player, year: int | None) -> date | None:
    """Return the player's date of birth where it is of this year; another one was a mistake."""
    born = player.birth_date
    return born if born is not None and born.year == year else None


def _is_minor(birth_year: int | None, today: date) -> bool:
    return birth_year is not None and today.year - birth_year <= LAST_AGE_OF_A_MINOR


def _refuse_same_fide_id(access: ClubAccess, fide_id: int | None, player: Player | None) -> None:
    if fide_id is None:
        return
    others = of_club(access, Player).filter(fide_id=fide_id, merged_into__isnull=True)
    other = others.exclude(id=player.id if player else 0).first()
    if other is not None:
        message = _("%(name)s has this FIDE ID already.") % {"name": other.name}
        problem = Problem("fide_id_taken", message, "fide_id", {"player": other.pk})
        raise InvalidInput("player_invalid", _("The player was not saved."), problems=[problem])


@transaction.atomic
def add_player(access: ClubAccess, **fields: Any) -> Player:
    """Return a new player of the club.

    Unless the caller decides otherwise a minor appears to the public by first name and initial.
    Raises InvalidInput with every wrong field.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    today = today_in(access.club)
    prepared = _prepare({"name": "", **fields})
    if problems := player_problems(prepared, today):
        raise InvalidInput("player_invalid", _("The player was not saved."), problems=problems)
    _refuse_same_fide_id(access, prepared.get("fide_id"), None)
    if "name_form" not in prepared and _is_minor(prepared.get("birth_year"), today):
        prepared["name_form"] = NameForm.SHORT
    player = Player.objects.create(
        club=access.club, search_name=stored_search_name(prepared), **prepared
    )
    record_act(access.club, access.actor, "player_added", subject=player.name, player=player.pk)
    return player


BATCH = 500


@transaction.atomic
def add_players(
    access: ClubAccess, people: Sequence[Mapping[str, Any]], *, source: str
) -> list[Player]:
    """Return several new players of the club, in the order given; constant queries a batch.

    ``source`` says in the audit where they come from. The caller has checked each of them with
    ``player_problems``. Raises InvalidInput where a FIDE ID is taken.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    today = today_in(access.club)
    rows = []
    for fields in people:
        prepared = _prepare(dict(fields))
        if "name_form" not in prepared and _is_minor(prepared.get("birth_year"), today):
            prepared["name_form"] = NameForm.SHORT
        rows.append(Player(club=access.club, search_name=stored_search_name(prepared), **prepared))
    _refuse_taken_fide_ids(access, rows)
    added = Player.objects.bulk_create(rows, batch_size=BATCH)
    for row in added if len(added) == 1 else ():
        record_act(access.club, access.actor, "player_added", subject=row.name, player=row.pk)
    if len(added) > 1:
        record_act(
            access.club, access.actor, "players_added", subject=source,
            players=[{"player": row.pk, "name": row.name} for row in added],
        )  # fmt: skip
    return added


def _refuse_taken_fide_ids(access: ClubAccess, rows: Sequence[Player]) -> None:
    wanted = [row.fide_id for row in rows if row.fide_id is not None]
    known = of_club(access, Player).filter(fide_id__in=wanted, merged_into__isnull=True)
    taken = {row.fide_id for row in known if row.fide_id is not None}
    twice = {number for number, count in Counter(wanted).items() if count > 1}
    if wrong := sorted(taken | twice):
        message = _("Two players cannot have the FIDE ID %(number)s.") % {"number": wrong[0]}
        problem = Problem("fide_id_taken", message, "fide_id", {"fide_ids": wrong})
        raise InvalidInput("player_invalid", message, problems=[problem])


def stored_search_name(fields: dict[str, Any]) -> str:
    """Return what a player is found by: the name, and the Latin form where there is one."""
    return search_form(f"{fields.get('name', '')} {fields.get('latin_name', '')}")[:220]


def lock_player(player: Player) -> Player:
    """Return the player as the database has him now, locked until the transaction ends."""
    return Player.objects.select_for_update(no_key=True).get(pk=player.pk)


@transaction.atomic
def change_player(
    access: ClubAccess, player: Player, *, version: int | None = None, **fields: Any
) -> Player:
    """Return the player with some particulars changed.

    ``version`` is the version the person saw; a newer one in the database raises Outdated. The
    year of birth moves ratings: callers go through ``ratings.identity`` when it changes. Nothing
    that names a person comes back to a player whose name was taken away: Refused.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    player = lock_player(player)
    if version is not None and version != player.version:
        raise Outdated(
            "player_changed",
            _("Somebody changed this player meanwhile. Look at it again and repeat what you did."),
            facts={"version": player.version},
        )
    prepared = _prepare(fields)
    if problems := player_problems(prepared, today_in(access.club)):
        raise InvalidInput("player_invalid", _("The player was not saved."), problems=problems)
    _refuse_same_fide_id(access, prepared.get("fide_id"), player)
    if "birth_year" in prepared and "birth_date" not in prepared:
        prepared["birth_date"] = date_in_year(player, prepared["birth_year"])
    changed = [name for name in prepared if getattr(player, name) != prepared[name]]
    _refuse_naming_again(player, changed)
    for name in changed:
        setattr(player, name, prepared[name])
    if changed:
        player.search_name = stored_search_name(
            {"name": player.name, "latin_name": player.latin_name}
        )
        player.version += 1
        player.save()
        # The audit says which fields moved but not the private values themselves.
        record_act(
            access.club, access.actor, "player_changed", subject=player.name, player=player.pk,
            fields=sorted(changed),
        )  # fmt: skip
    return player


def _refuse_naming_again(player: Player, changed: Sequence[str]) -> None:
    naming = sorted(set(changed) - CHANGEABLE_WITHOUT_NAME)
    if player.pseudonymised_at and naming:
        raise Refused(
            "pseudonymised",
            _("The name of this player was taken away. Games and ratings are as they were."),
            facts={"fields": naming},
        )


@transaction.atomic
def archive_player(access: ClubAccess, player: Player, *, archived: bool = True) -> Player:
    """Return the player taken out of the lists the club picks from, or brought back.

    History stays.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    player = lock_player(player)
    player.archived_at = timezone.now() if archived else None
    player.version += 1
    player.save(update_fields=["archived_at", "version"])
    action = "player_archived" if archived else "player_restored"
    record_act(access.club, access.actor, action, subject=player.name, player=player.pk)
    return player


@transaction.atomic
def pseudonymise_player(access: ClubAccess, player: Player) -> Player:
    """Remove for good everything that names a person; games and ratings stay as they are.

    The year of birth stays, hidden, because the ledger needs it to reach the same ratings again.
    The name, and what it was before, also leave the lines of the audit that carried it.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    rows = of_club(access, Player).select_for_update(no_key=True)
    # Rows merged into this one hold the same person's particulars.
    people = list(rows.filter(Q(pk=player.pk) | Q(merged_into=player)).order_by("pk"))
    for row in people:
        old_name = row.name
        _take_name_away(row)
        for line in acts_about(access.club, [row.pk]):
            rename_player(line, row, formerly=old_name)
        row.memberships.update(player=None)
    player = next(row for row in people if row.pk == player.pk)
    record_act(
        access.club, access.actor, "player_pseudonymised", subject=player.name, player=player.pk
    )
    return player


def _take_name_away(player: Player) -> None:
    player.name = f"Player {player.pk}"
    player.search_name = search_form(player.name)
    for name in ("latin_name", "title", "sex", "federation", "national_id", "email", "phone",
                 "note", "family_group"):  # fmt: skip
        setattr(player, name, "")
    player.fide_id = None
    player.birth_date = None
    player.shows_birth_year = False
    player.name_form = NameForm.NEUTRAL
    player.pseudonymised_at = timezone.now()
    player.version += 1
    player.save()
