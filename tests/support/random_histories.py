"""Random histories of a club, driven through the use cases and checked against a clean batch.

Few players, few days and ratings near the thresholds, so that overlaps, falls, pools, late ratings
and borrowed values meet often.
"""

from __future__ import annotations

import random
from collections import Counter
from datetime import date, timedelta

from factories import ANA, list_of, make_access, make_club, make_player

from clubs.errors import ProductError
from clubs.models import Player
from ratings.adjustments import (
    ImportedRating,
    give_rating,
    record_imported_ratings,
    withdraw_adjustment,
)
from ratings.event_report import EventReport, ReportedGame
from ratings.identity import change_birth_year
from ratings.models import Rating, RatingAdjustment, RatingList
from ratings.policies import set_policy
from ratings.policy_input import PolicyInput, club_preset, fide_strict_preset
from ratings.replay import update_list
from ratings.replay.chain import replay
from ratings.replay.load import load_inputs, old_rows
from ratings.replay.records import Row
from ratings.rules import TimeControl
from ratings.submit import submit_report, withdraw_report

BEGINNING = date(1970, 1, 1)
# Around changes of edition, and close enough that events overlap.
ERAS = (date(2024, 2, 20), date(2024, 11, 20), date(2025, 9, 20), date(2026, 11, 25))
RESULTS = ("10", "01", "==", "10", "01", "00", "=0")
RATINGS = (1395, 1400, 1405, 1402, 1500, 1700, 1850, 2195, 2296, 2395, 2402, 2650, 103, None)


