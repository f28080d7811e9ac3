"""Figures and dates in the three languages."""

from __future__ import annotations

from datetime import date

import pytest

from clubs import formatting


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (25, "¼"),
        (50, "½"),
        (75, "¾"),
        (100, "1"),
        (350, "3½"),
        (1450, "14½"),
        (1175, "11¾"),
        (1125, "11¼"),
        (-50, "−½"),
        (133, "1.33"),
    ],
)
def test_points_have_fractions(value: int, text: str) -> None:
    """The design's tie-breaks are written with quarters."""
    assert formatting.points(value, "en") == text


@pytest.mark.parametrize(
    ("language", "text"), [("en", "−11.20"), ("pt-br", "−11,20"), ("tr", "−11,20")]
)
def test_decimals_follow_the_language(language: str, text: str) -> None:
    """The sign between whole and hundredths is the language's own; the minus is a true one."""
    assert formatting.signed_hundredths(-1120, language) == text


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("26 November 2026", "26 Nov", "Thursday 26 November")),
        ("pt-br", ("26 de novembro de 2026", "26 de nov.", "quinta-feira, 26 de novembro")),
        ("tr", ("26 Kasım 2026", "26 Kas", "26 Kasım Perşembe")),
    ],
)
def test_dates_follow_the_language(language: str, texts: tuple[str, str, str]) -> None:
    """Order and words of a date are the language's own; English is British."""
    evening = date(2026, 11, 26)

    long, short, with_day = texts
    assert formatting.day(evening, language) == long
    assert formatting.short_day(evening, language) == short
    assert formatting.week_day(evening, language) == with_day
