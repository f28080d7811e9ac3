"""``create_token``: a key for a program, made by whoever runs the installation."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from clubs.access import the_product_in
from clubs.errors import InvalidInput
from clubs.models import Club
from clubs.tokens import TOKEN_SCOPES, make_token


class Command(BaseCommand):
    """Makes a token and prints it, once."""

    help = "Make a token for a program. The token is printed once and not kept."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        scopes = [str(scope) for scope in TOKEN_SCOPES]
        parser.add_argument("club", help="word in the address of the club")
        parser.add_argument("--label", required=True, help="what it is for")
        parser.add_argument(
            "--scope", action="append", required=True, choices=scopes, help="repeat for several"
        )
        parser.add_argument("--event", type=int, help="number of the only event it may touch")
        parser.add_argument("--days", type=int, help="days it works; without, until it is revoked")
        parser.add_argument("--json", action="store_true", help="print the token as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the token or say what is wrong."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        days = options["days"]
        try:
            token, text = make_token(
                the_product_in(club), options["label"], options["scope"],
                event_number=options["event"],
                expires_at=timezone.now() + timedelta(days=days) if days is not None else None,
            )  # fmt: skip
        except InvalidInput as error:
            lines = [f"--{p.path}: {p.message}" for p in error.problems]
            raise CommandError("\n".join([error.message, *lines])) from error
        except OverflowError as error:
            raise CommandError("--days: that many days do not fit into the calendar.") from error
        if options["json"]:
            facts = {"token": text, "label": token.label, "scopes": token.scopes}
            self.stdout.write(json.dumps(facts, ensure_ascii=False))
        else:
            self.stdout.write(text)
