"""Files of an event for everybody, its frame for other sites, its picture for shared links."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext

from clubs.access import ClubAccess, nothing_here
from clubs.embedding import embeddable
from clubs.formatting import day, hundredths, points
from clubs.fragments import club_context, render_page
from ratings.lists.downloads import download, picture
from ratings.pictures import LINES_DRAWN, Picture
from tournaments.access import event_for
from tournaments.event_tables import (
    EventTables,
    columns_of,
    event_tables,
    keizer_lines,
    standings_lines,
)
from tournaments.event_why import criterion
from tournaments.exporting import PUBLIC_DIALECTS, export_event
from tournaments.models import Tournament
from tournaments.views.event_pages import as_the_public, event_context, public_event_page


@public_event_page
def tournament_file(
    _request: HttpRequest, access: ClubAccess, tournament: Tournament, dialect: str
) -> HttpResponse:
    """Return the event as a file; it holds what the one who asks may know of the players."""
    if dialect not in PUBLIC_DIALECTS:
        raise nothing_here()
    file = export_event(access, tournament, dialect)
    return download(file.text, file.content_type, file.name)


@embeddable
@public_event_page
def embed_standings(
    request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Show the standings inside a page of the club's own site."""
    tables = event_tables(access, tournament)
    table = tables.standings
    address = reverse("tournament_page", args=[access.club.slug, tournament.number])
    context = club_context(
        access,
        **event_context(tournament),
        tables=tables,
        lines=standings_lines(tables) if tables.keizer is None else (),
        keizer=keizer_lines(tables),
        criteria=[criterion(code) for code in columns_of(table)] if table else (),
        full_page_url=settings.BASE_URL + address,
    )
    return render_page(request, "events/embed.html", context)


@public_event_page
def tournament_picture(
    _request: HttpRequest, access: ClubAccess, tournament: Tournament
) -> HttpResponse:
    """Return the picture that goes with a shared link: the event and its first players.

    Others may keep it, so it shows what the public may see, whoever asks.
    """
    public = as_the_public(access)
    if not access.club.is_public:
        raise nothing_here()
    tables = event_tables(public, event_for(public, tournament.number))
    return picture(
        Picture(
            tournament.name,
            _club_and_day(public, tournament),
            lines=tuple(_first(tables)[:LINES_DRAWN]),
        )
    )


def _club_and_day(access: ClubAccess, tournament: Tournament) -> str:
    if tournament.start_date is None:
        return access.club.name
    first_day = day(tournament.start_date, get_language() or "en")
    return gettext("%(club)s · %(day)s") % {"club": access.club.name, "day": first_day}


def _first(tables: EventTables) -> list[tuple[str, str]]:
    language = get_language() or "en"
    if tables.keizer is not None:
        return [
            (line.person.latin or line.person.name, hundredths(line.row.score, language))
            for line in keizer_lines(tables)
        ]
    return [
        (line.person.latin or line.person.name, points(line.row.points, language))
        for line in standings_lines(tables)
    ]
