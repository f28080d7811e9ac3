"""Every form of the workspace, filled in wrongly: an answer at the field, what was typed kept.

The forms are found by opening every page as the owner, so a new one joins by itself. What a form
did is rolled back before the next is sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any
from urllib.parse import urljoin

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from tenancy.routes import club_routes
from tenancy.world import World, build_world

from support.page_forms import PageForm, forms_of

pytestmark = pytest.mark.django_db

LONG = "w" * 50_001
# Right to left with a mark that turns the direction, an emoji of several signs, and a null.
ODD = "\N{RIGHT-TO-LEFT OVERRIDE}سارة الخطيب \N{FAMILY}\u200d\N{BLACK CHESS PAWN} \x00 '\"<b>"
FOREIGN = ("987654321", "x" * 200)
ANSWERS = (200, 303, 409, 422)
# These are not about the club.
ELSEWHERE = ("/preferences/", "/accounts/")
# Forms in a list: one button each, all alike.
MOST_ALIKE = 1


@pytest.fixture
def world() -> World:
    return build_world("north")


@pytest.fixture
def owner(world: World) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(world.people["owner"])
    return client


def pages(client: Client, world: World) -> Iterator[tuple[str, str]]:
    """Yield every page of the workspace, of the running event and of the closed one."""
    for route in club_routes():
        if route.is_api or any("secret" in meaning for _name, meaning in route.meanings):
            continue
        for number in (world.numbers["running"], world.numbers["closed"]):
            address = route.address(world, running=number)
            answer = client.get(address)
            if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                yield address, answer.content.decode()
            if "running" not in {meaning for _name, meaning in route.meanings}:
                break
    for name in ("club_create", "club_import"):
        yield reverse(name), client.get(reverse(name)).content.decode()


def all_forms(client: Client, world: World) -> list[tuple[str, PageForm]]:
    """Return the forms that are posted, each with its address."""
    found: dict[tuple[Any, ...], list[tuple[str, PageForm]]] = {}
    for page, html in pages(client, world):
        for form in forms_of(html):
            address = urljoin(page, form.action)
            if form.method != "post" or address.startswith(ELSEWHERE):
                continue
            alike = (page, tuple(sorted(form.values)), tuple(form.buttons))
            found.setdefault(alike, []).append((address, form))
    return [each for forms in found.values() for each in forms[:MOST_ALIKE]]


def listed(wrong: list[tuple[Any, ...]]) -> str:
    """Return one line for each answer that was wrong."""
    return "\n".join(str(each) for each in wrong)


def send(client: Client, address: str, form: PageForm, **changed: str) -> tuple[int, str]:
    """Return status and page of a form that is sent by its first button, then undo what it did."""
    pressed = {name: value for name, value in form.buttons[:1] if name}
    with transaction.atomic():
        answer = client.post(address, {**form.values, **pressed, **changed})
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        transaction.set_rollback(True)
    return answer.status_code, body.decode(errors="replace")


def test_what_is_typed_wrongly_is_answered_at_the_field_and_never_lost(
    world: World, owner: Client
) -> None:
    wrong: list[tuple[Any, ...]] = []
    forms = all_forms(owner, world)
    assert len(forms) > 60
    for address, form in forms:
        for name in form.typed:
            status, body = send(owner, address, form, **{name: LONG})
            if status not in (409, 422) or LONG not in body:
                wrong.append((address, name, "too long", status))
            status, body = send(owner, address, form, **{name: ODD})
            is_kept = escape(ODD.replace("\x00", "")[1:12]) in body.replace("\x00", "")
            if status not in ANSWERS or (status in (409, 422) and not is_kept):
                wrong.append((address, name, "odd letters", status, is_kept))
            status, _body = send(owner, address, form, **{name: ""})
            if status not in ANSWERS:
                wrong.append((address, name, "empty", status))
        status, _body = send(owner, address, PageForm(address, "post"))
        if status not in ANSWERS:
            wrong.append((address, "nothing at all", status))
    assert not wrong, listed(wrong)


def test_what_is_not_there_or_was_changed_meanwhile_is_told(world: World, owner: Client) -> None:
    wrong: list[tuple[Any, ...]] = []
    versions = 0
    for address, form in all_forms(owner, world):
        for name in (*form.chosen, *form.hidden):
            for value in FOREIGN:
                status, _body = send(owner, address, form, **{name: value})
                if status not in (*ANSWERS, 404):
                    wrong.append((address, name, value, status))
        if "version" in form.values:
            versions += 1
            wrong += _older_version(owner, address, form)
    assert versions > 5
    assert not wrong, listed(wrong)


def _older_version(client: Client, address: str, form: PageForm) -> list[tuple[Any, ...]]:
    """Return what is wrong with the answer to somebody who saw an older version."""
    names = [name for name in form.typed if form.values[name].isalpha()]
    typed = {name: f"{form.values[name]} Nova" for name in names[:1]}
    status, body = send(client, address, form, version="0", **typed)
    if status == 200:
        # What moves is shown first; the second press does it.
        (asked,) = (again for again in forms_of(body) if "digest" in again.values)
        status, body = send(client, address, asked, version="0", **typed)
    is_kept = all(escape(text) in body for text in typed.values())
    return [] if status == 409 and is_kept else [(address, "older version", status, is_kept)]
