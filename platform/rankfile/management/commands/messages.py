"""Bring the translations up to the source and compile them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from rankfile import catalogues


class Command(BaseCommand):
    """``manage.py messages``: for developers, after adding or translating a text."""

    help = "Collects all texts, updates locale/*/LC_MESSAGES/django.po and compiles the catalogues."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Write every language's catalogue and say how many texts are missing."""
        template = catalogues.collected()
        for language in catalogues.languages():
            catalogues.update_catalogue(language, template)
            catalogue = catalogues.read_catalogue(language)
            catalogues.compile_catalogue(language)
            missing = sum(not _is_translated(message.string) for message in catalogue if message.id)
            self.stdout.write(f"{language}: {len(catalogue)} texts, {missing} not translated")


def _is_translated(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)
