"""Every form looks and speaks the same: label, hint, error above the field, input kept."""

from __future__ import annotations

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.template import Context, Template

from clubs.errors import InvalidInput, Problem
from clubs.form_fields import (
    Choices,
    Form,
    RatingField,
    Segments,
    add_problems,
    plain_digits,
)


class PlayerForm(Form):
    """A form with one field of each kind."""

    name = forms.CharField(label="Name", help_text="As the player writes it.")
    rating = RatingField(label="Rapid rating", required=False)
    pieces = forms.ChoiceField(
        label="Pieces", widget=Segments, choices=[("w", "White"), ("b", "Black")]
    )
    rule = forms.ChoiceField(
        label="Rule", widget=Choices, choices=[("fide", "FIDE strict"), ("club", "Club")]
    )
    tells = forms.BooleanField(label="Tell me", required=False)


def sent(**values: str) -> PlayerForm:
    """Return the form as it was sent."""
    data = QueryDict(mutable=True)
    data.update({"name": "Ana", "pieces": "w", "rule": "club", **values})
    return PlayerForm(data)


def test_label_hint_and_field_come_in_this_order() -> None:
    """The hint is read with the field."""
    html = PlayerForm()["name"].as_field_group()

    assert html == (
        '<div class="field">\n  <label for="id_name">Name</label>\n'
        '  <div class="hint" id="id_name_helptext">As the player writes it.</div>\n'
        '  <input type="text" name="name" required aria-describedby="id_name_helptext"'
        ' class="input" id="id_name">\n</div>'
    )


def test_an_error_stands_above_the_field_and_the_input_is_kept() -> None:
    """What was typed is never thrown away; the likely value is one press away."""
    html = sent(rating="17l4")["rating"].as_field_group()

    assert html.index('class="error" id="id_rating_error"') < html.index("<input")
    assert "“17l4” is not a whole number. Did you mean 1714?" in html
    assert 'value="17l4"' in html
    assert 'aria-invalid="true"' in html
    assert 'aria-describedby="id_rating_error"' in html
    assert '<button class="btn" name="use" value="rating=1714">Use 1714</button>' in html


def test_a_pressed_suggestion_fills_the_field() -> None:
    """The button is an ordinary part of the form."""
    form = sent(rating="17l4", use="rating=1714")

    assert form.is_valid()
    assert form.cleaned_data["rating"] == 1714


def test_a_suggestion_for_no_field_of_the_form_is_ignored() -> None:
    """A forged button puts nothing in."""
    form = sent(use="is_staff=1")

    assert form.is_valid()
    assert "is_staff" not in form.data


@pytest.mark.parametrize(
    "typed", ["1714", " 1714 ", "1 714", "1,714", "1.714", "1\N{NARROW NO-BREAK SPACE}714", "١٧١٤"]
)
def test_a_rating_may_be_written_in_many_ways(typed: str) -> None:
    """Spaces, signs between thousands and digits of any script are read alike."""
    assert RatingField().clean(typed) == 1714


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("abc", "“abc” is not a whole number."),
        ("17.5", "“17.5” is not a whole number."),
        ("5000", "5000 is too high. The highest is 4000."),
        ("-1", "-1 is too low. The lowest is 0."),
        ("9" * 400, f"“{'9' * 40}” is not a whole number."),
    ],
)
def test_a_rating_out_of_bounds_says_what_is_wrong(typed: str, message: str) -> None:
    """The message names the value and the bound."""
    with pytest.raises(ValidationError) as raised:
        RatingField().clean(typed)

    assert raised.value.messages == [message]


def test_optional_fields_are_marked_and_required_ones_are_not() -> None:
    """Required is the rule."""
    form = PlayerForm()

    assert "(optional)" in form["rating"].as_field_group()
    assert "(optional)" not in form["name"].as_field_group()
    assert "(optional)" not in form["tells"].as_field_group()


def test_choices_are_real_radio_buttons_in_a_named_group() -> None:
    """Short words stand side by side, sentences below each other."""
    pieces = sent()["pieces"].as_field_group()
    rule = sent()["rule"].as_field_group()

    assert '<fieldset class="field choices" id="id_pieces">' in pieces
    assert '<legend class="legend">Pieces</legend>' in pieces
    assert '<div class="seg"><label><input type="radio" name="pieces" value="w"' in pieces
    assert "checked" in pieces
    assert '<label class="choice"><input type="radio" name="rule" value="fide"' in rule


def test_the_list_of_errors_links_to_each_field() -> None:
    """It comes first and takes the focus."""
    form = sent(name="", pieces="x")
    add_problems(form, InvalidInput("stale", "The club has changed."))
    html = Template("{% load rankfile %}{% error_list form %}").render(Context({"form": form}))

    assert 'class="error-list" role="alert" tabindex="-1"' in html
    assert "<h2>3 things are not right</h2>" in html
    assert "<li>The club has changed.</li>" in html
    assert '<li><a href="#id_name">Name</a>: This field is required.</li>' in html
    assert '<a href="#id_pieces">Pieces</a>' in html


def test_problems_of_the_product_stand_at_their_fields() -> None:
    """A use case names the place; places the form does not know go on top."""
    form = sent()
    problems = [Problem("taken", "Taken.", path="name"), Problem("odd", "Odd.", path="entries[3]")]
    add_problems(form, InvalidInput("bad", "Bad.", problems=problems))

    assert form.errors == {"name": ["Taken."], "__all__": ["Odd."]}


def test_digits_of_other_scripts_are_read() -> None:
    """Eastern Arabic and Devanagari digits are digits."""
    assert plain_digits("٢٠०१") == "2001"
