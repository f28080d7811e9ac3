"""``import_fide_list``: a published list, so that players can be looked up without any network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.fide_import import import_fide_list
from clubs.fide_list import FideListError

STEPS = {"check": "Checking", "write": "Writing"}


class Command(BaseCommand):
    """Imports a FIDE list and shows how far it is."""

    help = "Import a FIDE rating list (the TXT or XML file, unpacked) for looking players up."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("file", type=Path, help="the unpacked list, TXT or XML")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the file or say in which line it cannot be read."""
        path: Path = options["file"]
        if not path.is_file():
            raise CommandError(f"There is no file {path}.")
        try:
            record = import_fide_list(path, self._tell)
        except FideListError as error:
            raise CommandError(f"{path.name}: {error} Nothing was changed.") from error
        self.stdout.write(f"{record.rows} players are ready to be looked up.")

    def _tell(self, step: str, done: int, count: int) -> None:
        of_all = f" of {count}" if count else ""
        self.stderr.write(f"{STEPS[step]}: {done}{of_all} players")
