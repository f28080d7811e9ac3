"""Public pages of players and lists in a real browser, on a phone and on a desk."""

from __future__ import annotations

import pytest

from clubs.models import Membership, User


def address_of(player, name=""):
    return f"/clubs/{player.club.slug}/players/{player.pk}/{name}"


def is_too_wide(page):
    return page.evaluate("document.documentElement.scrollWidth > window.innerWidth")


def pages_of(player):
    club = f"/clubs/{player.club.slug}"
    return [
        address_of(player, "?list=rapid&open=event-4"),
        address_of(player, "?list=standard"),
        address_of(player, "records/?list=rapid"),
        address_of(player, "corrections/"),
        address_of(player, "embed/"),
        f"{club}/ratings/rapid/",
        f"{club}/ratings/blitz/",
        f"{club}/ratings/rapid/?q=nobody",
        f"{club}/ratings/rapid/embed/",
        f"{club}/lists/",
        f"{club}/lists/rapid/2/",
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    window, history, accessibility_problems, scheme
):
    page = window(color_scheme=scheme)
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    for address in pages_of(history):
        page.goto(address)

        assert accessibility_problems(page) == [], address
        assert not is_too_wide(page), address
    assert [text for text in complaints if "Content Security Policy" in text] == []


def test_why_opens_under_its_row_and_closes_again(window, history):
    page = window()
    page.goto(address_of(history, "?list=rapid"))
    row = page.locator("#event-3")

    row.get_by_role("link", name="Why?").click()

    heading = row.get_by_role("heading", name="Why")
    heading.wait_for()
    page.wait_for_function("document.activeElement.matches('#event-3 h3')")
    assert "Before rounding" in row.inner_text()
    assert page.locator(".why").count() == 1
    row.get_by_role("link", name="Close").click()
    row.get_by_role("link", name="Why?").wait_for()
    assert page.locator(".why").count() == 0


def test_everything_is_reached_without_a_script(window, history):
    page = window(java_script_enabled=False)
    page.goto(f"/clubs/{history.club.slug}/ratings/rapid/")
    page.fill("#q", "carvalho")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Carvalho-Brandão, Inês").click()
    page.locator("#event-1").get_by_role("link", name="Why?").click()

    assert page.url.endswith("#event-1")
    assert "Why " in page.locator("#event-1 h3").inner_text()
    page.get_by_role("link", name="What was corrected, old and new").first.click()
    assert "The score sheet was misread." in page.locator("main").inner_text()


def test_another_list_keeps_the_page_and_gets_an_address(window, history):
    page = window()
    page.goto(address_of(history, "?list=rapid"))

    page.locator(".ratings").get_by_role("link", name="Blitz").click()

    page.get_by_role("heading", name="Blitz events").wait_for()
    assert page.url.endswith("?list=blitz")
    page.go_back()
    page.get_by_role("heading", name="Rapid events").wait_for()


def test_typing_narrows_the_list(window, history):
    page = window()
    page.goto(f"/clubs/{history.club.slug}/ratings/rapid/")
    assert page.locator("#list tbody tr").count() == 5

    page.locator("#q").press_sequentially("ozturk")

    page.locator("#list tbody tr").nth(1).wait_for(state="detached")
    assert "Öztürkoğlu, Yiğit" in page.locator("#list").inner_text()
    page.wait_for_url("**q=ozturk*")


def test_the_chart_is_read_aloud_and_printed_wide(window, history):
    page = window()
    page.goto(address_of(history, "?list=rapid"))

    label = page.locator(".chart svg").first.get_attribute("aria-label")

    assert "Rapid rating: " in label
    assert "The same numbers are in the table below." in label
    page.emulate_media(media="print")
    assert page.locator(".chart .wide-svg").is_visible()
    assert not page.locator(".masthead").is_visible()


def test_an_organiser_sees_a_list_before_it_is_issued(
    window, history, live_server, client, accessibility_problems
):
    user = User.objects.create_user("o@example.org")
    Membership.objects.create(club=history.club, user=user, role="organiser")
    client.force_login(user)
    page = window()
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    page.context.add_cookies([{**cookie, "url": live_server.url}])
    page.goto(f"/clubs/{history.club.slug}/manage/lists/?time_control=rapid")

    assert accessibility_problems(page) == []
    assert not is_too_wide(page)
    page.get_by_role("button", name="Issue list 3").click()

    page.get_by_role("heading", name="Rapid, list 3").wait_for()
