"""A closed event is corrected or reopened: the wave is shown first, and revisions stay behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, visible_players
from clubs.errors import InvalidInput, Outdated, Problem, Refused
from clubs.form_posts import posted_text
from ratings.models import TIME_CONTROL_LABELS
from ratings.preview import Preview
from ratings.rules import TimeControl
from tournaments.access import event_for
from tournaments.closing_words import change_tables, corrected_boards
from tournaments.correcting import (
    Correction,
    Place,
    correct_tournament,
    preview_correction,
    preview_reopening,
    reopen_tournament,
)
from tournaments.event_queries import EventView, RoundView, load_event_view
from tournaments.models import Pairing, Tournament
from tournaments.results import Result
from tournaments.views.desk import (
    desk_context,
    desk_page,
    event_page,
    event_url,
    go_to,
    posted_number,
    posted_version,
)

CORRECTABLE = tuple(result for result in Result if not result.is_open)


@dataclass(frozen=True, slots=True)
class CorrectionRow:
    """A board of a closed event in the form: as it stands, or as it was typed and refused."""

    board: Pairing
    place: str
    result: str
    is_swapped: bool
    reason: str
    problem: str = ""

    @classmethod
    def of(
        cls, request: HttpRequest, number: int, board: Pairing, problems: Mapping[str, Problem]
    ) -> CorrectionRow:
        """Return the row of a board of round ``number``; ``problems`` go by their path."""
        place, sent = f"{number}.{board.board_number}", request.POST
        problem = problems.get(f"boards[{place}]")
        return cls(
            board, place, sent.get(f"result-{place}", board.result), f"swap-{place}" in sent,
            sent.get(f"excluded-{place}", board.excluded_reason),
            problem.message if problem else "",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class CorrectionRound:
    """A round in the form; it is open where something is wrong or was asked for."""

    number: int
    rows: tuple[CorrectionRow, ...]
    is_open: bool

    @classmethod
    def of(
        cls,
        request: HttpRequest,
        each: RoundView,
        problems: Mapping[str, Problem],
        *,
        is_asked: bool,
    ) -> CorrectionRound:
        """Return the boards of a round."""
        number = each.round.number
        rows = tuple(CorrectionRow.of(request, number, board, problems) for board in each.pairings)
        return cls(number, rows, is_asked or any(row.problem for row in rows))


@event_page(Right.CLOSE)
def correct_event(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Choose what was wrong, see the wave, give the reason, and have everything rated again."""
    if not tournament.is_closed:
        return go_to(request, event_url(tournament, "manage_tournament"))
    view = load_event_view(tournament)
    if request.method != "POST":
        return _correction_page(request, access, view)
    version = posted_version(request)
    try:
        correction = read_correction(request, access, view)
        if "digest" in request.POST and "confirm" in request.POST:
            correct_tournament(
                access, tournament, correction, digest=request.POST["digest"],
                reason=posted_text(request, "reason"), version=version,
            )  # fmt: skip
            return go_to(request, event_url(tournament, "close_tournament"))
        preview = preview_correction(access, tournament, correction, version=version)
    except Outdated as outdated:
        if outdated.code == "event_changed":
            # What was sent holds the results of an old form: it begins with those of now.
            request.POST = QueryDict()
            view = load_event_view(event_for(access, tournament.number))
            return _correction_page(request, access, view, status=409, error=outdated)
        preview = preview_correction(access, tournament, correction)
        return _wave_page(
            request, access, view, correction, preview, status=409, error=outdated
        )  # fmt: skip
    except (InvalidInput, Refused) as error:
        if any(problem.path == "reason" for problem in error.problems):
            preview = preview_correction(access, tournament, correction)
            return _wave_page(
                request, access, view, correction, preview, status=422, error=error
            )  # fmt: skip
        status = 422 if isinstance(error, InvalidInput) else 409
        return _correction_page(request, access, view, status=status, error=error)
    return _wave_page(request, access, view, correction, preview)


