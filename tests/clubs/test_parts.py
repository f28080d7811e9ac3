"""Each part of a page draws what the design shows, with the words for those who do not see it."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import translation

from clubs.paging import Page
from clubs.parts import Check, Square


def drawn(source: str, **context: Any) -> str:
    """Return what a piece of template draws, without the line breaks between tags."""
    text = Template("{% load rankfile results %}" + source).render(Context(context))
    return "".join(line.strip() for line in text.splitlines())


def test_a_name_stands_as_written_with_its_latin_form() -> None:
    """The language is named, so that it is read aloud and drawn correctly."""
    source = '{% name "Ольга Петренко" latin="Olha Petrenko" lang="uk" url="/p/1/" %}'

    assert drawn(source) == (
        '<a href="/p/1/"><bdi lang="uk">Ольга Петренко</bdi></a>'
        ' <span class="latin">Olha Petrenko</span>'
    )


def test_a_name_is_escaped() -> None:
    """Names come from people and files."""
    assert drawn("{% name n %}", n="<b>Ana</b>") == "<bdi>&lt;b&gt;Ana&lt;/b&gt;</bdi>"


@pytest.mark.parametrize(
    ("value", "html"),
    [
        (13, '<span class="up"><span class="vh">up </span>+13</span>'),
        (-7, '<span class="down"><span class="vh">down </span>−7</span>'),
        (0, '<span class="same"><span class="vh">unchanged </span>0</span>'),
    ],
)
def test_a_change_says_the_same_three_times(value: int, html: str) -> None:
    """Class, hidden word and sign come from one number."""
    assert drawn("{% change c %}", c=value) == html


@pytest.mark.parametrize("value", ["13", 1.5, True, None])
def test_a_change_takes_a_whole_number_only(value: object) -> None:
    """Anything else is a mistake in the template and must be seen."""
    with pytest.raises(TypeError):
        drawn("{% change c %}", c=value)


def test_a_move_leads_from_old_to_new() -> None:
    """The design's 1800 to 1829."""
    assert drawn('{% move 1800 1829 29 size="xl" %}') == (
        '<p class="move fig fig-xl"><span class="from">1800</span><svg viewBox="0 0 16 16"'
        ' aria-hidden="true"><path d="M1 8h13M9 3l5 5-5 5" fill="none" stroke="currentColor"'
        ' stroke-width="2"/></svg><span class="vh"> to </span><span>1829</span>'
        '<span class="up"><span class="vh">up </span>+29</span></p>'
    )


def test_a_first_rating_is_new() -> None:
    """There is no change from nothing."""
    text = drawn("{% move None 1679 %}")

    assert '<span class="from">unrated</span>' in text
    assert text.endswith('<span>1679</span><span class="same">new</span></p>')


@pytest.mark.parametrize(
    ("colour", "html"),
    [
        ("w", '<span class="pc"></span><span class="vh">White </span>'),
        ("b", '<span class="pc pc-b"></span><span class="vh">Black </span>'),
    ],
)
def test_a_piece_has_a_hidden_word(colour: str, html: str) -> None:
    """A square alone would say nothing to many."""
    assert drawn("{% piece c %}", c=colour).strip() == html


def test_the_sum_has_six_lines() -> None:
    """The design's event of 26 November: 3 of 2.36 with K 20."""
    text = drawn("{% sum score=300 expected=236 k=20 raw=1280 change=13 %}")

    lines = [
        '<tr><th scope="row">Score</th><td>3</td></tr>',
        '<tr><th scope="row">Expected score</th><td>− 2.36</td></tr>',
        '<tr class="line"><th scope="row">Difference</th><td>+0.64</td></tr>',
        '<tr><th scope="row">K</th><td>× 20</td></tr>',
        '<tr class="line"><th scope="row">Before rounding</th><td>+12.80</td></tr>',
        '<tr class="total"><th scope="row">Change</th><td>+13</td></tr>',
    ]
    assert text == (
        '<table class="sum"><caption class="vh">The sum</caption><tbody>'
        + "".join(lines)
        + "</tbody></table>"
    )


def test_figures_follow_the_readers_language() -> None:
    """A Brazilian reads a decimal comma."""
    with translation.override("pt-br"):
        assert drawn("{{ v|signed_hundredths }}", v=1280) == "+12,80"


def test_a_reason_is_a_row() -> None:
    """It opens under the row that it explains."""
    assert drawn('{% why 6 id="why-7" %}<h3>Why +13?</h3>{% endwhy %}') == (
        '<tr class="why" id="why-7"><td colspan="6"><div class="reason"><h3>Why +13?</h3>'
        "</div></td></tr>"
    )


