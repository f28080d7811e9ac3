"""Events and the club's home in a real browser: phone and desktop, scripts on and off, axe."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from django.utils import timezone
from factories import make_access, make_club, make_member
from factories_events import make_event, make_field, play_round

from clubs.access import ClubAccess
from tournaments.closing import close_tournament
from tournaments.entering_results import enter_results
from tournaments.models import Round, Tournament
from tournaments.pairing_rounds import pair_round
from tournaments.publishing import publish_round
from tournaments.results import Result

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.django_db(transaction=True)

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
MIXED = {1: Result.WHITE_WINS, 2: Result.DRAW, 3: Result.BLACK_WINS_BY_FORFEIT}


@pytest.fixture
def access() -> ClubAccess:
    return make_access(make_club("Torre de Marfim"))


@pytest.fixture
def closed(access: ClubAccess) -> Tournament:
    """A closed and rated Swiss of seven with a bye and a forfeit in each of three rounds."""
    event = make_event(access, name="Winter Swiss", rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, None, 1500, 1400, 1300])
    for _ in range(3):
        play_round(access, event, MIXED)
    event.refresh_from_db()
    close_tournament(access, event)
    event.refresh_from_db()
    return event


@pytest.fixture
def running(access: ClubAccess) -> tuple[Tournament, Round]:
    """A running event with two boards, one result missing."""
    event = make_event(access, name="Thursday", start_date=timezone.localdate(), rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600])
    round_ = pair_round(access, event).round
    assert round_ is not None
    round_ = publish_round(access, round_)
    enter_results(access, round_, [{"board": 1, "result": Result.WHITE_WINS}])
    return event, round_


@pytest.fixture
def season(access: ClubAccess) -> Tournament:
    """A Keizer season after two evenings."""
    event = make_event(access, format="keizer", name="Season", rounds_planned=9, initial_colour="w")
    make_field(access, event, [1900, 1800, 1700, 1600])
    for _ in range(2):
        play_round(access, event, {1: Result.WHITE_WINS})
    return event


def address(event: Tournament, name: str, *arguments: object) -> str:
    return reverse(name, args=[event.club.slug, event.number, *arguments])


def text(page: Page, selector: str) -> str:
    return " ".join(page.locator(selector).inner_text().split())


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")], ids=["phone", "desktop"]
)
def test_no_page_breaks_a_rule_of_accessibility_or_scrolls_sideways(
    chromium: Browser, live_server, accessibility_problems: Callable[[Page], list[str]],
    closed, running, season, viewport, scheme,
) -> None:  # fmt: skip
    context = chromium.new_context(base_url=live_server.url, color_scheme=scheme, viewport=viewport)
    page = context.new_page()
    first = address(closed, "tournament_page")
    pages = [
        reverse("club_home", args=[closed.club.slug]),
        reverse("tournament_list", args=[closed.club.slug]),
        first, f"{first}?why=2", f"{first}?why=3&by=SB",
        address(closed, "tournament_crosstable"),
        address(closed, "tournament_round", 1) + "?why=1",
        address(closed, "tournament_report"),
        address(closed, "tournament_entry", 2),
        address(closed, "embed_standings"),
        address(running[0], "tournament_round", 1),
        address(running[0], "tournament_page"),
        address(running[0], "tournament_crosstable"),
        address(running[0], "tournament_report"),
        address(season, "tournament_page") + "?why=1",
        address(season, "tournament_entry", 1),
        address(season, "embed_standings"),
    ]  # fmt: skip
    problems = {}
    for url in pages:
        page.goto(url)
        found = accessibility_problems(page)
        if page.evaluate("document.documentElement.scrollWidth") > viewport["width"]:
            found.append("scrolls sideways")
        if found:
            problems[url] = found
    context.close()

    assert problems == {}


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_tie_break_opens_and_closes(
    chromium: Browser, live_server, closed, viewport, scripts
) -> None:
    context = chromium.new_context(
        base_url=live_server.url, viewport=viewport, java_script_enabled=scripts
    )
    page = context.new_page()
    page.goto(address(closed, "tournament_page"))

    page.locator("tbody tr").nth(1).locator("td.num a").first.click()
    page.locator("#why h2").wait_for()

    assert "why=" in page.url
    assert "Counts for" in text(page, "#why")
    if scripts:
        page.wait_for_function("document.activeElement.matches('#why h2')")
    page.get_by_role("link", name="Close").click()
    page.locator("#why").wait_for(state="detached")
    assert "why=" not in page.url
    context.close()


def test_columns_fold_into_the_name_on_a_phone(chromium: Browser, live_server, closed) -> None:
    seen = {}
    for name, viewport in (("phone", PHONE), ("desktop", DESKTOP)):
        context = chromium.new_context(base_url=live_server.url, viewport=viewport)
        page = context.new_page()
        page.goto(address(closed, "tournament_page"))
        seen[name] = page.locator("thead th:visible").count()
        context.close()

    assert seen["desktop"] > seen["phone"] == 4


def test_the_round_fills_itself_while_it_is_played(page: Page, access: ClubAccess, running) -> None:
    event, round_ = running
    page.goto(address(event, "tournament_round", 1))
    assert "1 game is still being played." in text(page, "#live")

    enter_results(access, round_, [{"board": 2, "result": Result.DRAW}])
    with page.expect_response(lambda answer: answer.status == 200):
        page.evaluate("htmx.trigger('#poll', 'load'); htmx.ajax('GET', location.pathname,"
                      " {target: '#live', swap: 'outerHTML'})")  # fmt: skip
    page.get_by_text("All results are in.").wait_for()

    tag = page.locator("#poll").get_attribute("data-hx-headers")
    assert tag is not None
    answer = page.evaluate(
        "headers => fetch(location.pathname, {headers: {...JSON.parse(headers),"
        " 'HX-Request': 'true'}, cache: 'no-store'}).then(answer => answer.status)",
        tag,
    )
    assert answer == 304


def test_an_organiser_works_out_prizes_by_keyboard(
    chromium: Browser, live_server, client, closed
) -> None:
    client.force_login(make_member(closed.club, "organiser"))
    context = chromium.new_context(base_url=live_server.url)
    cookie = client.cookies["sessionid"]
    context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": live_server.url}])
    page = context.new_page()
    page.goto(address(closed, "tournament_page"))
    page.get_by_role("link", name="Prize list").click()

    page.get_by_label("Main prizes").fill("100 50")
    page.keyboard.press("Enter")
    page.locator("tfoot").wait_for()

    assert text(page, "tfoot") == "Together 150"
    assert "main=100" in page.url
    context.close()


def test_the_printed_crosstable_holds_every_column_and_no_button(
    chromium: Browser, live_server, closed
) -> None:
    context = chromium.new_context(base_url=live_server.url, viewport=PHONE)
    page = context.new_page()
    page.goto(address(closed, "tournament_crosstable"))
    page.emulate_media(media="print")

    assert page.locator(".masthead").is_hidden()
    assert page.locator(".tabs").is_hidden()
    assert page.locator("thead th.wide").first.is_visible()
    assert page.locator(".print-only").is_visible()
    context.close()
