"""``revoke_token``: a program's key stops working, at once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.access import of_club, the_product_in
from clubs.models import ApiToken, Club
from clubs.tokens import PREFIX_LENGTH, revoke_token


class Command(BaseCommand):
    """Revokes one token of a club."""

    help = "Stop a token from working. It stays in the club's list with its last use."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("club", help="word in the address of the club")
        parser.add_argument("token", help="the token, or its beginning as the club's list shows it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Revoke the token or say that there is none."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        access = the_product_in(club)
        prefix = options["token"][:PREFIX_LENGTH]
        token = of_club(access, ApiToken).filter(prefix=prefix).first()
        if token is None:
            raise CommandError(f"{club.name} has no token that begins with {prefix}.")
        revoke_token(access, token)
        self.stdout.write(f"{token.label} no longer works.")
