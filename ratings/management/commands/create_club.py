"""``create_club``: a club with its rating lists, for installations that are set up by script."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.errors import InvalidInput
from clubs.models import User
from ratings.founding import found_club


class Command(BaseCommand):
    """Creates a club; it has no owner unless --owner names one."""

    help = "Create a club with its three rating lists. Prints its address."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--name", required=True, help="name of the club")
        parser.add_argument("--slug", required=True, help="word in its address: a-z, 0-9, hyphens")
        parser.add_argument("--owner", default="", help="e-mail address of an account")
        parser.add_argument(
            "--language", default=settings.LANGUAGE_CODE, help="language of its mails"
        )
        parser.add_argument(
            "--time-zone", default=settings.TIME_ZONE, help="for example Europe/Lisbon"
        )
        parser.add_argument("--json", action="store_true", help="print the club as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the club or say what is wrong with each argument."""
        owner = None
        if options["owner"]:
            owner = User.objects.filter(email=options["owner"].lower()).first()
            if owner is None:
                raise CommandError(f"--owner: nobody has an account with {options['owner']}.")
        try:
            club = found_club(
                owner, options["name"], options["slug"],
                language=options["language"], time_zone=options["time_zone"],
            )  # fmt: skip
        except InvalidInput as error:
            lines = [f"--{p.path.replace('_', '-')}: {p.message}" for p in error.problems]
            raise CommandError("\n".join([error.message, *lines])) from error
        address = f"{settings.BASE_URL}/clubs/{club.slug}/"
        if options["json"]:
            facts = {"id": club.pk, "name": club.name, "slug": club.slug, "address": address}
            self.stdout.write(json.dumps(facts, ensure_ascii=False))
        else:
            self.stdout.write(f"{club.name} is created: {address}")
