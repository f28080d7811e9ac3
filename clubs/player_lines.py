"""Players typed one a line: a name, perhaps a year of birth, a rating and a FIDE ID.

A FIDE ID brings what the installation's copy of the FIDE list knows of the person; what stands in
the line counts before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.fide_search import find_fide_players
from clubs.form_fields import plain_digits
from clubs.models import FidePlayer
from clubs.names import search_form, tidy_name
from clubs.players import OLDEST_BIRTH_YEAR, TITLES

MOST_SUGGESTED = 8
# Ratings and years have at most four digits, FIDE IDs at least six.
_FIDE_ID = re.compile(r"(?:^|[\s,;]+)(?:fide[\s:]*)?(\d{6,11})(?=[\s,;]|$)", re.IGNORECASE)
_NUMBERS = re.compile(r"(?:[\s,;]+(\d{3,4}))?[\s,;]+(\d{3,4})$")


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line as it was understood. ``listed`` is the person of the FIDE list, where it has one."""

    name: str
    birth_year: int | None = None
    rating: int | None = None
    fide_id: int | None = None
    listed: FidePlayer | None = None

    @property
    def fields(self) -> dict[str, Any]:
        """What the line says of the player, as ``add_player`` takes it."""
        said = {"name": self.name, "birth_year": self.birth_year, "fide_id": self.fide_id}
        return said | (listed_fields(self.listed) if self.listed else {})

    @property
    def problem(self) -> str:
        """Why nobody can be added from the line: a FIDE ID alone, or numbers left over."""
        if self.fide_id and not self.name:
            return _("The list on this installation has no such FIDE ID. Write the name as well.")
        if any(letter.isdecimal() for letter in self.name):
            return _("There are more numbers than a year of birth, a rating and a FIDE ID.")
        return ""


def listed_fields(found: FidePlayer) -> dict[str, Any]:
    """Return what the FIDE list knows of a person besides name, year, number and ratings."""
    return {
        "federation": found.federation if re.fullmatch("[A-Z]{3}", found.federation) else "",
        "title": found.title if found.title in TITLES else "",
        "sex": found.sex,
    }


def read_player_line(line: str) -> PlayerLine:
    """Return what stands in a line; the numbers may be missing.

    Year and rating may stand in either order. A number from 1900 to now is a year of birth; of two
    such numbers the first one is. A number of six digits or more is a FIDE ID.

    >>> line = read_player_line("Sousa, Ana 1240 2011")
    >>> line.name, line.birth_year, line.rating
    ('Sousa, Ana', 2011, 1240)
    >>> line = read_player_line("Carlsen, Magnus 1990 1503014")
    >>> line.name, line.birth_year, line.rating, line.fide_id
    ('Carlsen, Magnus', 1990, None, 1503014)
    """
    # The digits of other scripts are one letter each, so places in both texts are the same.
    text, written = plain_digits(line.strip()), line.strip()
    found = list(_FIDE_ID.finditer(text))
    fide_id = None
    if len(found) == 1:
        fide_id = int(found[0][1])
        start, end = found[0].span()
        text, written = (f"{part[:start]} {part[end:]}".strip() for part in (text, written))
    numbers = _NUMBERS.search(f" {text}")
    if numbers is None:
        return PlayerLine(tidy_name(written.rstrip(",; ")), fide_id=fide_id)
    name = tidy_name(written[: max(numbers.start() - 1, 0)].rstrip(",; "))
    year: int | None = None
    rating: int | None = None
    this_year = timezone.localdate().year
    for number in (int(digits) for digits in numbers.groups() if digits):
        if year is None and OLDEST_BIRTH_YEAR <= number <= this_year:
            year = number
        elif rating is None:
            rating = number
        else:
            return PlayerLine(tidy_name(line), fide_id=fide_id)
    return PlayerLine(name, year, rating, fide_id)


def read_player_lines(lines: Iterable[str]) -> list[PlayerLine]:
    """Return what the lines mean, completed from the FIDE list; one query at most."""
    read = [read_player_line(line) for line in lines]
    wanted = {line.fide_id for line in read if line.fide_id}
    listed = FidePlayer.objects.in_bulk(wanted) if wanted else {}
    return [
        _completed(line, listed[line.fide_id]) if line.fide_id in listed else line for line in read
    ]


def _completed(line: PlayerLine, found: FidePlayer) -> PlayerLine:
    return replace(
        line,
        name=line.name or tidy_name(found.name),
        birth_year=line.birth_year or found.birth_year,
        listed=found,
    )


def suggest_players(line: str) -> list[FidePlayer]:
    """Return whom of the FIDE list a line may mean that is being typed; two queries at most.

    People write their given name first, the list does not: the last word is tried as well.
    """
    read = read_player_line(line)
    if read.fide_id:
        return find_fide_players(str(read.fide_id))
    # Half a year of birth is no part of the name.
    words = [word for word in search_form(read.name).split() if not word.isdecimal()]
    found = find_fide_players(" ".join(words))
    if not found and len(words) > 1:
        found = find_fide_players(" ".join([words[-1], *words[:-1]]))
    return found[:MOST_SUGGESTED]


def suggested_line(found: FidePlayer) -> str:
    """Return the line that means a person of the FIDE list."""
    year = str(found.birth_year) if found.birth_year else ""
    return " ".join(part for part in (tidy_name(found.name), year, str(found.fide_id)) if part)