def test_facts_are_a_list_of_terms() -> None:
    """Label and value belong together."""
    assert drawn("{% facts rows %}", rows=[("Score", "3 of 5"), ("Expected", "1.57")]) == (
        '<dl class="facts"><div><dt>Score</dt><dd>3 of 5</dd></div>'
        "<div><dt>Expected</dt><dd>1.57</dd></div></dl>"
    )


def test_squares_say_their_state() -> None:
    """Colour alone would not do."""
    items = [Square(1, "in", "1–0", url="#b1"), Square(2, "later", "not paired", is_current=True)]

    assert drawn('{% squares items label="Boards" small=True %}', items=items) == (
        '<ol class="squares squares-small" aria-label="Boards">'
        '<li><a class="in" href="#b1">1<span class="vh">, 1–0</span></a></li>'
        '<li><span class="later" aria-current="true">2<span class="vh">, not paired</span></span>'
        "</li></ol>"
    )


def test_more_than_forty_squares_become_a_count() -> None:
    """Nobody counts 150 squares."""
    items = [Square(n, "out" if n <= 3 else "in", "") for n in range(1, 151)]

    assert drawn("{% squares items %}", items=items) == '<p class="quiet">147 of 150 in</p>'


def test_a_blocker_links_to_its_mend() -> None:
    """What must be fixed has a button that leads there."""
    check = Check("bad", "Round 5, board 6 has no result", url="/b6", action="Enter", is_main=True)
    text = drawn("{% checks items %}", items=[check])

    assert '<ul class="checks">' in text
    assert '<span class="vh">To fix: </span><b>Round 5, board 6 has no result</b>' in text
    assert '<a class="btn btn-main" href="/b6">Enter</a>' in text


def test_a_checklist_without_trouble_is_quiet() -> None:
    """What is fine needs no weight."""
    text = drawn("{% checks items %}", items=[Check("ok", "Rounds 1 to 4 are complete")])

    assert '<ul class="checks checks-quiet">' in text
    assert "<div>Rounds 1 to 4 are complete</div>" in text


@pytest.mark.parametrize(
    ("kind", "opening"),
    [
        ("", '<div class="note">'),
        ("done", '<div class="note note-done" role="status">'),
        ("bad", '<div class="note note-bad" role="alert">'),
        ("plain", '<div class="note note-plain">'),
    ],
)
def test_notes_speak_up_when_something_happened(kind: str, opening: str) -> None:
    """A saved result is announced, a refusal interrupts."""
    assert drawn("{% note k %}<p>x</p>{% endnote %}", k=kind) == f"{opening}<p>x</p></div>"


def test_only_the_sorted_head_says_so() -> None:
    """A press turns the sorted head round; the search in the address stays, the page does not."""
    request = RequestFactory().get("/", {"q": "ana", "after": "abc", "sort": "-rating"})
    source = (
        '{% sort_head "Rating" "rating" sort="-rating" first="desc" numeric=True %}'
        '{% sort_head "Games" "games" sort="-rating" first="desc" numeric=True wide=True %}'
    )

    assert drawn(source, request=request) == (
        '<th scope="col" class="num" aria-sort="descending">'
        '<a href="?q=ana&amp;sort=rating">Rating</a></th>'
        '<th scope="col" class="num wide"><a href="?q=ana&amp;sort=-games">Games</a></th>'
    )


def test_the_pager_keeps_the_search() -> None:
    """Both links carry what was asked for."""
    request = RequestFactory().get("/", {"q": "ana", "after": "old"})
    text = drawn("{% pager page %}", request=request, page=Page([], before="b", after="a"))

    assert '<a class="btn" rel="prev" href="?q=ana&amp;before=b">Previous page</a>' in text
    assert '<a class="btn" rel="next" href="?q=ana&amp;after=a">Next page</a>' in text


def test_one_page_needs_no_pager() -> None:
    """Nothing is drawn where there is nowhere to go."""
    request = RequestFactory().get("/")

    assert drawn("{% pager page %}", request=request, page=Page([], before="", after="")) == ""


def test_ratings_and_results_have_words() -> None:
    """Nobody is rated 0, and a forfeit is not a code."""
    source = '{{ none|rating }}; {{ r|rating }}; {{ "=="|result_label }}; {{ "+-"|result_words }}'

    assert drawn(source, none=None, r=1652) == "unrated; 1652; ½–½; Black did not come"
