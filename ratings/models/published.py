"""Published lists: numbered, dated, frozen. A correction never edits one."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.same_club import SameClub, tenant_key
from ratings.models.rating_list import RatingList


class PublishedList(models.Model):
    """A snapshot of one rating list as of the end of a day.

    ``corrections`` says what corrections changed since the list before, in a form fit to show.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="published_lists")
    rating_list = models.ForeignKey(
        RatingList, on_delete=models.CASCADE, related_name="published_lists"
    )
    number = models.PositiveIntegerField()
    as_of = models.DateField()
    note = models.CharField(max_length=200, blank=True)
    corrections = models.JSONField(default=list)
    issued_at = models.DateTimeField(auto_now_add=True)
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    issued_by_label = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("published list")
        verbose_name_plural = _("published lists")
        ordering = ["-number"]
        constraints = [
            tenant_key("published_list_tenant_key"),
            models.UniqueConstraint(fields=["rating_list", "number"], name="one_list_per_number"),
            SameClub(field="rating_list", name="published_list_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.rating_list} {self.number}"


class PublishedListRow(models.Model):
    """One line of a published list. The name is the player's own and follows his privacy."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    published_list = models.ForeignKey(PublishedList, on_delete=models.CASCADE, related_name="rows")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    rank = models.PositiveIntegerField()
    rating = models.PositiveSmallIntegerField()
    previous_rating = models.PositiveSmallIntegerField(null=True)
    games = models.PositiveIntegerField()
    k_factor = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["rank", "player_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["published_list", "player"], name="one_row_per_player_and_list"
            ),
            SameClub(field="published_list", name="published_row_list_same_club"),
            SameClub(field="player", name="published_row_player_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.player_id} {self.rating}"
