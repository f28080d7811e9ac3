"""The FIDE tab: every step of the sum is on the page, in the words of its edition."""

from __future__ import annotations

import re

import pytest

EVENT = "own=1800&date=2026-11-26&g=1650_1&g=1840_1&g=2040_1&g=2130_0&g=2145_0"


def test_the_worked_event_is_shown_with_its_sum(show) -> None:
    """The numbers of the design, which agree with the rules' own documentation."""
    page = show(f"?{EVENT}")

    assert page.status == 200
    assert page.part("result") == (
        "Result New standard rating 1800 to 1829 up +29 Score 3 of 5 Expected 1.57"
        " Difference +1.43 Before rounding +28.60 Performance 2033 Rules FIDE, 1 October 2025"
    )
    assert page.line(1) == "1 1 · +150 · 146–153 1650 +150 +150 146–153 1 0.70 +0.30"
    assert page.line(4) == "4 0 · −330 · 329–344 2130 −330 −330 329–344 0 0.12 −0.12"
    for sentence in (
        "Together: 3 − 1.57 = +1.43.",
        "20 × +1.43 = +28.60.",
        "+28.60 gives +29.",
        "FIDE Handbook B.02, article 8.3, in the edition in force since 1 October 2025.",
        "so K is 20. With 5 games, 20 × 5 = 100 is not over the limit of 700",
        "gives +28 here. FIDE uses a table and rounds once, and that gives +29.",
        "Average opponent 1961, and +72 from table 8.1.1 for scoring 60 %.",
    ):
        assert sentence in page.text


def test_beside_each_row_stands_what_it_gives(show) -> None:
    page = show(f"?{EVENT}")

    assert page.part("g3", "output") == "Difference −240 Expected 0.20 Gain +0.80"
    assert page.part("g6", "output") == ""


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("own=1800&g=2330_0", "More than 400 counts as 400: 1 game here."),
        ("own=2700&g=2200_1", "With an own rating of 2650 or more the real difference counts."),
        ("own=1800&g=1500_1", "More than 400 would count as 400; no game here is over."),
        (
            "own=2610&list=rapid&g=2000_1",
            "One player above 2600 and 600 points or more",
        ),
    ],
)
def test_the_counted_difference_has_its_reason(show, address: str, sentence: str) -> None:
    page = show(f"?date=2026-11-26&{address}")

    assert sentence in page.text


def test_games_left_out_are_named_with_the_reason(show) -> None:
    page = show("?own=1800&date=2026-11-26&g=1650_1&g=_1&g=1700_f")

    assert "Game 2: The opponent was unrated, so the game does not count." in page.text
    assert "Game 3: Not played, so not rated." in page.text
    assert "Score 1 of 1" in page.part("result")


def test_the_limit_of_700_is_explained(show) -> None:
    games = "&".join(["g=1800_5"] * 39)

    page = show(f"?own=1800&date=2026-11-26&{games}")

    assert "With 39 games, 20 × 39 = 780 is over the limit of 700" in page.text
    assert "Why K is 17" in page.text


@pytest.mark.parametrize(
    ("fields", "k", "reason"),
    [
        ("k=10", 10, "makes K 10 for good"),
        ("k=40j", 40, "18th birthday"),
        ("k=40n", 40, "Fewer than 30 games"),
        ("k=20", 20, "At least 30 games"),
        ("k=own&kown=25", 25, "chosen by you"),
        ("k=facts&born=2010&before=90", 40, "18th birthday"),
        ("k=facts&before=90&peak=2401", 10, "makes K 10 for good"),
        ("k=facts&before=29", 40, "Fewer than 30 games"),
        ("k=40b&list=blitz", 40, "stands in for a rating on this list"),
    ],
)
def test_k_is_chosen_or_worked_out_with_its_reason(show, fields: str, k: int, reason: str) -> None:
    page = show(f"?own=1800&date=2026-11-26&g=1650_1&{fields}")

    assert f"Why K is {k}" in page.text
    assert reason in page.text


def test_facts_that_are_not_used_are_mentioned(show) -> None:
    assert "K was chosen, so they are not used" in show(f"?{EVENT}&k=20&born=2010").text


def test_where_every_way_agrees_the_page_says_so(show) -> None:
    page = show("?own=1800&date=2026-11-26&g=1800_1")

    assert "happens to give the same here: +10." in page.text
    assert "would give" not in page.text.split("Compare with plain Elo")[0][-200:]


def test_an_event_follows_the_edition_of_its_day(show) -> None:
    """In 2023 only the farthest weaker opponent was brought nearer."""
    page = show("?own=1800&date=2023-05-01&g=1200_1&g=1300_1")

    assert "edition in force since 1 January 2022" in page.text
    assert "only the farthest weaker opponent was brought nearer" in page.text


def test_under_the_floor_the_page_says_what_fide_would_do(show) -> None:
    assert (
        "Under 1400 FIDE’s own list shows no rating"
        in show("?own=1401&date=2026-11-26&g=1400_0").text
    )


def test_a_row_without_a_result_waits_and_is_no_error(show) -> None:
    page = show("?own=1800&date=2026-11-26&g=1650_1&g=1700_")

    assert page.status == 200
    assert page.part("g2", "output") == "Choose a result"
    assert "Score 1 of 1" in page.part("result")


def test_the_text_to_copy_is_clean(show) -> None:
    page = show(f"?{EVENT}")

    text = re.search(r'<textarea[^>]*id="summary"[^>]*>(.*?)</textarea>', page.html, re.DOTALL)

    assert text is not None
    assert text[1].splitlines()[:3] == [
        "New standard rating: 1800 → 1829 (+29)",
        "1. 1650  1  0.70  +0.30",
        "2. 1840  1  0.44  +0.56",
    ]
    assert text[1].splitlines()[-1].startswith("http://127.0.0.1:8000/calculator/?own=1800&amp;")


def test_the_address_reproduces_the_result(show) -> None:
    """The form's own address and the link on the page show the same page."""
    typed = show(
        "?own=1800&list=standard&date=2026-11-26&k=20&o1=1650&r1=1&o2=1840&r2=5&o3=&o4=&paste=&at="
    )
    link = re.search(r'<a href="(/calculator/\?[^"]+)">Link to this', typed.html)

    assert link is not None
    again = show(link[1].replace("&amp;", "&"))
    assert again.part("result") == typed.part("result")
    assert link[1].replace("&amp;", "&") == (
        "/calculator/?own=1800&list=standard&date=2026-11-26&k=20&g=1650_1&g=1840_5"
    )


def test_forty_games_and_more_fit(show) -> None:
    page = show("?own=1800&date=2026-11-26&" + "&".join(["g=1700_1"] * 100))

    assert page.status == 200
    assert "Score 100 of 100" in page.part("result")
