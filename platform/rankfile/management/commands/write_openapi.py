"""Writes docs/openapi.yaml anew after the API has changed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from rankfile.api.documentation import write_shipped_schema


class Command(BaseCommand):
    """The shipped schema is the one that is served."""

    help = "Writes docs/openapi.yaml anew."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file and say where."""
        self.stdout.write(str(write_shipped_schema()))
