"""``verify_ledger FILE…``: recompute rated events from their ledger files."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.rules.ledger_file import main


class Command(BaseCommand):
    """Checks ledger files with the same code as the packed verifier."""

    help = "Recompute rated events from ledger files and say equal, or where not."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the files in the order of their list."""
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Check the files; a difference makes the command fail."""
        status = main(options["files"])
        if status:
            raise CommandError("The files are not equal to what the rules give.", returncode=status)
