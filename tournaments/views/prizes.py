"""The prize list helper: an organiser types prizes into the address, nothing is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from clubs.access import ClubAccess, Right
from clubs.fragments import club_context, render_page
from tournaments.event_queries import prize_table
from tournaments.event_tables import EventTables, Person, event_tables
from tournaments.forms.prizes import MAIN, PrizeForm
from tournaments.models import Tournament
from tournaments.standings.prizes import Award, Sharing, prize_list
from tournaments.views.event_pages import event_context, public_event_page


@dataclass(frozen=True, slots=True)
class AwardLine:
    """One prize: who, at which place, out of which group, how much in cents."""

    person: Person
    rank: int
    group: str
    award: Award


@public_event_page
def prize_helper(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Show the form, and who gets what once prizes are typed."""
    access.require(Right.MANAGE)
    tables = event_tables(access, tournament)
    day = tournament.end_date or tournament.start_date or timezone.localdate()
    form = PrizeForm(request.GET or None, year=day.year)
    is_asked = form.is_bound and form.is_valid() and tables.standings is not None
    context = club_context(
        access, "events", **event_context(tournament),
        tab="standings", tables=tables, form=form, year=day.year, works_on_it=True,
        **(_answer(tables, form) if is_asked else {}),
    )  # fmt: skip
    status = 422 if form.is_bound and form.errors else 200
    return render_page(request, "events/prizes.html", context, status=status)


def _answer(tables: EventTables, form: PrizeForm) -> dict[str, Any]:
    table = prize_table(tables.view.tournament, tables.record)
    sharing = Sharing(form.cleaned_data["sharing"] or Sharing.BY_PLACE)
    found = prize_list(tables.record, table, form.groups(), sharing=sharing)
    words = group_words(form)
    row_of = table.row_of
    return {
        "awards": [
            AwardLine(
                tables.people[award.starting_rank],
                row_of[award.starting_rank].rank,
                words[award.group],
                award,
            )
            for award in found.awards
        ],
        "not_awarded": [(words[key], amount) for key, amount in found.not_awarded],
        "total": found.total,
        "is_answered": True,
    }


def group_words(form: PrizeForm) -> dict[str, str]:
    """Return the name of each group of prizes by its key."""
    words = {MAIN: gettext("Main prizes")}
    for number, _fields in form.categories:
        limit = form.cleaned_data[f"limit{number}"]
        words[str(number)] = {
            "under": gettext("Under %(limit)s"),
            "over": gettext("%(limit)s and older"),
            "women": gettext("Women"),
            "rated_up_to": gettext("Rated up to %(limit)s"),
            "unrated": gettext("Unrated"),
        }.get(form.cleaned_data[f"kind{number}"], "") % {"limit": limit}
    return words
