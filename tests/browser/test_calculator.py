"""The calculator in a real browser: keyboard, scripts on and off, phones, axe, light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EVENT = "/calculator/?own=1800&date=2026-11-26&g=1650_1&g=1840_1&g=2040_1&g=2130_0&g=2145_0"
PAGES = {
    "empty": "/calculator/",
    "event": EVENT,
    "errors": "/calculator/?own=x&date=2021-01-01&k=own&kown=0&g=165O_1&g=1700_1&g=1700_f",
    "first rating": "/calculator/first-rating/?e1d=2026-10-01&e1g=1902_5&e1g=1877_5&e2g=1884_1"
    "&e2g=2012_0&e2g=1832_1&e2d=2026-11-26",
    "ukd": "/calculator/ukd/?own=1500&g=1620_1&g=2000_0&g=_1",
    "elo": "/calculator/elo/?own=1500&g=1600_1&g=1600_5",
    "expected score": "/calculator/expected-score/?own=1800&other=2000",
    "time control": "/calculator/time-control/?minutes=60&top=1900",
    "history": "/calculator/history/",
    "embed": "/calculator/embed/?own=1800&date=2026-11-26&g=1650_1",
    "portuguese": EVENT.replace("/calculator", "/pt-br/calculator"),
    "turkish": EVENT.replace("/calculator", "/tr/calculator"),
}
SETTLED = 4_000

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plain_page(chromium: Browser, live_server) -> Iterator[Page]:
    """Return a page without scripts."""
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def result(page: Page) -> str:
    """Return the band with the result."""
    return " ".join(page.locator("#result").inner_text().split())


def wait_for_result(page: Page, text: str) -> None:
    """Wait until the band shows this."""
    page.wait_for_function(
        "text => document.getElementById('result').innerText.includes(text)",
        arg=text,
        timeout=SETTLED,
    )


def wait_for_focus(page: Page, selector: str) -> None:
    """Wait until this field has the focus, which a swap gives back only when it has settled."""
    page.wait_for_function(
        "selector => document.activeElement.matches(selector)", arg=selector, timeout=SETTLED
    )


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (390, "dark"), (1280, "light")])
def test_no_page_breaks_a_rule_of_accessibility_or_scrolls_sideways(
    chromium: Browser,
    live_server,
    accessibility_problems: Callable[[Page], list[str]],
    width: int,
    scheme: str,
) -> None:
    context = chromium.new_context(
        base_url=live_server.url, color_scheme=scheme, viewport={"width": width, "height": 900}
    )
    page = context.new_page()
    found: dict[str, list[str]] = {}
    for name, address in PAGES.items():
        page.goto(address)
        page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        problems = accessibility_problems(page)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            problems.append("scrolls sideways")
        if problems:
            found[name] = problems
    context.close()

    assert found == {}


def test_figures_follow_while_somebody_types(page: Page) -> None:
    page.goto("/calculator/")
    page.fill("#date", "2026-11-26")
    page.locator("#own").press_sequentially("1800")
    page.locator("#o1").press_sequentially("1650")
    page.locator("input[name=r1][value='1']").check()

    wait_for_result(page, "1806")
    assert page.locator("#g1").inner_text().split()[-1] == "+0.30"
    assert "own=1800" in page.url
    assert page.url.endswith("&g=1650_1")
    wait_for_focus(page, "[name=r1]")
    assert page.locator("#said").inner_text() == "New rating 1806, change +6"


def test_the_address_of_the_moment_reproduces_the_result(page: Page) -> None:
    page.goto("/calculator/")
    page.fill("#date", "2026-11-26")
    page.fill("#own", "1800")
    page.fill("#o1", "1650")
    page.locator("input[name=r1][value='5']").check()
    wait_for_result(page, "1796")
    seen = result(page)

    page.goto(page.url)

    assert result(page) == seen


def test_an_error_appears_and_goes_at_its_field_without_taking_the_focus(page: Page) -> None:
    page.goto(EVENT)
    field = page.locator("#o2")
    field.fill("18x0")
    page.wait_for_selector("#g2.error", timeout=SETTLED)
    page.wait_for_selector("#o2[aria-invalid=true]", timeout=SETTLED)

    assert "18x0" in page.locator("#g2").inner_text()
    wait_for_focus(page, "[id=o2]")

    field.fill("1840")
    wait_for_result(page, "1829")
    page.wait_for_selector("#o2:not([aria-invalid])", timeout=SETTLED)


def test_everything_works_by_keyboard_alone(page: Page) -> None:
    """From the empty form to a result, a row more and a row less, without a pointer."""
    page.goto("/calculator/")
    keyboard = page.keyboard
    page.locator("#own").focus()
    keyboard.type("1800")
    page.locator("#o1").focus()
    keyboard.type("1650")
    keyboard.press("Tab")
    keyboard.press("Space")
    wait_for_result(page, "1806")
    page.locator("#o1").focus()
    keyboard.press("ArrowDown")
    wait_for_focus(page, "[id=o2]")
    keyboard.type("1840")
    keyboard.press("Tab")
    keyboard.press("ArrowRight")
    wait_for_result(page, "1½ of 2")

    page.locator("#o6").focus()
    keyboard.press("ArrowDown")
    page.wait_for_selector("#o11", timeout=SETTLED)
    wait_for_focus(page, "[id=o7]")

    keyboard.press("Backspace")
    page.wait_for_selector("#o11", state="detached", timeout=SETTLED)
    assert page.locator(".games li").count() == 10
    page.locator(".drop").first.focus()
    keyboard.press("Enter")
    wait_for_result(page, "½ of 1")
    assert page.locator("#o1").input_value() == "1840"


def test_enter_works_it_out(page: Page) -> None:
    page.goto(EVENT)
    page.locator("#own").fill("1900")
    with page.expect_navigation():
        page.keyboard.press("Enter")

    assert result(page).startswith("Result New standard rating 1900")


def test_a_copied_column_fills_the_rows(page: Page) -> None:
    page.goto("/calculator/?own=1800&date=2026-11-26")
    page.locator("#o1").focus()
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          document.activeElement.dispatchEvent(
            new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        "1\t12\tFM Silva, Ana\t1650\tPOR\tw 1\n2\t7\tSouza, Rui\t1840\tBRA\ts ½\n",
    )

    wait_for_result(page, "1½ of 2")
    assert page.locator("#o2").input_value() == "1840"
    assert page.url.endswith("&g=1650_1&g=1840_5")
    wait_for_focus(page, "[id=o3]")


def test_facts_for_k_choose_their_line(page: Page) -> None:
    page.goto(EVENT)
    page.get_by_text("Other ways to a K").click()
    page.locator("#before").press_sequentially("12")

    wait_for_result(page, "+57")
    assert page.locator("input[name=k]:checked").get_attribute("value") == "facts"


def test_the_text_is_copied(chromium: Browser, live_server) -> None:
    context = chromium.new_context(
        base_url=live_server.url, permissions=["clipboard-read", "clipboard-write"]
    )
    page = context.new_page()
    page.goto(EVENT)
    page.get_by_text("Link, text, and data for programs").click()
    page.get_by_role("button", name="Copy as text").click()
    page.get_by_role("button", name="Copied").wait_for(timeout=SETTLED)

    copied = page.evaluate("navigator.clipboard.readText()")
    context.close()

    assert copied.startswith("New standard rating: 1800 → 1829 (+29)\n1. 1650  1  0.70  +0.30")


def test_without_scripts_the_form_does_everything(plain_page: Page) -> None:
    page = plain_page
    page.goto("/calculator/?date=2026-11-26")
    page.fill("#own", "1800")
    page.fill("#o1", "1650")
    page.locator("input[name=r1][value='1']").check(force=True)
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator("#result")).to_contain_text("1806")

    page.get_by_role("button", name="Add 5 rows").click()
    expect(page.locator(".games li")).to_have_count(11)
    page.get_by_text("Paste a column of ratings and results").click()
    page.fill("#paste", "1840 ½\n2000 0")
    page.get_by_role("button", name="Fill the rows").click()
    expect(page.locator("#result")).to_contain_text("1½ of 3")

    page.get_by_role("button", name="Remove game 1", exact=True).click()
    expect(page.locator("#result")).to_contain_text("½ of 2")
    expect(page.get_by_role("button", name="Copy as text")).to_have_count(0)


def test_decimals_and_dates_follow_the_language(page: Page) -> None:
    page.goto(PAGES["portuguese"])

    assert "1,57" in result(page)
    assert "+28,60" in result(page)
    assert "1 de outubro de 2025" in result(page)


def test_no_page_logs_an_error_or_asks_another_host(page: Page) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for name, address in PAGES.items():
        if name not in {"errors", "embed"}:
            page.goto(address)

    assert complaints == []
