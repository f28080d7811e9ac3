"""Pages by key: nothing twice, nothing missed, damaged links refused."""

from __future__ import annotations

import base64

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from clubs.errors import InvalidInput
from clubs.models import Club
from clubs.paging import page_of

pytestmark = pytest.mark.django_db

ORDERS = [("name", "pk"), ("-name", "-pk"), ("-name", "pk")]


@pytest.fixture
def clubs() -> list[Club]:
    """Eleven clubs, some of one name, so that the second key has to decide."""
    names = ["Ä", "B", "B", "B", "C", "D", "D", "E", "F", "G", "H"]
    return [Club.objects.create(name=n, slug=f"club-{i}") for i, n in enumerate(names)]


@pytest.mark.parametrize("order", ORDERS)
def test_all_pages_together_are_the_list(clubs: list[Club], order: tuple[str, str]) -> None:
    """Walking forwards meets every row once, walking back meets them again."""
    wanted = list(Club.objects.order_by(*order))
    forwards, backwards = [], []

    page = page_of(Club.objects.all(), order, size=3)
    forwards += page.rows
    while page.after:
        page = page_of(Club.objects.all(), order, after=page.after, size=3)
        forwards += page.rows
    backwards = list(page.rows)
    while page.before:
        page = page_of(Club.objects.all(), order, before=page.before, size=3)
        backwards = page.rows + backwards

    assert forwards == wanted
    assert backwards == wanted


def test_a_row_that_vanishes_shifts_nothing(clubs: list[Club]) -> None:
    """A page number would skip one row here."""
    first = page_of(Club.objects.all(), ("name", "pk"), size=3)
    first.rows[0].delete()

    second = page_of(Club.objects.all(), ("name", "pk"), after=first.after, size=3)

    assert second.rows == list(Club.objects.order_by("name", "pk")[2:5])


def test_a_page_costs_one_query(
    clubs: list[Club], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """No count is taken: a list of a million rows would pay for it on each page."""
    with django_assert_num_queries(1):
        page_of(Club.objects.all(), ("name", "pk"), size=3)


def packed(text: bytes) -> str:
    """Return text as a cursor of our shape."""
    return base64.urlsafe_b64encode(text).decode()


@pytest.mark.parametrize(
    "cursor",
    ["x", "💥", "bm9wZQ", *map(packed, (b"[1]", b"{}", b'["a",null]', b'["a",{"b":1}]'))],
)
def test_a_damaged_link_is_refused(clubs: list[Club], cursor: str) -> None:
    """Whatever stands in the address, it is an error with words, never a fault."""
    with pytest.raises(InvalidInput) as raised:
        page_of(Club.objects.all(), ("name", "pk"), after=cursor, size=3)

    assert raised.value.code == "bad_cursor"


def test_a_text_where_a_number_belongs_is_refused(clubs: list[Club]) -> None:
    """The right shape with the wrong content."""
    with pytest.raises(InvalidInput):
        page_of(Club.objects.all(), ("name", "pk"), after=packed(b'["a","b"]'), size=3)


def test_a_number_beyond_every_row_gives_an_empty_page(clubs: list[Club]) -> None:
    """Larger than any column, and still no fault."""
    cursor = packed(b'["ZZ",' + b"9" * 40 + b"]")

    assert page_of(Club.objects.order_by(), ("name", "pk"), after=cursor, size=3).rows == [
        club for club in Club.objects.all() if club.name == "Ä"
    ]
