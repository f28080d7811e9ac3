"""A member list from a file: choose it, look at what it would do, decide, import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import ngettext

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput
from clubs.form_fields import add_problems
from clubs.form_posts import attempt, form_status, posted, render_form
from clubs.fragments import redirect_after_post, render_page
from clubs.player_table import MOST_BYTES
from clubs.uploads import takes_file
from clubs.workspace import workspace_context, workspace_page
from ratings.forms.players import ImportCheckForm, ImportFileForm, packed
from ratings.import_plan import SKIP, ImportPlan, RowKind, plan_import
from ratings.player_import import ImportOutcome, import_players

ROWS_SHOWN = 50
QUESTIONS_SHOWN = 100


@takes_file(MOST_BYTES)
@workspace_page(Right.MANAGE)
def player_import(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Choose a file; the next page shows what is in it."""
    form = ImportFileForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file, day = form.cleaned_data["file"], form.cleaned_data["day"]
        data = file.read()
        plan = plan_import(access, data, day=day)
        if not plan.problems:
            check = ImportCheckForm(
                initial={"content": packed(data), "file_name": file.name[:200], "day": day}
            )
            return _check_page(request, access, check, plan, file.name[:200])
        add_problems(form, InvalidInput("file", "", problems=plan.problems))
    context = workspace_context(access, "player_list")
    return render_form(request, "players/import.html", form, context)


@workspace_page(Right.MANAGE)
def player_import_check(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Check again with what was decided, or import exactly what is on the page."""
    form = ImportCheckForm(posted(request))
    if request.method != "POST" or not form.is_valid():
        return redirect_after_post(reverse("player_import", args=[access.club.slug]))
    decisions, corrections = read_decisions(request.POST), read_corrections(request.POST)
    data = form.cleaned_data
    choice = {"day": data["day"], "encoding": data["encoding"], "corrections": corrections}
    plan = plan_import(access, data["content"], decisions=decisions, **choice)
    if "leave_out" in request.POST:
        decisions |= {row.line: SKIP for row in plan.open_rows}
    if "import" in request.POST or "leave_out" in request.POST:
        digest = data["digest"] if "import" in request.POST else ""
        done = attempt(
            form,
            lambda: import_players(
                access, data["content"], file_name=data["file_name"], digest=digest,
                decisions=decisions, **choice,
            ),
        )  # fmt: skip
        if done is not None:
            messages.success(request, _said(done))
            address = reverse("player_list", args=[access.club.slug])
            return redirect_after_post(f"{address}?sort=newest")
    kept = _kept(decisions, corrections, plan)
    return _check_page(request, access, form, plan, data["file_name"], kept)


def _check_page(
    request: HttpRequest,
    access: ClubAccess,
    form: ImportCheckForm,
    plan: ImportPlan,
    file_name: str,
    kept: Sequence[tuple[str, str]] = (),
) -> HttpResponse:
    context = workspace_context(
        access, "player_list", plan=plan, file_name=file_name, form=form,
        packed=form["content"].value(), digest=plan.digest,
        questions=plan.open_rows[:QUESTIONS_SHOWN], ready=plan.ready_rows[:ROWS_SHOWN],
        counts={kind.value: len(plan.of_kind(kind)) for kind in RowKind},
        open_count=len(plan.open_rows), ready_count=len(plan.ready_rows),
        kept_decisions=kept, skip=SKIP,
    )  # fmt: skip
    status = form_status(form)
    return render_page(request, "players/import_check.html", context, status=status)


def _kept(
    decisions: Mapping[int, str], corrections: Mapping[int, Mapping[str, str]], plan: ImportPlan
) -> list[tuple[str, str]]:
    """Return what was decided about rows that are settled now, to travel on with the page."""
    shown = {row.line for row in plan.open_rows[:QUESTIONS_SHOWN]}
    kept = [(f"row-{line}", choice) for line, choice in decisions.items() if line not in shown]
    for line, cells in corrections.items():
        if line not in shown:
            kept += [(f"cell-{line}-{column}", text) for column, text in cells.items()]
    return kept


def _line(name: str) -> int:
    number = name.split("-")[1]
    return int(number) if number.isdecimal() and len(number) < 8 else 0


def read_decisions(posted: Mapping[str, str]) -> dict[int, str]:
    """Return the decisions about rows, by line, out of fields ``row-12``."""
    return {_line(name): str(value) for name, value in posted.items() if name.startswith("row-")}


def read_corrections(posted: Mapping[str, str]) -> dict[int, dict[str, str]]:
    """Return corrected cells, by line and field, out of fields ``cell-12-birth``.

    A pressed "Use 1714" counts more than what stands in the field.
    """
    found: dict[int, dict[str, str]] = {}
    for name, value in posted.items():
        parts = name.split("-")
        if parts[0] == "cell" and len(parts) == 3:
            found.setdefault(_line(name), {})[parts[2]] = str(value)[:200]
    name, _equals, value = posted.get("use", "").partition("=")
    if name.startswith("cell-") and name.count("-") == 2:
        found.setdefault(_line(name), {})[name.split("-")[2]] = value[:200]
    return found


def _said(done: ImportOutcome) -> str:
    added = ngettext("%(count)s player is new.", "%(count)s players are new.", len(done.added))
    changed = ngettext(
        "%(count)s known player got more details.", "%(count)s known players got more details.",
        done.changed,
    )  # fmt: skip
    return " ".join([added % {"count": len(done.added)}, changed % {"count": done.changed}])