class RandomClub:
    """A club to which random things happen; ``check`` compares its rows with a clean batch."""

    def __init__(self, seed: int, *, players: int = 6) -> None:
        self.random = random.Random(seed)
        self.club = make_club()
        self.access = make_access(self.club)
        self.players: list[Player] = [
            make_player(self.club, birth_year=self.random.choice((None, 2006, 2007, 2008, 1980)))
            for _ in range(players)
        ]
        self.era = self.random.choice(ERAS)
        self.spread = self.random.choice((3, 8, 25, 400))
        self.kinds: Counter[str] = Counter()
        self._set_policy(self.random.choice((self.era - timedelta(days=300), self.era)))

    def day(self) -> date:
        """Return a day of this club's time."""
        return self.era + timedelta(days=self.random.randrange(self.spread * 2))

    def step(self) -> None:
        """Let one thing happen; what is refused changes nothing."""
        actions = (
            (9, self.submit),
            (2, self.withdraw),
            (4, self.adjust),
            (1, self.withdraw_adjustment),
            (1, self.take_over_ratings),
            (1, self.change_policy),
            (1, self.change_birth_year),
            (6, self.update),
        )
        weights = [weight for weight, _action in actions]
        action = self.random.choices([action for _weight, action in actions], weights)[0]
        try:
            action()
        except ProductError as error:
            self.kinds[f"refused: {error.code}"] += 1
        else:
            self.kinds[action.__name__] += 1

    def submit(self) -> None:
        """Close or correct an event; the few keys make most of them corrections."""
        first = self.day()
        last = first + timedelta(days=self.random.choice((0, 0, 0, 1, 2, 5, 20)))
        some = self.random.sample(self.players, self.random.randint(2, len(self.players)))
        rounds = self.random.choice((1, 2, 3, 5, 7))
        games = []
        for number in range(1, rounds + 1):
            self.random.shuffle(some)
            for board in range(1, len(some) // 2 + 1):
                white, black = some[2 * board - 2], some[2 * board - 1]
                excluded = "fair play" if self.random.random() < 0.03 else ""
                result = self.random.choice(RESULTS)
                games.append(ReportedGame(number, board, white.pk, black.pk, result, excluded))
        report = EventReport(
            event_key=self.random.randint(1, 9),
            name="An event",
            first_day=first,
            last_day=last,
            time_control=self.random.choice(
                (TimeControl.STANDARD, TimeControl.STANDARD, TimeControl.RAPID, TimeControl.BLITZ)
            ),
            games=tuple(games),
        )
        submit_report(self.club, ANA, report)

    def withdraw(self) -> None:
        """Reopen an event."""
        withdraw_report(
            self.club,
            ANA,
            event_key=self.random.randint(1, 9),
            time_control=self.random.choice(list(TimeControl)),
        )

    def adjust(self) -> None:
        """Give a rating by hand, or take it away."""
        give_rating(
            self.access,
            self.random.choice(self.players),
            list_of(self.club, self.random.choice(("standard", "standard", "rapid", "blitz"))),
            rating=self.random.choice(RATINGS),
            reason="test",
            day=self.day(),
            games=self.random.choice((None, None, 0, 29, 40)),
        )

    def withdraw_adjustment(self) -> None:
        """Take a rating by hand or import back."""
        live = list(RatingAdjustment.objects.filter(club=self.club, withdrawn_at__isnull=True))
        if live:
            withdraw_adjustment(self.access, self.random.choice(live))

    def take_over_ratings(self) -> None:
        """Import a file with ratings."""
        some = self.random.sample(self.players, 3)
        record_imported_ratings(
            self.club,
            ANA,
            list_of(self.club, self.random.choice(("standard", "rapid"))),
            day=self.day(),
            ratings=[
                ImportedRating(player.pk, self.random.choice(RATINGS) or 1600) for player in some
            ],
            reason="file",
        )

    def change_policy(self) -> None:
        """Set a policy from some day on."""
        self._set_policy(self.day())

    def _set_policy(self, day: date) -> None:
        own = PolicyInput(
            valid_from=day,
            start_value=1405,
            newcomer_rule=self.random.choice(("fide", "fide", "start_value")),
            falls_to_unrated=self.random.random() < 0.7,
            floor=self.random.choice((None, 1400, 1000)),
            minimum=self.random.choice((100, 1390)),
            hypothetical_rating=self.random.choice((None, 1600)),
            limits_first_rating=self.random.random() < 0.5,
            maximum=self.random.choice((None, 1700)),
        )
        policy = self.random.choice((club_preset(day), fide_strict_preset(day), own))
        set_policy(self.access, policy)

    def change_birth_year(self) -> None:
        """Learn that somebody is younger or older."""
        player = self.random.choice(self.players)
        year = self.random.choice((None, 2005, 2006, 2007, 2008))
        change_birth_year(self.access, player, year)

    def update(self) -> None:
        """Bring one of the lists up to date, in any order."""
        update_list(list_of(self.club, self.random.choice(list(TimeControl))).pk)

    def update_all(self) -> None:
        """Bring every list up to date, until nothing is stale."""
        while stale := list(RatingList.objects.filter(club=self.club, stale_since__isnull=False)):
            update_list(self.random.choice(stale).pk)

    def check(self) -> int:
        """Compare all rows with one clean batch replay; return how many there are."""
        self.update_all()
        return sum(check_list(list_of(self.club, name)) for name in TimeControl)


def check_list(rating_list: RatingList) -> int:
    """Assert that the rows and current ratings of a list are those of a clean batch."""
    stored = [Row(*values[1:]) for values in old_rows(rating_list, BEGINNING)]
    outcome = replay(load_inputs(rating_list, BEGINNING))
    batch = sorted(outcome.rows, key=_place)
    stored.sort(key=_place)
    assert [_place(row) for row in stored] == [_place(row) for row in batch]
    for have, want in zip(stored, batch, strict=True):
        assert have == want
    current = {
        rating.player_id: (rating.rating, rating.games, rating.peak, rating.last_day)
        for rating in Rating.objects.filter(rating_list=rating_list)
    }
    assert current == {
        row.player: (row.after, row.games_after, row.peak_after, row.last_day) for row in batch
    }
    _check_chain(batch)
    return len(batch)


def _check_chain(rows: list[Row]) -> None:
    """Assert what must hold along every player's chain, whatever happened."""
    newest: dict[int, Row] = {}
    for row in rows:
        previous = newest.get(row.player)
        if previous is not None and previous.after is not None:
            assert row.before == previous.after
        if previous is not None:
            assert row.peak_after is None or row.peak_after >= (previous.peak_after or 0)
        if row.before is not None and row.after is not None and row.kind in ("change", "late"):
            assert row.after - row.before == row.change or "minimum" in row.flags
        newest[row.player] = row


def _place(row: Row) -> tuple[object, ...]:
    return (row.last_day, row.chain_rank, row.first_day, row.key, row.player)
