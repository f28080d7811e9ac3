"""What the ledger says: history rows, current ratings, and what corrections changed.

``RatingChange`` and ``Rating`` are written by the replay alone, never by hand.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.same_club import SameClub
from ratings.models.rating_list import RatingList
from ratings.models.report import RatingAdjustment, RatingReport


class RatingChange(models.Model):
    """A history row: what one report or adjustment did to one player on one list.

    Scores, expected scores and ``raw_change`` are in hundredths. ``before`` and ``after`` are None
    where the player is unrated. ``games`` holds the breakdown, one item per game with the opponent,
    the rating used, what was counted and why not (``ratings.queries.game_lines`` reads it);
    ``details`` holds what a first rating, a borrowed start or a pool needs for its explanation. A
    page never recomputes. ``kept_value`` is what stands under the floor of one who fell out of the
    list, ``lost_on`` the day on which one without a rating lost it.

    Chain order: (last_day, chain_rank, first_day, key) where ``chain_rank`` is 0 for adjustments
    (they come before every report whose last day is that day) and 1 for reports; ``key`` is the
    adjustment's or the event's.
    """

    class Kind(models.TextChoices):
        CHANGE = "change", _("Rating change")
        FIRST = "first", _("First rating")
        POOLED = "pooled", _("Games towards a first rating")
        ZERO_START = "zero_start", _("First event without a point")
        LATE = "late", _("Rated during the event")
        ADJUSTMENT = "adjustment", _("Rating by hand")

    class StartSource(models.TextChoices):
        OWN = "own", _("own rating")
        BORROWED = "borrowed", _("standard rating")
        NEWCOMER = "newcomer", _("start value for newcomers")
        UNRATED = "unrated", _("unrated")
        LATE = "late", _("rating gained during the event")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="changes")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="rating_changes")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    report = models.ForeignKey(
        RatingReport, on_delete=models.CASCADE, null=True, related_name="changes"
    )
    adjustment = models.ForeignKey(
        RatingAdjustment, on_delete=models.CASCADE, null=True, related_name="changes"
    )
    event_key = models.PositiveIntegerField(null=True)
    key = models.PositiveIntegerField()
    first_day = models.DateField()
    last_day = models.DateField()
    chain_rank = models.PositiveSmallIntegerField()
    report_revision = models.PositiveIntegerField(null=True)
    digest = models.CharField(max_length=64)

    start_rating = models.PositiveSmallIntegerField(null=True)
    start_source = models.CharField(max_length=8, choices=StartSource.choices, blank=True)
    games_before = models.PositiveIntegerField(default=0)
    peak_before = models.PositiveSmallIntegerField(null=True)
    birth_year = models.PositiveSmallIntegerField(null=True)
    regime = models.CharField(max_length=12, blank=True)

    game_count = models.PositiveSmallIntegerField(default=0)
    score = models.PositiveIntegerField(default=0)
    expected_score = models.PositiveIntegerField(default=0)
    base_k = models.PositiveSmallIntegerField(null=True)
    k_reason = models.CharField(max_length=30, blank=True)
    used_k = models.PositiveSmallIntegerField(null=True)
    raw_change = models.IntegerField(default=0)
    change = models.IntegerField(default=0)
    before = models.PositiveSmallIntegerField(null=True)
    after = models.PositiveSmallIntegerField(null=True)
    flags = models.JSONField(default=list)
    kept_value = models.IntegerField(null=True)
    lost_on = models.DateField(null=True)
    games_after = models.PositiveIntegerField(default=0)
    peak_after = models.PositiveSmallIntegerField(null=True)
    pool_after = models.JSONField(default=list)
    average_opponent = models.PositiveSmallIntegerField(null=True)
    performance = models.SmallIntegerField(null=True)
    games = models.JSONField(default=list)
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        indexes = [
            models.Index(
                fields=["player", "rating_list", "-last_day", "-chain_rank", "-first_day", "-key"],
                name="change_newest_first",
            ),
            models.Index(
                fields=["rating_list", "last_day", "chain_rank", "first_day", "key"],
                name="change_chain_order",
            ),
            models.Index(fields=["rating_list", "event_key"], name="change_of_event"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["rating_list", "event_key", "player"],
                condition=models.Q(event_key__isnull=False),
                name="one_change_per_player_and_event",
            ),
            models.UniqueConstraint(
                fields=["adjustment"],
                condition=models.Q(adjustment__isnull=False),
                name="one_change_per_adjustment",
            ),
            models.CheckConstraint(
                condition=models.Q(report__isnull=False, adjustment__isnull=True)
                | models.Q(report__isnull=True, adjustment__isnull=False),
                name="change_has_one_cause",
            ),
            SameClub(field="rating_list", name="change_list_same_club"),
            SameClub(field="player", name="change_player_same_club"),
            SameClub(field="report", name="change_report_same_club"),
            SameClub(field="adjustment", name="change_adjustment_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.before} → {self.after}"


class Rating(models.Model):
    """The current value of one player on one list: a projection of the newest history row.

    ``rating`` None means unrated; ``pool_games`` then counts the games towards a first rating.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="ratings")
    rating = models.PositiveSmallIntegerField(null=True)
    games = models.PositiveIntegerField(default=0)
    peak = models.PositiveSmallIntegerField(null=True)
    pool_games = models.PositiveSmallIntegerField(default=0)
    last_day = models.DateField(null=True)
    last_change = models.IntegerField(default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        indexes = [models.Index(fields=["rating_list", "-rating", "player"], name="rating_order")]
        constraints = [
            models.UniqueConstraint(fields=["rating_list", "player"], name="one_rating_per_player"),
            SameClub(field="rating_list", name="rating_list_same_club"),
            SameClub(field="player", name="rating_player_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating}"


class RatingRevision(models.Model):
    """One history row that a later correction changed, made or took away: append-only.

    ``old`` and ``new`` hold before, after, change, start rating, K and score of the row; None where
    the row did not exist. The cause is the report or adjustment whose submission started the
    replay, in ids and in words, so that it stays readable when the cause is gone.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="revisions")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="rating_revisions")
    event_key = models.PositiveIntegerField(null=True)
    event_name = models.CharField(max_length=150, blank=True)
    adjustment = models.ForeignKey(
        RatingAdjustment, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    cause_report = models.ForeignKey(
        RatingReport, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    cause_adjustment = models.ForeignKey(
        RatingAdjustment, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    cause = models.JSONField(default=dict)
    author_label = models.CharField(max_length=120, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["player", "-id"], name="revision_of_player"),
            models.Index(fields=["rating_list", "event_key", "-id"], name="revision_of_event"),
        ]
        constraints = [
            SameClub(field="rating_list", name="revision_list_same_club"),
            SameClub(field="player", name="revision_player_same_club"),
            SameClub(field="adjustment", name="revision_adjustment_same_club"),
            SameClub(field="cause_report", name="revision_report_same_club"),
            SameClub(field="cause_adjustment", name="revision_cause_adjustment_same_club"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} · {self.event_name}"
