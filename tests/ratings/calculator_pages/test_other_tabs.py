"""The other tabs: first rating, UKD, plain Elo, expected score, time control, old figures."""

from __future__ import annotations

import re

import pytest

FIRST = "e1g=1902_5&e1g=1877_5&e1g=1884_1&e1g=2012_0&e1g=1832_1"


def test_a_first_rating_shows_its_sum(show) -> None:
    page = show(f"first-rating/?list=standard&e1d=2026-11-26&{FIRST}")

    assert page.part("result") == (
        "Result First standard rating unrated to 1922 new Games 5 (5 needed) Score 3"
        " Average used 1872.43 Added +50 K from now on 40 Rules FIDE, 1 October 2025"
    )
    assert page.part("how", "div").startswith(
        "How this was worked out The sum 5 opponents 9507"
        " Two steady opponents of 1800, both drawn + 3600 Divided by 7 1872.43"
        " Score 4 of 7 is 57 %, table 8.1.1 +50 Before rounding 1922.43 First rating 1922"
    )


def test_events_are_pooled_with_their_own_days(show) -> None:
    """A first event without a point is dropped, and so is what is older than 26 months."""
    page = show(
        "first-rating/?e1d=2026-01-10&e1g=1700_0&e1g=1600_0&e2d=2026-11-26&"
        + FIRST.replace("e1", "e2")
    )

    assert "2 games of the first event are left out" in page.text
    assert page.part("e1g1", "output") == ("A first event without a point does not count.")
    assert "1922" in page.part("result")


def test_four_games_are_not_enough(show) -> None:
    page = show("first-rating/?e1d=2026-11-26&e1g=1902_5&e1g=1877_5&e1g=1884_1&e1g=2012_0")

    assert "unrated Five games against rated opponents are needed." in page.part("result")
    assert "Games 4 (5 needed)" in page.part("result")


def test_the_rule_of_2022_has_no_steady_opponents(show) -> None:
    page = show(f"first-rating/?e1d=2023-05-26&{FIRST}")

    assert "This is the rule before 1 March 2024" in page.text
    assert "20 for each half point above half" in page.text
    assert "steady" not in page.part("how", "div")


def test_a_standard_rating_makes_a_first_rating_needless(show) -> None:
    page = show(f"first-rating/?list=rapid&std=1850&e1d=2026-11-26&{FIRST}")

    assert "No first rating is needed" in page.part("result")


def test_games_against_nobody_rated_give_no_sum(show) -> None:
    page = show("first-rating/?e1d=2026-11-26&e1g=_1&e1g=_0")

    assert page.status == 200
    assert "unrated" in page.part("result")


def test_a_ukd_is_an_estimate_and_says_why(show) -> None:
    page = show("ukd/?own=1500&g=1620_1&g=1480_5&g=2000_0&g=_1&g=1395_1")

    assert page.part("result") == (
        "Result New UKD, estimate 1500 to 1527 up +27 k from UKD 1500 25 Average opponent 1586.25"
        " Expected per game 0.38 Rated games 4 Opponents without UKD 1 Change +27.00"
    )
    assert page.part("g3", "output") == "counts as 1850"
    assert page.part("g4", "output") == "no UKD, +2.50"
    assert "Why an estimate" in page.text


def test_a_ukd_against_nobody_with_one(show) -> None:
    page = show("ukd/?own=1500&g=_1&g=_5&g=1500_f")

    assert page.status == 200
    assert "1500 to 1503" in page.part("result")


def test_plain_elo_rounds_every_game(show) -> None:
    page = show("elo/?own=1500&g=1600_1&g=1600_5")

    assert page.part("result") == (
        "Result New rating 1500 to 1516 up +16 Score 1½ of 2 Expected 0.7198 K 20"
        " By FIDE’s table +16"
    )
    assert page.line(1) == "1 1 · −100 · +12.80 1600 −100 1 0.3599 +12.80 +13"
    assert page.part("g2", "output") == "Difference −100 Expected 0.3599 Change +3"


@pytest.mark.parametrize(("query", "k"), [("k=32", 32), ("k=own&kown=100", 100), ("", 20)])
def test_plain_elo_takes_any_k(show, query: str, k: int) -> None:
    assert f" K {k} " in show(f"elo/?own=1500&g=1600_1&{query}").part("result")


def test_the_level_of_the_new_rating_is_marked(show) -> None:
    page = show("elo/?own=1995&k=40&g=1995_1")

    marked = re.search(r"<b>([^<]+)</b> <span class=\"tag tag-mark\">", page.html)
    assert marked is not None
    assert marked[1] == "Very strong club player, first boards of regional teams"


def test_table_and_curve_stand_side_by_side(show) -> None:
    page = show("expected-score/?own=1800&other=2300")

    assert page.part("result") == (
        "Result Expected score of one game 0.08 Difference −500 Counted −400 Table row 392–411"
        " On the curve 0.0532 The opponent’s 0.92"
    )
    assert "It is not the chance to win" in page.text
    assert page.html.count("<polyline") == 2
    assert "100 0.64 0.36 0.6401" in page.text
    assert "chance of winning" not in page.text


@pytest.mark.parametrize(
    ("query", "result", "sentence"),
    [
        ("minutes=15&increment=10", "Rapid Minutes for 60 moves 25.00 Rated by FIDE yes", ""),
        ("minutes=2,5", "Blitz Minutes for 60 moves 2.50 Rated by FIDE no", "more than 3 minutes"),
        ("minutes=60&top=1800", "Standard Minutes for 60 moves 60.00 Rated by FIDE no",
         "at least 90 minutes"),
        ("minutes=90&increment=0&top=2400", "Standard Minutes for 60 moves 90.00 Rated by FIDE no",
         "at least 120 minutes"),
        ("minutes=60&moves=20&then=60&increment=30",
         "Standard Minutes for 60 moves 150.00 Rated by FIDE no", "at least 30 moves"),
        ("minutes=45&increment=30&top=1900&qc=1",
         "Standard Minutes for 60 moves 75.00 Rated by FIDE yes", "FIDE would rate it"),
    ],
)  # fmt: skip
def test_a_time_control_has_its_list_and_reasons(
    show, query: str, result: str, sentence: str
) -> None:
    page = show(f"time-control/?{query}")

    assert page.part("result") == f"Result Rating list {result}"
    assert sentence in page.text


def test_the_old_article_is_explained_with_its_three_results(show) -> None:
    """2403, 2398 and 2393 are the article's; today's rules round and give 2404, 2399, 2394."""
    text = show("history/").text

    assert "1 2403.60 2403 2404 ½ 2398.60 2398 2399 0 2393.60 2393 2394" in text


def test_the_tabs_lead_to_each_other(show) -> None:
    page = show("")

    addresses = re.findall(r'<li><a href="(/calculator/[^"]*)"', page.html)
    assert addresses[-6:] == [
        "/calculator/",
        "/calculator/first-rating/",
        "/calculator/ukd/",
        "/calculator/elo/",
        "/calculator/expected-score/",
        "/calculator/time-control/",
    ]


def test_plain_elo_opens_with_the_same_games(show) -> None:
    page = show("?own=1800&date=2026-11-26&k=own&kown=25&g=1650_1&g=1700_f&g=1900_0")
    link = re.search(r'<a href="([^"]+)">Compare with plain Elo', page.html)

    assert link is not None
    address = link[1].replace("&amp;", "&")
    assert address == "/calculator/elo/?own=1800&k=own&kown=25&g=1650_1&g=1900_0"
    assert show(address).status == 200
