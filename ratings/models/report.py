"""What the ledger is told: reports of closed events and ratings given by hand or by import.

Everything here is input. The rows of ``RatingChange`` are a pure function of it.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.same_club import SameClub, tenant_key
from ratings.models.rating_list import RatingList

# The two outcome letters of a played game, White first (tournaments.results.Result).
PLAYED_RESULTS = ("10", "==", "01", "00", "=0", "0=")


class RatingReport(models.Model):
    """One revision of what a closed event submitted for one list.

    ``event_key`` is the club's running event number. Of all revisions of a key the highest is
    current; a withdrawal is a revision without games. ``digest`` is the SHA-256 of the content in
    canonical form.
    """

    class Status(models.TextChoices):
        SUBMITTED = "submitted", _("Waiting to be rated")
        RATED = "rated", _("Rated")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_reports")
    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="reports")
    event_key = models.PositiveIntegerField()
    event_name = models.CharField(max_length=150)
    first_day = models.DateField()
    last_day = models.DateField()
    revision = models.PositiveIntegerField()
    is_current = models.BooleanField(default=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.SUBMITTED)
    digest = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    submitted_by_label = models.CharField(max_length=120, blank=True)
    submitted_at = models.DateTimeField(auto_now_add=True)
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("rating report")
        verbose_name_plural = _("rating reports")
        indexes = [
            models.Index(
                fields=["rating_list", "last_day", "first_day", "event_key"],
                name="report_chain_order",
            )
        ]
        constraints = [
            tenant_key("report_tenant_key"),
            models.UniqueConstraint(
                fields=["rating_list", "event_key", "revision"], name="one_report_per_revision"
            ),
            models.UniqueConstraint(
                fields=["rating_list", "event_key"],
                condition=models.Q(is_current=True),
                name="one_current_report_per_event",
            ),
            models.CheckConstraint(
                condition=models.Q(first_day__lte=models.F("last_day")), name="report_days_in_order"
            ),
            SameClub(field="rating_list", name="report_list_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.event_name} ({self.revision})"


class RatedGame(models.Model):
    """A game played over the board, as reported.

    ``excluded_reason`` is set where the organiser or the rules keep a played game out of rating
    (fair play, different times for the two players); it is carried so that the history can say why.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    report = models.ForeignKey(RatingReport, on_delete=models.CASCADE, related_name="games")
    round_number = models.PositiveSmallIntegerField()
    board_number = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    black = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="+")
    result = models.CharField(max_length=2)
    excluded_reason = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["round_number", "board_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["report", "round_number", "board_number"], name="one_game_per_board"
            ),
            models.CheckConstraint(
                condition=~models.Q(white=models.F("black")), name="two_players_in_a_game"
            ),
            models.CheckConstraint(
                condition=models.Q(result__in=PLAYED_RESULTS), name="rated_game_was_played"
            ),
            SameClub(field="report", name="game_report_same_club"),
            SameClub(field="white", name="game_white_same_club"),
            SameClub(field="black", name="game_black_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.round_number}.{self.board_number} {self.result}"


class RatingAdjustment(models.Model):
    """A rating given by hand or by import, in force on ``day`` for events that begin that day.

    ``rating`` None makes the player unrated. ``key`` is the club's running adjustment number: it
    orders several of one day and travels with an export. A typing error is withdrawn, never
    overridden, so that no false peak stays.
    """

    class Kind(models.TextChoices):
        START = "start", _("Start rating")
        IMPORT = "import", _("From an imported event or list")
        MANUAL = "manual", _("By decision of the club")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_adjustments")
    rating_list = models.ForeignKey(
        RatingList, on_delete=models.CASCADE, related_name="adjustments"
    )
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="adjustments")
    key = models.PositiveIntegerField()
    day = models.DateField(_("day"))
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    games = models.PositiveIntegerField(_("games so far"), null=True, blank=True)
    peak = models.PositiveSmallIntegerField(_("highest rating so far"), null=True, blank=True)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    reason = models.CharField(_("reason"), max_length=200)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    author_label = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by_label = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("rating by hand")
        verbose_name_plural = _("ratings by hand")
        ordering = ["day", "key"]
        indexes = [
            models.Index(fields=["rating_list", "day", "key"], name="adjustment_chain_order")
        ]
        constraints = [
            tenant_key("adjustment_tenant_key"),
            models.UniqueConstraint(fields=["club", "key"], name="one_adjustment_per_key"),
            models.CheckConstraint(
                condition=models.Q(rating__isnull=True) | models.Q(rating__range=(1, 4000)),
                name="adjustment_rating_possible",
            ),
            SameClub(field="rating_list", name="adjustment_list_same_club"),
            SameClub(field="player", name="adjustment_player_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.rating} ({self.day})"
