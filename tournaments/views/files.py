"""Exchange files come in with a preview, and events leave as files."""

from __future__ import annotations

import base64
import binascii
import zlib
from datetime import date
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, Problem, Refused
from clubs.fragments import club_context, redirect_after_post
from clubs.uploads import takes_file
from clubs.whole_numbers import whole_number
from clubs.workspace import workspace_page
from ratings.models import TIME_CONTROL_LABELS
from tournaments.exchange.decoding import MAX_FILE_BYTES
from tournaments.exporting import export_event
from tournaments.import_matching import NEW
from tournaments.importing import import_exchange_file
from tournaments.models import Tournament
from tournaments.views.desk import desk_page, event_page, event_url

PARCEL = "exchange-file"


@takes_file(MAX_FILE_BYTES)
@workspace_page(Right.MANAGE)
def tournament_import(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Read a file, show what it would bring, ask who is who, and import it on the second press."""
    context: dict[str, Any] = {"lists": TIME_CONTROL_LABELS.items(), "typed": request.POST}
    status = 200
    if request.method == "POST":
        try:
            data = file_of(request)
            answers = answers_of(request)
            outcome = import_exchange_file(
                access, data, start_date=_day(request),
                time_control=request.POST.get("time_control", ""),
                dry_run="import" not in request.POST, matches=answers,
                doubtful_are_new=not _must_decide(request),
            )  # fmt: skip
        except (InvalidInput, Refused) as error:
            status = 422 if isinstance(error, InvalidInput) else 409
            wrong_day = any(problem.path == "start_date" for problem in error.problems)
            context |= {"error": error, "wrong_day": wrong_day, **_parcel(request)}
        else:
            if "import" in request.POST and outcome.tournament is not None:
                return redirect_after_post(event_url(outcome.tournament, "manage_tournament"))
            context |= {
                "outcome": outcome, "parcel": wrapped(data), "answers": answers,
                "messages_found": [found.message(_) for found in outcome.messages],
            }  # fmt: skip
    page = club_context(access, "events", is_workspace=True, **context)
    return desk_page(request, "import", page, status=status)


def _must_decide(request: HttpRequest) -> bool:
    """Whether doubtful players must have an answer: not for the first look at a file."""
    return "import" in request.POST


def file_of(request: HttpRequest) -> bytes:
    """Return the file that was sent, or the one that was shown before. Raises InvalidInput."""
    upload = request.FILES.get("file")
    if upload is not None:
        if upload.size is not None and upload.size > MAX_FILE_BYTES:
            raise _wrong_file(_("The file is larger than 2 MB, so it is no exchange file."))
        return bytes(upload.read())
    parcel = request.POST.get("parcel", "")
    if not parcel:
        raise _wrong_file(_("Choose a file."))
    try:
        packed = signing.loads(parcel, salt=PARCEL)
        return zlib.decompress(base64.b85decode(packed))
    except (signing.BadSignature, ValueError, zlib.error, binascii.Error):
        raise _wrong_file(_("Choose the file again.")) from None


def wrapped(data: bytes) -> str:
    """Return a file as text that the preview carries to the second press, signed."""
    return signing.dumps(base64.b85encode(zlib.compress(data, 9)).decode(), salt=PARCEL)


def _parcel(request: HttpRequest) -> dict[str, str]:
    """Return the file again after an error, so that nobody has to choose it twice."""
    try:
        return {"parcel": wrapped(file_of(request))} if not request.FILES else {}
    except InvalidInput:
        return {}


def _wrong_file(message: str) -> InvalidInput:
    return InvalidInput("file_missing", message, problems=[Problem("file", message, "file")])


def answers_of(request: HttpRequest) -> dict[int, int | str]:
    """Return who the players of a file were said to be, by starting rank."""
    answers: dict[int, int | str] = {}
    for name, sent in request.POST.items():
        value = str(sent)
        rank = whole_number(name.removeprefix("match-")) if name.startswith("match-") else None
        if rank is None:
            continue
        if value == NEW:
            answers[rank] = NEW
        elif (player := whole_number(value)) is not None:
            answers[rank] = player
    return answers


def _day(request: HttpRequest) -> date | None:
    typed = request.POST.get("start_date", "").strip()
    if not typed:
        return None
    try:
        day = parse_date(typed)
    except ValueError:
        day = None
    if day is None:
        message = _("“%(typed)s” is not a day.") % {"typed": typed[:20]}
        problem = Problem("day_invalid", message, "start_date")
        raise InvalidInput("day_invalid", message, problems=[problem])
    return day


@event_page(Right.RESULTS)
@require_GET
def export(
    _request: HttpRequest, access: ClubAccess, tournament: Tournament, dialect: str
) -> HttpResponse:
    """Return the event as a file to keep or to take to another program."""
    file = export_event(access, tournament, dialect)
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return HttpResponse(file.text.encode(), content_type=file.content_type, headers=headers)
