"""Players in an event, and rounds in which they are not paired."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.same_club import SameClub, tenant_key
from tournaments.models.tournament import Tournament
from tournaments.results import ByeKind

BYE_LABELS = {
    ByeKind.PAIRING_ALLOCATED.value: _("Bye"),
    ByeKind.HALF_POINT.value: _("Half-point bye"),
    ByeKind.FULL_POINT.value: _("Full-point bye"),
    ByeKind.ZERO_POINT.value: _("Not there"),
}


class Entry(models.Model):
    """A player in an event.

    ``starting_rank`` is the number in the starting list, from 1; None until the list is numbered.
    ``rating`` is the rating the player was seeded with, None for unrated; the ledger does not use
    it. ``stated_rating`` is the one an exchange file gave him. ``first_round`` is later than 1 for
    a late entry. ``withdrawn_after`` is the last round the player was available for; None while he
    plays on.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="entries")
    starting_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    stated_rating = models.PositiveSmallIntegerField(null=True, editable=False)
    first_round = models.PositiveSmallIntegerField(default=1)
    withdrawn_after = models.PositiveSmallIntegerField(null=True, blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["starting_rank", "pk"]
        constraints = [
            tenant_key("entry_tenant_key"),
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_per_player"),
            models.UniqueConstraint(
                fields=["tournament", "starting_rank"],
                condition=models.Q(starting_rank__isnull=False),
                name="one_entry_per_starting_rank",
            ),
            SameClub(field="tournament", name="entry_tournament_same_club"),
            SameClub(field="player", name="entry_player_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.starting_rank} {self.player_id}"


class Bye(models.Model):
    """A round without an opponent, past or asked for; the round need not exist yet."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="byes")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=1, choices=list(BYE_LABELS.items()))
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        ordering = ["round_number", "entry_id"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="one_bye_per_round"),
            models.CheckConstraint(
                condition=models.Q(kind__in=list(BYE_LABELS)), name="known_bye_kind"
            ),
            SameClub(field="tournament", name="bye_tournament_same_club"),
            SameClub(field="entry", name="bye_entry_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.round_number} {self.kind}"
