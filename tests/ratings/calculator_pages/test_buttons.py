"""Rows come and go by buttons; the answer is the address of what they made."""

from __future__ import annotations

from urllib.parse import quote

import pytest

FORM = "own=1800&list=standard&date=2026-11-26&k=20&o1=1650&r1=1&o2=1840&r2=5&o3=1700&r3=0"
HEAD = "/calculator/?own=1800&list=standard&date=2026-11-26&k=20"


@pytest.mark.parametrize(
    ("pressed", "rows"),
    [
        ("more=5", "g=1650_1&g=1840_5&g=1700_0&n=11"),
        ("remove=2", "g=1650_1&g=1700_0"),
        ("remove=77", "g=1650_1&g=1840_5&g=1700_0"),
        ("use=o2%3D1900", "g=1650_1&g=1900_5&g=1700_0"),
        (f"fill=1&at=&paste={quote('2000 1')}", "g=1650_1&g=1840_5&g=1700_0&g=2000_1"),
        (f"fill=1&at=2&paste={quote('2000 1')}", "g=1650_1&g=2000_1&g=1700_0"),
    ],
)
def test_a_button_leads_to_the_address_of_the_new_rows(show, pressed: str, rows: str) -> None:
    page = show(f"?{FORM}&{pressed}")

    assert page.status == 302
    assert page.response["Location"] == f"{HEAD}&{rows}"


def test_a_script_gets_the_new_rows_and_the_address(show) -> None:
    page = show(f"?{FORM}&more=5", **{"HX-Request": "true", "HX-Target": "calculator"})

    assert page.html.lstrip().startswith('<div id="calculator">')
    assert page.html.count('name="remove"') == 11
    assert 'id="o7"' in page.html
    assert page.html.split('name="o7"')[1].split(">")[0].endswith("data-focus autofocus")
    assert page.response["HX-Replace-Url"] == f"{HEAD}&g=1650_1&g=1840_5&g=1700_0&n=11"


def test_while_somebody_types_only_figures_come_back(show) -> None:
    page = show(f"?{FORM}", **{"HX-Request": "true", "HX-Target": "result"})

    assert "<input" not in page.html.split("</textarea>")[0].split('id="how"')[0]
    assert 'id="g1" data-hx-swap-oob="true"' in page.html
    assert 'id="own-error" data-hx-swap-oob="true"' in page.html
    assert "error-list" not in page.html
    assert page.response["HX-Replace-Url"].startswith(HEAD)


def test_a_paste_without_a_game_is_an_error_at_its_field(show) -> None:
    page = show(f"?{FORM}&fill=1&paste=hello")

    assert page.status == 422
    assert "No line holds a rating from 100 to 4000 and a result." in page.text
    assert 'value="1650"' in page.html


def test_a_hundred_rows_are_the_most(show) -> None:
    many = "&".join(f"o{n}=1500&r{n}=1" for n in range(1, 99))

    page = show(f"?own=1500&{many}&more=5")

    assert page.response["Location"].endswith("&n=100")


def test_an_event_is_added_to_a_first_rating(show) -> None:
    page = show("first-rating/?list=standard&e1d=2026-10-01&e1o1=1500&e1r1=1&event=1")

    assert page.status == 302
    assert "e1g=1500_1" in page.response["Location"]
    again = show(page.response["Location"])
    assert "Event 2" in again.text
