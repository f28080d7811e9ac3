"""``update_ratings``: the sweep by hand, in this process."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.models import RatingList
from ratings.tasks import update_now


class Command(BaseCommand):
    """Bring every list that waits up to date."""

    help = "Works out all ratings that wait to be worked out, club by club."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what can be given."""
        parser.add_argument("--club", help="only this club (slug)")
        parser.add_argument(
            "--again", action="store_true", help="also try lists that were given up after errors"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Update the lists one after the other; exit code 1 when one of them failed."""
        waiting = RatingList.objects.filter(stale_since__isnull=False)
        if options["club"]:
            waiting = waiting.filter(club__slug=options["club"])
            if not RatingList.objects.filter(club__slug=options["club"]).exists():
                raise CommandError(f"There is no club with the address {options['club']!r}.")
        if not options["again"]:
            waiting = waiting.filter(failed_at__isnull=True)
        # By number: a list that was updated may become stale again by its standard list.
        failed: dict[int, str] = {}
        while True:
            rating_list = (
                waiting.exclude(pk__in=failed).select_related("club").order_by("pk").first()
            )
            if rating_list is None:
                break
            name = f"{rating_list.club.slug} {rating_list.time_control}"
            self.stdout.write(f"{name} …", ending=" ")
            self.stdout.flush()
            error = update_now(rating_list.pk)
            if error is None:
                self.stdout.write("done")
            else:
                failed[rating_list.pk] = name
                self.stdout.write(f"failed: {error}")
        if failed:
            raise CommandError(f"Not updated: {', '.join(failed.values())}.")
        self.stdout.write("All ratings are up to date.")
