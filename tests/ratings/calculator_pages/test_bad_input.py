"""Wrong input gets a message at its field, the rest is kept, and nothing is ever a fault."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

TABS = ("", "first-rating/", "ukd/", "elo/", "expected-score/", "time-control/", "embed/")


def errors(page) -> list[str]:
    """Return the list of errors at the top, without its heading."""
    box = re.search(r'<div class="error-list".*?</div>', page.html, re.DOTALL)
    lines = re.findall(r"<li>(.*?)</li>", box[0], re.DOTALL) if box else []
    return [" ".join(re.sub(r"<[^>]+>", "", line).split()) for line in lines]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("own=4001", "Your rating: “4001” is not a whole number from 0 to 4000."),
        ("own=-1", "Your rating: “-1” is not a whole number from 0 to 4000."),
        ("own=1e9", "Your rating: “1e9” is not a whole number from 0 to 4000."),
        ("own=abc", "Your rating: “abc” is not a whole number from 0 to 4000."),
        ("own=1800&g=5000_1", "Game 1: “5000” is not a whole number from 0 to 4000."),
        ("own=1800&g=99999_", "Game 1: “99999” is not a whole number from 0 to 4000."),
        ("g=1500_1", "Your rating: Your rating is needed. Without one, work out a first rating."),
        ("own=1800&k=own&kown=0", "K, 1 to 100: “0” is not a whole number from 1 to 100."),
        ("own=1800&k=own", "K, 1 to 100: This is needed."),
        ("own=1800&k=facts", "Rated games before: This is needed."),
        ("own=1800&k=facts&before=5&born=1066",
         "Year of birth: “1066” is not a whole number from 1900 to 2100."),
        ("own=1800&date=2021-12-31",
         "First day of the event: The oldest rules known here for this list are those of"
         " 1 January 2022."),
        ("own=1800&list=blitz&date=2022-09-30",
         "First day of the event: The oldest rules known here for this list are those of"
         " 1 October 2022."),
        ("own=1800&date=2999-01-01",
         "First day of the event: No rules can be known for 2999-01-01."),
        ("own=1800&date=2026-02-30", "First day of the event: “2026-02-30” is not a date."),
        ("own=1800&date=soon", "First day of the event: “soon” is not a date."),
        ("own=1800&k=40b&g=1500_1",
         "K, 1 to 100: On the standard list no rating is borrowed: choose another K."),
    ],
)  # fmt: skip
def test_a_wrong_field_has_its_message(show, query: str, message: str) -> None:
    if "date=" not in query:
        query += "&date=2026-11-26"
    page = show(f"?{query}&g=1650_1" if "g=" not in query else f"?{query}")

    assert page.status == 422
    assert errors(page) == [message]
    assert "<title>Error: " in page.html
    assert 'aria-invalid="true"' in page.html


def test_the_other_rows_are_kept_and_all_errors_named(show) -> None:
    page = show("?own=1800&date=2026-11-26&o1=1650&r1=1&o2=abc&r2=1&o3=&o4=9999&r4=5&o5=1700&r5=0")

    assert [line.split(":")[0] for line in errors(page)] == ["Game 2", "Game 4"]
    for value in ("1650", "abc", "9999", "1700"):
        assert f'value="{value}"' in page.html
    assert page.part("g2", "output").startswith("“abc” is not a whole number")


def test_empty_rows_in_the_middle_are_passed_over(show) -> None:
    page = show("?own=1800&date=2026-11-26&g=1650_1&g=_&g=_&g=1700_0")

    assert page.status == 200
    assert "Score 1 of 2" in page.part("result")


def test_a_likely_number_is_offered_as_a_button(show) -> None:
    page = show("?own=1800&date=2026-11-26&g=165O_1")

    assert re.search(r'<button[^>]*name="use" value="o1=1650">Use 1650</button>', page.html)


def test_more_rows_than_fit_are_said_to_be_left_out(show) -> None:
    page = show("?own=1800&date=2026-11-26&" + "&".join(["g=1650_1"] * 137))

    assert page.status == 422
    assert errors(page) == ["Games: At most 100 games fit; 37 more were left out."]


@pytest.mark.parametrize("tab", TABS)
def test_an_address_too_long_is_refused_before_it_is_read(show, tab: str) -> None:
    page = show(f"{tab}?" + "&".join(f"o{n}=1500&r{n}=1" for n in range(1, 10_001)))

    assert page.status == 414
    assert "The calculator takes at most 100 games at a time." in page.text


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("elo/?own=1500&k=own&kown=0&g=1600_1",
         "Another K, 1 to 100: “0” is not a whole number from 1 to 100."),
        ("elo/?own=1500&k=own&kown=101&g=1600_1",
         "Another K, 1 to 100: “101” is not a whole number from 1 to 100."),
        ("elo/?own=1500&g=_1", "Game 1: This is needed."),
        ("ukd/?own=x&g=1500_1", "Your UKD: “x” is not a whole number from 0 to 4000."),
        ("ukd/?g=1500_1", "Your UKD: This is needed."),
        ("expected-score/?own=1500", "Opponent’s rating: This is needed."),
        ("time-control/?increment=5", "Minutes at the start: This is needed."),
        ("time-control/?minutes=abc",
         "Minutes at the start: “abc” is not a whole number from 0 to 1440."),
        ("first-rating/?e1d=2019-01-01&e1g=1500_1",
         "Last day of the event: The oldest rules known here for this list are those of"
         " 1 January 2022."),
    ],
)  # fmt: skip
def test_the_other_tabs_name_their_wrong_fields(show, address: str, message: str) -> None:
    page = show(address)

    assert page.status == 422
    assert errors(page) == [message]


def test_what_was_typed_is_shown_as_text(show) -> None:
    page = show(f"?own={quote('<b>{x}')}&g={quote('<i>')}_1")

    assert "&lt;b&gt;{x}" in page.html
    assert "<b>{x}" not in page.html


NAMES = [
    *("own", "list", "date", "k", "kown", "born", "before", "peak", "g", "n", "o1", "r1", "o2"),
    *("r2", "o100", "r100", "o101", "paste", "fill", "at", "more", "remove", "use", "std", "e1d"),
    *("e1g", "e2d", "e2g", "e2o1", "e2r1", "e12d", "event", "e1more", "e1remove", "e1fill"),
    *("e1paste", "other", "minutes", "increment", "moves", "then", "top", "qc", "x", "{}", "o0"),
    *("o-1", "e99g"),
]
VALUES = st.one_of(
    st.sampled_from(
        ["", "1500", "1650_1", "_1", "_", "{}", "{0}", "%s", "0", "-1", "1e9", "f", "own", "facts"]
        + ["40b", "rapid", "blitz", "2026-11-26", "2024-03-01", "0000-00-00", "2022-01-01", "2600"]
        + ["o1=5", "٣", "\0", "\ue000own\ue000", "\ue001", "1500 1\n1600 0", "9" * 40, "½", "²"]
    ),
    st.integers(-(10**12), 10**12).map(str),
    st.text(max_size=12),
)


@settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.sampled_from(TABS),
    st.lists(st.tuples(st.sampled_from(NAMES), VALUES), max_size=12),
    st.sampled_from([{}, {"HX-Request": "true", "HX-Target": "result"}, {"HX-Request": "true"}]),
)
def test_no_address_is_ever_a_fault(
    client: Client, db: None, tab: str, pairs: list[tuple[str, str]], headers: dict[str, str]
) -> None:
    query = "&".join(f"{quote(name)}={quote(value)}" for name, value in pairs)

    response = client.get(f"/calculator/{tab}?{query}", headers=headers)

    assert response.status_code in {200, 302, 422}
    assert "\ue000" not in response.text
