"""``import_club FILE``: a club out of an exported file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.errors import InvalidInput
from clubs.models import User
from tournaments.portable.import_club import import_club


class Command(BaseCommand):
    """Reads the file; everything is taken over or nothing."""

    help = "Make a club of an exported file; every rating is worked out anew and compared."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and who shall own the club."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--slug", default="", help="another address than in the file")
        parser.add_argument("--owner", default="", help="e-mail address of an account")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Import the club."""
        owner = User.objects.filter(email=options["owner"].lower()).first()
        if options["owner"] and owner is None:
            raise CommandError(f"There is no account “{options['owner']}”.")
        try:
            with options["file"].open("rb") as source:
                club = import_club(owner, source, slug=options["slug"])
        except OSError as error:
            raise CommandError(str(error)) from error
        except InvalidInput as error:
            places = "\n".join(f"{item.path}: {item.message}" for item in error.problems)
            raise CommandError(f"{error.message}\n{places}") from error
        self.stdout.write(f"{club.slug}: {club.name}, every rating as in the file")