def read_correction(request: HttpRequest, access: ClubAccess, view: EventView) -> Correction:
    """Return the correction that was typed: only what differs from the event counts."""
    sent = request.POST
    boards = {
        (each.round.number, board.board_number): board
        for each in view.rounds
        for board in each.pairings
    }
    results: dict[Place, Result] = {}
    excluded: dict[Place, str] = {}
    swapped = set()
    for place, board in boards.items():
        name = f"{place[0]}.{place[1]}"
        typed = sent.get(f"result-{name}", board.result)
        if typed != board.result and typed in list(Result):
            results[place] = Result(typed)
        if f"swap-{name}" in sent:
            swapped.add(place)
        reason = sent.get(f"excluded-{name}")
        if reason is not None and reason != board.excluded_reason:
            excluded[place] = reason
    control = sent.get("time_control", "")
    return Correction(
        results=results, excluded=excluded, swapped=frozenset(swapped),
        replaced=_replaced(request, access, view),
        start_date=_day(request, "start_date"), end_date=_day(request, "end_date"),
        time_control=TimeControl(control) if control in list(TimeControl) else None,
    )  # fmt: skip


def _replaced(request: HttpRequest, access: ClubAccess, view: EventView) -> dict[int, Any]:
    chosen = {}
    for rank in view.entry_by_rank:
        if (player := posted_number(request, f"player-{rank}")) is not None:
            chosen[rank] = player
    found = {each.pk: each for each in visible_players(access).filter(pk__in=chosen.values())}
    return {rank: found[pk] for rank, pk in chosen.items() if pk in found}


def _day(request: HttpRequest, name: str) -> Any:
    typed = posted_text(request, name).strip()
    if not typed:
        return None
    try:
        day = parse_date(typed)
    except (ValueError, ValidationError):
        day = None
    if day is None:
        message = _("“%(typed)s” is not a day.") % {"typed": typed[:20]}
        raise InvalidInput("day_invalid", message, problems=[Problem("day", message, name)])
    return day


def _correction_page(
    request: HttpRequest,
    access: ClubAccess,
    view: EventView,
    *,
    status: int = 200,
    error: Any = None,
) -> HttpResponse:
    problems = {problem.path: problem for problem in error.problems} if error else {}
    opened = request.GET.get("round", "")
    rounds = [
        CorrectionRound.of(request, each, problems, is_asked=opened == str(each.round.number))
        for each in view.rounds
    ]
    context = desk_context(
        access, view.tournament, "close", view=view, error=error, typed=request.POST,
        rounds_to_correct=rounds, problems=problems, correctable=CORRECTABLE,
        time_controls=TIME_CONTROL_LABELS.items(),
    )  # fmt: skip
    return desk_page(request, "correct", context, status=status)


def _wave_page(
    request: HttpRequest,
    access: ClubAccess,
    view: EventView,
    correction: Correction,
    preview: Preview,
    *,
    status: int = 200,
    error: Any = None,
) -> HttpResponse:
    typed = [
        (name, value)
        for name, value in request.POST.items()
        if name not in ("csrfmiddlewaretoken", "digest", "confirm", "reason")
    ]
    people = {entry.player_id: entry.player for entry in view.entries}
    missing = {row.player_id for row in preview.rows} - people.keys()
    people |= {each.pk: each for each in visible_players(access).filter(pk__in=missing)}
    context = desk_context(
        access, view.tournament, "close", preview=preview, sent=typed, error=error,
        tables=change_tables(preview, people), typed_reason=posted_text(request, "reason"),
        corrected=corrected_boards(view, correction),
        is_nothing=not preview.rows and not preview.wave.ratings,
    )  # fmt: skip
    return desk_page(request, "correct_wave", context, status=status)


@event_page(Right.CLOSE)
def reopen_event(request: HttpRequest, access: ClubAccess, tournament: Tournament) -> HttpResponse:
    """Show what taking the event out of the ratings moves, and do it."""
    error: Outdated | InvalidInput | None = None
    if request.method == "POST":
        try:
            reopen_tournament(
                access, tournament, digest=request.POST.get("digest", ""),
                reason=posted_text(request, "reason"),
            )  # fmt: skip
        except (InvalidInput, Outdated) as wrong:
            error = wrong
        else:
            return go_to(request, event_url(tournament, "manage_tournament"))
    if not tournament.is_closed:
        return go_to(request, event_url(tournament, "manage_tournament"))
    preview = preview_reopening(access, tournament)
    people = {each.player_id: each.player for each in tournament.entries.select_related("player")}
    context = desk_context(
        access, tournament, "close", preview=preview, error=error,
        tables=change_tables(preview, people), typed_reason=posted_text(request, "reason"),
    )  # fmt: skip
    status = 422 if isinstance(error, InvalidInput) else 409 if error else 200
    return desk_page(request, "reopen", context, status=status)
