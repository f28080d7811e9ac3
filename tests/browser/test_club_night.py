"""A club night on a phone, from the new event to the new ratings, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from ratings.models import RatingChange, RatingRevision
from support.club_night import Evening, make_evening
from tournaments.models import Pairing, Round, Tournament

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}
KEYS = (".key-w", ".key-d", ".key-b")


@pytest.fixture
def browsers(chromium: Browser, live_server: Any) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that opens a browser in which somebody is signed in."""
    opened = []

    def open_browser(client: Client | None = None, **options: Any) -> BrowserContext:
        context = chromium.new_context(
            base_url=live_server.url, locale="en-GB", viewport=PHONE, **options
        )
        context.set_default_timeout(15_000)
        if client is not None:
            cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies(
                [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
            )
        opened.append(context)
        return context

    yield open_browser
    for context in opened:
        context.close()


def new_event(page: Page, evening: Evening, players: int, rounds: int) -> Tournament:
    """Make an event with the settings of the last one and enter everybody by ticking."""
    page.goto(reverse("tournament_new", args=[evening.club.slug]))
    page.get_by_label("Name", exact=True).fill("Friday rapid")
    page.get_by_label("Minutes", exact=False).first.fill("12")
    page.get_by_label("Seconds added per move", exact=False).first.fill("3")
    page.get_by_label("Rounds", exact=True).fill(str(rounds))
    page.get_by_role("button", name="Make the event").click()
    page.wait_for_url("**/entries/")
    boxes = page.locator("input[name=player]")
    assert boxes.count() == players
    for index in range(players):
        boxes.nth(index).check()
    page.get_by_role("button", name="Enter the ticked players").click()
    page.get_by_role("heading", name=re.compile(f"{players} players")).wait_for()
    return Tournament.objects.get(name="Friday rapid")


def play_round(page: Page, number: int, boards: int, keys: Iterator[str]) -> None:
    """Pair and publish a round, then press a key on each board."""
    page.get_by_role("button", name=f"Pair round {number}").click()
    page.get_by_role("button", name=f"Publish round {number}").click()
    for left in range(boards, 0, -1):
        heading = f"{left} result missing" if left == 1 else f"{left} results missing"
        page.get_by_role("heading", name=heading, exact=True).wait_for()
        page.locator("form.board").first.locator(next(keys)).click()
    page.get_by_role("heading", name="All results are in").wait_for()


def close_event(page: Page, ratings: int) -> None:
    """Look at the preview, close, and wait until the ratings are there."""
    page.get_by_role("link", name="Close the event").click()
    page.get_by_role("button", name=f"Close and write {ratings} ratings").click()
    page.get_by_text(f"{ratings} ratings were written.").wait_for()


def test_the_whole_evening_of_24_players_on_a_phone(
    browsers: Callable[..., BrowserContext],
) -> None:
    evening = make_evening(24, rounds=5)
    page = browsers(evening.sign_in(), has_touch=True, is_mobile=True).new_page()
    event = new_event(page, evening, players=24, rounds=5)
    keys = cycle(KEYS)

    for number in range(1, 6):
        page.goto(f"/clubs/{evening.club.slug}/tournaments/{event.number}/manage/")
        play_round(page, number, 12, keys)
    close_event(page, 24)

    assert Round.objects.filter(tournament=event).count() == 5
    assert Pairing.objects.filter(tournament=event).exclude(result="**").count() == 60
    assert RatingChange.objects.filter(event_key=event.number).count() == 24


def test_the_evening_works_without_script(browsers: Callable[..., BrowserContext]) -> None:
    evening = make_evening(8, rounds=3)
    page = browsers(evening.sign_in(), java_script_enabled=False).new_page()
    event = new_event(page, evening, players=8, rounds=3)
    keys = cycle(KEYS)

    for number in range(1, 4):
        page.goto(f"/clubs/{evening.club.slug}/tournaments/{event.number}/manage/")
        play_round(page, number, 4, keys)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("heading", name="1 result missing").wait_for()
    page.locator("form.board").first.locator(".key-d").click()
    close_event(page, 8)

    assert Pairing.objects.filter(tournament=event).exclude(result="**").count() == 12
    assert RatingChange.objects.filter(event_key=event.number).count() == 8


@pytest.fixture
def waiting() -> Evening:
    """Return an evening of six players whose first round is being played."""
    evening = make_evening(6, rounds=2)
    evening.play_round(results=False)
    return evening


def results_of(evening: Evening) -> list[str]:
    boards = Pairing.objects.filter(tournament=evening.event).order_by("board_number")
    return list(boards.values_list("result", flat=True))


def test_results_are_entered_with_single_keys(
    waiting: Evening, browsers: Callable[..., BrowserContext]
) -> None:
    page = browsers(waiting.sign_in()).new_page()
    page.goto(waiting.url("manage_round", round_number=1))
    page.locator("#b1 .key-w").focus()

    for key, left in (("1", 2), ("2", 1), ("3", 0)):
        page.keyboard.press(key)
        words = {2: "2 results missing", 1: "1 result missing", 0: "All results are in"}[left]
        page.get_by_role("heading", name=words, exact=True).wait_for()
        page.wait_for_timeout(350)
        if left:
            expected = f"document.activeElement.id === 'b{4 - left}w'"
            page.wait_for_function(expected)

    assert results_of(waiting) == ["10", "==", "01"]


def test_keys_do_nothing_outside_a_board_and_u_takes_back(
    waiting: Evening, browsers: Callable[..., BrowserContext]
) -> None:
    page = browsers(waiting.sign_in()).new_page()
    page.goto(waiting.url("manage_round", round_number=1))

    page.keyboard.press("1")
    page.wait_for_timeout(400)
    assert results_of(waiting) == ["**", "**", "**"]
    page.locator("#b1 .key-w").focus()
    page.keyboard.press("1")
    page.get_by_role("heading", name="2 results missing").wait_for()
    page.wait_for_function("document.activeElement.closest('form.board')?.id === 'b2'")
    page.keyboard.press("u")
    page.get_by_role("heading", name="3 results missing").wait_for()

    assert results_of(waiting) == ["**", "**", "**"]


def test_two_helpers_at_once_are_told_of_each_other(
    waiting: Evening, browsers: Callable[..., BrowserContext]
) -> None:
    pages = [browsers(waiting.sign_in(who)).new_page() for who in ("organiser", "helper")]
    for page in pages:
        page.goto(waiting.url("manage_round", round_number=1))
    first, second = pages

    first.locator("#b1 .key-w").click()
    first.get_by_role("heading", name="2 results missing").wait_for()
    second.locator("#b1 .key-b").click()
    second.get_by_text("You pressed 0–1, Black won. It was not saved.").wait_for()
    assert results_of(waiting)[0] == "10"
    second.get_by_role("button", name="Enter 0–1 for board 1 all the same").click()
    second.locator("form.undo").wait_for()

    assert results_of(waiting)[0] == "01"


def test_what_others_enter_appears_by_itself(
    waiting: Evening, browsers: Callable[..., BrowserContext]
) -> None:
    page = browsers(waiting.sign_in("helper")).new_page()
    page.clock.install()
    page.goto(waiting.url("manage_round", round_number=1))
    url = waiting.url("enter_board_result", round_number=1, board_number=2)
    waiting.sign_in().post(url, {"result": "=="})

    page.clock.run_for(10_500)

    page.get_by_role("heading", name="2 results missing").wait_for()


def test_a_helper_opens_the_link_on_another_phone(
    waiting: Evening, browsers: Callable[..., BrowserContext]
) -> None:
    desk = browsers(waiting.sign_in()).new_page()
    desk.goto(waiting.url("helper_links"))
    desk.get_by_label("For whom").fill("Table 2")
    desk.get_by_role("button", name="Make a results link").click()
    path = re.sub(r"^https?://[^/]+", "", desk.locator("#new-url").inner_text())

    phone = browsers().new_page()
    phone.goto(path)
    phone.locator("#b1 .key-d").click()
    phone.get_by_role("heading", name="2 results missing").wait_for()

    assert Pairing.objects.get(board_number=1).changed_by_label == "Table 2"


def test_a_correction_a_week_later(browsers: Callable[..., BrowserContext]) -> None:
    evening = make_evening(4, rounds=1)
    evening.play_round()
    client = evening.sign_in()
    digest = client.get(evening.url("close_tournament")).context["digest"]
    client.post(evening.url("close_tournament"), {"digest": digest})
    page = browsers(client).new_page()

    page.goto(evening.url("close_tournament"))
    page.get_by_role("link", name="Correct the event").click()
    page.get_by_label("Result of board 1 in round 1").select_option("01")
    page.get_by_role("button", name="See what moves").click()
    page.get_by_text("Nothing has been changed yet.").wait_for()
    page.get_by_label("Reason").fill("The score sheet says Black won")
    page.get_by_role("button", name="Correct the event").click()
    page.get_by_text("4 ratings were written.").wait_for()

    assert Pairing.objects.get(board_number=1).result == "01"
    assert RatingRevision.objects.filter(club=evening.club).exists()


def test_pages_are_accessible(
    waiting: Evening,
    browsers: Callable[..., BrowserContext],
    accessibility_problems: Callable[[Page], list[str]],
) -> None:
    done = make_evening(4, rounds=2)
    done.play_round()
    done.play_round(publish=False)
    found = {}
    for evening, names in (
        (waiting, ("manage_tournament", "manage_entries", "tournament_settings", "helper_links",
                   "starting_list", "close_tournament", "print_sign_in", "free_boards")),
        (done, ("manage_rounds",)),
    ):  # fmt: skip
        page = browsers(evening.sign_in()).new_page()
        urls = [evening.url(name) for name in names]
        urls += [
            evening.url(name, round_number=1)
            for name in ("manage_round", "manage_boards", "check_results", "paste_results",
                         "print_pairings", "print_slips")
        ]  # fmt: skip
        urls += [
            reverse(name, args=[evening.club.slug])
            for name in ("tournament_new", "tournament_import")
        ]
        urls.append(evening.url("manage_entry", entry_id=evening.entries()[0].pk))
        urls.append(evening.url("manage_boards", round_number=1) + "?compare=1")
        for url in urls:
            page.goto(url)
            if problems := accessibility_problems(page):
                found[url] = problems
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > PHONE["width"]:
                found[f"{url} is too wide"] = [str(width)]

    assert found == {}


def test_the_closing_pages_are_accessible(
    browsers: Callable[..., BrowserContext],
    accessibility_problems: Callable[[Page], list[str]],
) -> None:
    evening = make_evening(4, rounds=1)
    evening.play_round()
    client = evening.sign_in()
    page = browsers(client).new_page()
    entry = evening.entries()[0]
    page.goto(f"{evening.url('close_tournament')}?open=rapid-{entry.player_id}")
    assert accessibility_problems(page) == []
    digest = client.get(evening.url("close_tournament")).context["digest"]
    client.post(evening.url("close_tournament"), {"digest": digest})

    for name in ("close_tournament", "correct_tournament", "reopen_tournament"):
        page.goto(evening.url(name))
        assert accessibility_problems(page) == [], name


def pages_of(pdf: bytes) -> int:
    """Return how many pages a printed file has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_sheets_are_made_for_paper(browsers: Callable[..., BrowserContext]) -> None:
    evening = make_evening(18, rounds=2)
    evening.play_round(results=False)
    page = browsers(evening.sign_in()).new_page()
    sheets = {}
    for name in ("print_pairings", "print_slips"):
        page.goto(evening.url(name, round_number=1))
        sheets[name] = pages_of(page.pdf(format="A4", prefer_css_page_size=True))
    for name in ("print_standings", "print_sign_in"):
        page.goto(evening.url(name))
        sheets[name] = pages_of(page.pdf(format="A4", prefer_css_page_size=True))

    # Nine boards and the names fit on one page, so do nine slips; the crosstable gets its own.
    assert sheets == {
        "print_pairings": 1, "print_slips": 1, "print_standings": 2, "print_sign_in": 1,
    }  # fmt: skip
    page.goto(evening.url("print_pairings", round_number=1))
    page.emulate_media(media="print")
    assert page.locator(".masthead").is_hidden()
    assert page.locator(".no-print").is_hidden()
    assert page.locator(".box").first.is_visible()


def test_from_twelve_boards_on_the_list_of_names_gets_a_page_of_its_own(
    browsers: Callable[..., BrowserContext],
) -> None:
    evening = make_evening(24, rounds=1)
    evening.play_round(results=False)
    page = browsers(evening.sign_in()).new_page()
    page.goto(evening.url("print_pairings", round_number=1))

    assert pages_of(page.pdf(format="A4", prefer_css_page_size=True)) == 2
