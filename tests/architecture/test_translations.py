"""Portuguese and Turkish are complete: every text, every placeholder, every plural."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from rankfile import catalogues

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|%[sd]")
LINK = re.compile(r"</?\w+")

both = pytest.mark.parametrize("language", catalogues.languages())


def texts(message: Message) -> tuple[list[str], list[str]]:
    """Return the forms of the source and those of the translation."""
    source = list(message.id) if isinstance(message.id, tuple | list) else [message.id]
    target = message.string
    return source, list(target) if isinstance(target, tuple | list) else [target]


def messages(language: str) -> list[Message]:
    """Return the messages of a catalogue without its head."""
    return [message for message in catalogues.read_catalogue(language) if message.id]


@both
def test_the_catalogue_holds_the_texts_of_the_source(language: str) -> None:
    """`manage.py messages` has been run after the last change of a text."""

    def keys(found: list[Message]) -> set[tuple[str | None, str]]:
        return {(message.context, texts(message)[0][0]) for message in found}

    wanted = [message for message in catalogues.collected() if message.id]

    assert keys(messages(language)) == keys(wanted)


@both
def test_nothing_is_left_untranslated(language: str) -> None:
    """No empty text, no plural form missing, no guess."""
    forms = catalogues.read_catalogue(language).num_plurals
    unfinished = [
        source[0]
        for message in messages(language)
        for source, target in [texts(message)]
        if message.fuzzy or not all(target) or len(target) != (forms if len(source) > 1 else 1)
    ]

    assert unfinished == []


@both
def test_placeholders_and_tags_survive(language: str) -> None:
    """A lost placeholder is a lost number; a lost tag is broken HTML."""
    different = []
    for message in messages(language):
        source, target = texts(message)
        plural = source[-1]
        for pattern in (PLACEHOLDER, LINK):
            allowed = {tuple(sorted(pattern.findall(form))) for form in (source[0], plural)}
            different += [
                (plural, form)
                for form in target
                if form and tuple(sorted(pattern.findall(form))) not in allowed
            ]

    assert different == []


def test_templates_are_read_as_django_reads_them() -> None:
    """Counted against the gettext tools once; these are the forms that matter."""
    source = (
        '{% translate "50 %" %}{% translate "K" context "factor" %}'
        "{% blocktranslate trimmed count n=n with x=y|upper %}\n  One {{ x }}\n"
        "{% plural %}\n  {{ n }} of\n  {{ x }}\n{% endblocktranslate %}"
        '{% squares items label=_("Boards") %}{{ _("Rounds") }}'
    )

    assert list(catalogues.template_messages(source)) == [
        (None, "50 %%", ""),
        ("factor", "K", ""),
        (None, "One %(x)s", "%(n)s of %(x)s"),
        (None, "Boards", ""),
        (None, "Rounds", ""),
    ]


def test_every_source_folder_is_read() -> None:
    """A folder that moved would silently lose its texts."""
    folders = {Path(name) for name in catalogues.SOURCE_FOLDERS}

    found = {path.relative_to(catalogues.settings.BASE_DIR).parts[0] for path in
             catalogues.source_files()}  # fmt: skip
    assert {Path(name) for name in found} == folders
