"""Tokens and webhooks: what programs of the club may do, and what they are told."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from clubs.access import ClubAccess, Right, fetch, of_club
from clubs.form_posts import attempt, posted, render_form
from clubs.forms.programs import EVENT_SENTENCES, TokenForm, WebhookForm
from clubs.fragments import redirect_after_post, render_page
from clubs.models import ApiToken, Club, WebhookDelivery, WebhookEndpoint
from clubs.paging import page_of
from clubs.repeated_posts import do_once, make_anew
from clubs.tokens import make_token, revoke_token
from clubs.webhooks import deliver_again, enable_endpoint, make_endpoint, remove_endpoint
from clubs.workspace import READING, workspace_context, workspace_page

MOST_SHOWN = 100


@workspace_page(Right.MANAGE, *READING)
def club_programs(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """List tokens and webhooks."""
    context = workspace_context(
        access, "club_programs",
        tokens=of_club(access, ApiToken).select_related("created_by")[:MOST_SHOWN],
        endpoints=of_club(access, WebhookEndpoint)[:MOST_SHOWN],
    )  # fmt: skip
    return render_page(request, "programs/programs.html", context)


@workspace_page(Right.MANAGE)
def token_new(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Make a token and show it, once, in this very answer."""
    form = TokenForm(posted(request), access=access)
    context = workspace_context(access, "club_programs")
    if request.method == "POST" and form.is_valid():
        made = attempt(form, lambda: _make_token(access, form))
        if made:
            token, text = made
            context |= {"token": token, "text": text}
            return render_page(request, "programs/token_made.html", context)
    return render_form(request, "programs/token_new.html", form, context)


@sensitive_variables("text")
def _make_token(access: ClubAccess, form: TokenForm) -> tuple[ApiToken, str]:
    """Return the token and its text. Sent twice, the first, which nobody has seen, is revoked."""
    data = form.cleaned_data
    fresh: list[tuple[ApiToken, str]] = []

    def make() -> tuple[Club, str]:
        fresh.append(
            make_token(
                access, data["label"], data["scopes"], event_number=data["event_number"],
                expires_at=form.expires_at(),
            )
        )  # fmt: skip
        return access.club, str(fresh[-1][0].pk)

    make_anew(
        access.actor.user_id or 0, data["form_key"], make,
        take_back=lambda number: revoke_token(access, fetch(access, ApiToken, pk=number)),
    )  # fmt: skip
    return fresh[-1]


@workspace_page(Right.MANAGE)
def token_revoke(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Stop a token from working, after asking."""
    token = fetch(access, ApiToken, pk=number)
    if request.method != "POST":
        context = workspace_context(access, "club_programs", token=token)
        return render_page(request, "programs/token_revoke.html", context)
    revoke_token(access, token)
    messages.success(request, _("The token “%(label)s” no longer works.") % {"label": token.label})
    return redirect_after_post(reverse("club_programs", args=[access.club.slug]))


@workspace_page(Right.MANAGE)
def webhook_new(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Make a webhook and show its secret, once, in this very answer."""
    form = WebhookForm(posted(request))
    context = workspace_context(access, "club_programs")
    if request.method == "POST" and form.is_valid():
        number = attempt(form, lambda: _make_endpoint(access, form))
        if number:
            context |= {"endpoint": fetch(access, WebhookEndpoint, pk=number)}
            return render_page(request, "programs/webhook_made.html", context)
    return render_form(request, "programs/webhook_new.html", form, context)


def _make_endpoint(access: ClubAccess, form: WebhookForm) -> str:
    data = form.cleaned_data

    def make() -> tuple[Club, str]:
        endpoint = make_endpoint(
            access, label=data["label"], url=data["url"], events=data["events"]
        )
        return access.club, str(endpoint.pk)

    return do_once(access.actor.user_id or 0, data["form_key"], make)[0]


@workspace_page(Right.MANAGE, *READING)
def webhook_page(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Show what was sent to a webhook, newest first."""
    endpoint = fetch(access, WebhookEndpoint, pk=number)
    deliveries = of_club(access, WebhookDelivery).filter(endpoint=endpoint)
    page = page_of(
        deliveries, ("-pk",), after=request.GET.get("after", ""),
        before=request.GET.get("before", ""),
    )  # fmt: skip
    told = [EVENT_SENTENCES[event] for event in endpoint.events if event in EVENT_SENTENCES]
    context = workspace_context(access, "club_programs", endpoint=endpoint, page=page, told=told)
    return render_page(request, "programs/webhook.html", context)


@workspace_page(Right.MANAGE, "POST")
def webhook_enable(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Switch a webhook on again."""
    endpoint = enable_endpoint(access, fetch(access, WebhookEndpoint, pk=number))
    messages.success(request, _("“%(label)s” is switched on.") % {"label": endpoint.label})
    return redirect_after_post(reverse("webhook_page", args=[access.club.slug, endpoint.pk]))


@workspace_page(Right.MANAGE)
def webhook_remove(request: HttpRequest, access: ClubAccess, number: int) -> HttpResponse:
    """Remove a webhook with its log, after asking."""
    endpoint = fetch(access, WebhookEndpoint, pk=number)
    if request.method != "POST":
        context = workspace_context(access, "club_programs", endpoint=endpoint)
        return render_page(request, "programs/webhook_remove.html", context)
    remove_endpoint(access, endpoint)
    messages.success(request, _("“%(label)s” is removed.") % {"label": endpoint.label})
    return redirect_after_post(reverse("club_programs", args=[access.club.slug]))


@workspace_page(Right.MANAGE, "POST")
def webhook_send_again(
    request: HttpRequest, access: ClubAccess, number: int, delivery: int
) -> HttpResponse:
    """Put a delivery back into the queue."""
    row = fetch(access, WebhookDelivery, pk=delivery, endpoint_id=number)
    deliver_again(access, row)
    messages.success(request, _("It is sent again within a few seconds."))
    return redirect_after_post(reverse("webhook_page", args=[access.club.slug, number]))
