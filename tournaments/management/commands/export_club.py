"""``export_club SLUG FILE``: a whole club as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.access import the_product_in
from clubs.errors import ProductError
from clubs.models import Club
from tournaments.portable.export_club import export_club


class Command(BaseCommand):
    """Writes the file."""

    help = "Write a whole club into one file, to be imported in another installation."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the club and the file."""
        parser.add_argument("club", metavar="SLUG")
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write next to the target and put it in place at the end."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club “{options['club']}”.")
        part = options["file"].with_suffix(".part")
        try:
            with part.open("wb") as target:
                export_club(the_product_in(club), target)
        except ProductError as error:
            part.unlink()
            raise CommandError(error.message) from error
        except OSError as error:
            raise CommandError(str(error)) from error
        part.replace(options["file"])
        self.stdout.write(f"{options['file']}: {club.name}")
