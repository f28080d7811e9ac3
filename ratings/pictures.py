"""Pictures of shared links, 1200 by 630: a name, a club, the ratings.

They hold nothing but what they are given, which is what the page shows to the public. A picture is
kept in the cache under a digest of its content, so it changes when the content does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from itertools import groupby
from pathlib import Path

from django.contrib.staticfiles import finders
from django.core.cache import cache
from PIL import Image, ImageDraw, ImageFont

from clubs import formatting

SIZE = (1200, 630)
MARGIN = 80
WIDTH = SIZE[0] - 2 * MARGIN
KEPT_SECONDS = 7 * 24 * 3600
LINES_DRAWN = 5
DRAWN_AS = 1  # raise it when the drawing changes

PAPER, INK, QUIET, RULE = "#fcfbf8", "#16181b", "#5f636a", "#16181b"
GAIN, LOSS = "#0a6a4c", "#ab371c"

# As in mark.svg: pale squares, dark ones, the one that is marked.
MARK = ("qqlq", "llxl", "qqlq", "qqlq")
MARK_COLOURS = {"q": "#dcd8cd", "l": INK, "x": "#1b4c9b"}

# The product's own letters, one file a script; the first one that has a letter draws it.
FONT_FILES = ("latin", "latin-ext", "vietnamese", "cyrillic", "greek")
WEIGHT = 600
NO_LETTER = "\uffff"


@dataclass(frozen=True, slots=True)
class Figure:
    """A rating with its label and last change; None is unrated."""

    label: str
    rating: int | None
    change: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture shows: a title, a line under it, and figures or lines."""

    title: str
    club: str
    figures: Sequence[Figure] = ()
    lines: Sequence[tuple[str, str]] = ()


def picture_png(picture: Picture) -> bytes:
    """Return the picture, drawn once for each content."""
    key = f"picture:{sha256(f'{DRAWN_AS} {picture!r}'.encode()).hexdigest()}"
    kept: bytes | None = cache.get(key)
    if kept is None:
        kept = _draw(picture)
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _draw(picture: Picture) -> bytes:
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    _mark(draw, MARGIN, 64)
    _text(draw, (MARGIN + 62, 62), drawable(picture.club), 34, QUIET, most=WIDTH - 62)
    _text(draw, (MARGIN, 150), drawable(picture.title), 76, INK, most=WIDTH)
    draw.rectangle((MARGIN, 290, SIZE[0] - MARGIN, 295), fill=RULE)
    if picture.figures:
        _figures(draw, picture.figures)
    for place, (left, right) in enumerate(picture.lines[:LINES_DRAWN]):
        y = 322 + 54 * place
        _text(draw, (MARGIN, y), drawable(left) or "–", 36, INK, most=WIDTH - 160)
        _text(draw, (SIZE[0] - MARGIN - _length(right, 36), y), right, 36, INK, most=160)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _figures(draw: ImageDraw.ImageDraw, figures: Sequence[Figure]) -> None:
    step = WIDTH // max(1, len(figures))
    for place, figure in enumerate(figures):
        x = MARGIN + place * step
        _text(draw, (x, 330), figure.label, 34, QUIET, most=step - 20)
        value = "–" if figure.rating is None else str(figure.rating)
        _text(draw, (x, 380), value, 112, INK, most=step - 20)
        if figure.rating is not None and figure.change:
            colour = GAIN if figure.change > 0 else LOSS
            text = formatting.signed(figure.change)
            _text(draw, (x, 520), text, 44, colour, most=step - 20)


def _mark(draw: ImageDraw.ImageDraw, x: int, y: int) -> None:
    """Draw the product's mark: a corner of a crosstable with one square filled."""
    for place, row in enumerate(MARK):
        for column, kind in enumerate(row):
            left, top = x + 12 * column, y + 12 * place
            draw.rectangle((left, top, left + 9, top + 9), fill=MARK_COLOURS[kind])


def _text(
    draw: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    size: int,
    colour: str,
    *,
    most: int,
) -> None:
    """Write one line, smaller where it is too long and cut where that does not help."""
    while _length(text, size) > most and size > 28:
        size -= 2
    while _length(text, size) > most and len(text) > 1:
        text = text.removesuffix("…")[:-1] + "…"
    x, y = place
    for font, part in _parts(text, size):
        # All files of the family share their base line, so that a line of several stays straight.
        draw.text((x, y + size), part, font=font, fill=colour, anchor="ls")
        x += font.getlength(part)


def _length(text: str, size: int) -> float:
    return sum(font.getlength(part) for font, part in _parts(text, size))


def _parts(text: str, size: int) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
    """Yield the text in pieces, each with a font that has its letters."""
    for place, letters in groupby(text, key=_place_of):
        if place is not None:
            yield _font(place, size), "".join(letters)


@lru_cache(maxsize=4096)
def _place_of(letter: str) -> int | None:
    """Return which of the files has a letter, None where none has it."""
    if letter.isspace():
        return 0
    for place in range(len(FONT_FILES)):
        font = _font(place, 40)
        # What a font lacks it draws as one and the same box.
        if bytes(font.getmask(letter)) != bytes(font.getmask(NO_LETTER)):
            return place
    return None


def drawable(text: str) -> str:
    """Return the text if the fonts have all its letters, else nothing."""
    return text if all(_place_of(letter) is not None for letter in text) else ""


@lru_cache(maxsize=256)
def _font(place: int, size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(_font_path(FONT_FILES[place]), size)
    font.set_variation_by_axes([WEIGHT])
    return font


def _font_path(name: str) -> Path:
    found = finders.find(f"fonts/serif-{name}.woff2")
    if not isinstance(found, str):
        raise FileNotFoundError(f"fonts/serif-{name}.woff2")
    return Path(found)
