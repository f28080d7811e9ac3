"""A local copy of a published FIDE list, for look-up; it belongs to the installation."""

from __future__ import annotations

from django.db import models


class FideListImport(models.Model):
    """One import of a list file, with its progress."""

    file_name = models.CharField(max_length=200)
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    rows = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.file_name


class FidePlayer(models.Model):
    """A line of the list. Ratings and K are None where the list has none.

    The games are those of the list's period, not of a career; that 30 have been played K tells.
    """

    fide_id = models.PositiveBigIntegerField(primary_key=True)
    name = models.CharField(max_length=100)
    search_name = models.CharField(max_length=220)
    federation = models.CharField(max_length=3, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    title = models.CharField(max_length=3, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True)
    standard = models.PositiveSmallIntegerField(null=True)
    standard_games = models.PositiveSmallIntegerField(default=0)
    standard_k = models.PositiveSmallIntegerField(null=True)
    rapid = models.PositiveSmallIntegerField(null=True)
    rapid_games = models.PositiveSmallIntegerField(default=0)
    rapid_k = models.PositiveSmallIntegerField(null=True)
    blitz = models.PositiveSmallIntegerField(null=True)
    blitz_games = models.PositiveSmallIntegerField(default=0)
    blitz_k = models.PositiveSmallIntegerField(null=True)
    is_inactive = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["search_name", "fide_id"], name="fide_player_by_name")]

    def __str__(self) -> str:
        return self.name
