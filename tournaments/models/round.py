"""Rounds, boards and results."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.same_club import SameClub, tenant_key
from ratings.models import TIME_CONTROL_LABELS
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament
from tournaments.results import Result


class Round(models.Model):
    """A round that has been paired.

    A draft is seen by organisers only. ``time_control`` is empty where the round is played with the
    tournament's; one event can hold rounds of several lists. ``checked_at`` locks a round whose
    results were compared with the score sheets.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PUBLISHED = "published", _("Published")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    day = models.DateField(_("day"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)
    increment = models.PositiveSmallIntegerField(_("seconds added per move"), null=True, blank=True)
    time_control = models.CharField(
        _("rating list"), max_length=8, choices=list(TIME_CONTROL_LABELS.items()), blank=True
    )
    engine = models.CharField(max_length=60, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    checked_by_label = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["number"]
        constraints = [
            tenant_key("round_tenant_key"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="rounds_start_at_one"),
            SameClub(field="tournament", name="round_tournament_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class Pairing(models.Model):
    """Two players on a board of a round, with or without result.

    ``result`` is a ``Result`` value, ``previous_result`` the one before the last change, which an
    undo brings back. ``excluded_reason`` keeps a played game out of rating. The labels say who
    changed the result last, for the person who meets a newer ``version``.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairings")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    board_number = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="white_pairings")
    black = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="black_pairings")
    result = models.CharField(
        max_length=2,
        choices=[(result.value, result.label) for result in Result],
        default=Result.PENDING.value,
    )
    previous_result = models.CharField(max_length=2, blank=True, editable=False)
    excluded_reason = models.CharField(max_length=60, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
    changed_at = models.DateTimeField(null=True, blank=True)
    changed_by_label = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ["round__number", "board_number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "board_number"], name="one_pairing_per_board"),
            models.UniqueConstraint(fields=["round", "white"], name="one_white_game_per_round"),
            models.UniqueConstraint(fields=["round", "black"], name="one_black_game_per_round"),
            models.CheckConstraint(
                condition=~models.Q(white=models.F("black")), name="nobody_plays_himself"
            ),
            models.CheckConstraint(
                condition=models.Q(result__in=[result.value for result in Result]),
                name="known_result",
            ),
            SameClub(field="tournament", name="pairing_tournament_same_club"),
            SameClub(field="round", name="pairing_round_same_club"),
            SameClub(field="white", name="pairing_white_same_club"),
            SameClub(field="black", name="pairing_black_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.board_number} {self.result}"


class PairingJob(models.Model):
    """A round being paired in the background: the row is the queue and the progress shown.

    A job that ``compares`` stores no round: ``answer`` keeps what the engine would pair, for the
    event as it was when its ``fingerprint`` was taken.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Being paired")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="pairing_jobs"
    )
    round_number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    tournament_version = models.PositiveIntegerField()
    error_code = models.CharField(max_length=60, blank=True)
    error_facts = models.JSONField(default=dict)
    compares = models.BooleanField(default=False)
    fingerprint = models.CharField(max_length=64, blank=True)
    answer = models.JSONField(null=True)
    requested_by_label = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round_number", "compares"],
                condition=models.Q(state__in=["waiting", "running"]),
                name="one_pairing_job_at_a_time",
            ),
            SameClub(field="tournament", name="pairing_job_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.round_number} {self.state}"
