"""``build_verifier FILE``: pack the rules library as a verifier that needs only Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ratings.ledger_files import build_verifier


class Command(BaseCommand):
    """Writes the verifier people can download, too."""

    help = "Write the single-file verifier of ledger files."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name of the file to write."""
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the file."""
        options["file"].write_bytes(build_verifier())
        self.stdout.write(f"{options['file']}: needs Python 3.11 and nothing else.")
