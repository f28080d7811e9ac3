"""Pages that write a club into a file and make a club of one."""

from __future__ import annotations

from dataclasses import replace
from tempfile import TemporaryFile

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from clubs.access import Right, club_for
from clubs.errors import InvalidInput, Problem
from clubs.form_fields import Form
from clubs.form_posts import attempt, form_status, posted
from clubs.fragments import club_context, redirect_after_post, render_page
from clubs.models import Club, User
from clubs.repeated_posts import OnceForm, do_once
from clubs.uploads import takes_file
from tournaments.portable.export_club import export_club
from tournaments.portable.import_club import import_club

MOST_BYTES = 200_000_000


class ImportClubForm(Form, OnceForm):
    """The file, and the address the club shall have here."""

    file = forms.FileField(
        label=_("File of the club"), help_text=_("The file that “Export the club” gave you.")
    )
    slug = forms.SlugField(
        label=_("Address"),
        required=False,
        max_length=60,
        help_text=_("Leave empty to keep the address of the file if it is free here."),
    )

    def clean_file(self) -> object:
        """Refuse what is too large before it is read."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than 200 MB."))
        return file


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_export(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Say what is in the file; give it on POST."""
    access = club_for(request.user, slug, Right.OWN)
    if request.method != "POST":
        context = club_context(access, "manage", is_workspace=True)
        return render_page(request, "club/export.html", context)
    target = TemporaryFile()  # noqa: SIM115 - the response closes it
    try:
        export_club(access, target)
    except BaseException:
        target.close()
        raise
    target.seek(0)
    return FileResponse(target, as_attachment=True, filename=f"{slug}.rankfile.zip")


@takes_file(MOST_BYTES)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_import(request: HttpRequest) -> HttpResponse:
    """Make a club of a file; the person who brings it owns it."""
    assert isinstance(request.user, User)
    founder = request.user
    form = ImportClubForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        address = attempt(form, lambda: _import(founder, form))
        if address:
            return redirect_after_post(address)
    status = form_status(form)
    return render_page(request, "club/import_club.html", {"form": form}, status=status)


def _import(founder: User, form: ImportClubForm) -> str:
    """Make the club, once however often the file is sent, and return its address."""

    def make() -> tuple[Club, str]:
        club = import_club(founder, form.cleaned_data["file"], slug=form.cleaned_data["slug"])
        return club, reverse("club_home", args=[club.slug])

    try:
        return do_once(founder.pk, form.cleaned_data["form_key"], make)[0]
    except InvalidInput as wrong:
        problems = [_at_its_place(problem) for problem in wrong.problems]
        raise InvalidInput(wrong.code, wrong.message, problems=problems) from wrong


def _at_its_place(problem: Problem) -> Problem:
    """Return a problem inside the file with part and line in its words, shown at the file."""
    if problem.path in ImportClubForm.base_fields:
        return problem
    text, file = problem.message, problem.facts.get("file", problem.path)
    if "line" in problem.facts:
        text = _("Line %(row)s: %(message)s") % {
            "row": problem.facts["line"], "message": text
        }  # fmt: skip
    return replace(problem, message=f"{file}: {text}", path="file")
