"""The rating policy of the club, and lists that could not be worked out."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, fetch
from clubs.form_posts import posted, render_form
from clubs.fragments import redirect_after_post
from clubs.workspace import workspace_context, workspace_page
from ratings.forms.ledger import PolicyForm
from ratings.models import RatingList, RatingPolicy
from ratings.policies import policy_on, preview_policy, refuse_policy, set_policy
from ratings.preview import Preview
from ratings.tasks import try_again
from ratings.views.confirming import ask_and_act


@workspace_page(Right.MANAGE)
def club_policy(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Show the dated policies; owners set another one after seeing what moves."""
    current = policy_on(access.club, timezone.localdate())
    form = PolicyForm(posted(request), current=current)
    done, effect = ask_and_act(
        request, form, access.club,
        show=lambda: _preview(access, form),
        act=lambda digest: set_policy(
            access, form.policy(), reason=form.cleaned_data["reason"], preview_digest=digest
        ),
    )  # fmt: skip
    if done is not None:
        messages.success(request, _("The policy is set. Ratings are being worked out."))
        return redirect_after_post(reverse("club_policy", args=[access.club.slug]))
    context = workspace_context(
        access, "club_policy", effect=effect, current=current, may_set=access.may(Right.OWN),
        policies=RatingPolicy.objects.filter(club=access.club).order_by("-valid_from"),
    )  # fmt: skip
    return render_form(request, "ratings/policy.html", form, context)


def _preview(access: ClubAccess, form: PolicyForm) -> Preview:
    access.require(Right.OWN)
    policy = form.policy()
    refuse_policy(policy)
    return preview_policy(access.club, policy)


@workspace_page(Right.MANAGE, "POST")
def list_try_again(request: HttpRequest, access: ClubAccess, time_control: str) -> HttpResponse:
    """Give a parked rating list new attempts."""
    try_again(access, fetch(access, RatingList, time_control=time_control))
    messages.success(request, _("The list is being worked out again."))
    return redirect_after_post(reverse("club_manage", args=[access.club.slug]))
