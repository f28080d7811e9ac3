"""The same page in another language: English has no prefix, the others have their code."""

from __future__ import annotations

from django.conf import settings

PREFIXES = {code: f"/{code}" for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE}


def language_tag(code: str) -> str:
    """Return a language's code as HTML writes it.

    >>> language_tag("pt-br"), language_tag("tr")
    ('pt-BR', 'tr')
    """
    language, _, region = code.partition("-")
    return f"{language}-{region.upper()}" if region else language


def current_language(path: str) -> str:
    """Return the language that an address is in."""
    for code, prefix in PREFIXES.items():
        if path.startswith(f"{prefix}/"):
            return code
    return settings.LANGUAGE_CODE


def address_in(path: str, language: str) -> str:
    """Return the address of the same page in another language; a query stays."""
    plain = path.removeprefix(PREFIXES.get(current_language(path), ""))
    return PREFIXES.get(language, "") + plain
