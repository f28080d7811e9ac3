"""Laws that hold for all games: mirror, monotony, order, sums, exact halves."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from math import floor

from hypothesis import given
from hypothesis import strategies as st

from ratings.rules import (
    REGIMES,
    EventGames,
    Game,
    elo_change,
    expected_score,
    logistic_expected_score,
    performance_rating,
    rating_change,
    round_half_away,
    round_half_up,
    rounded_change,
    ukd_change,
)

ratings = st.integers(0, 4000)
scores = st.sampled_from((0, 50, 100))
games = st.lists(
    st.builds(Game, st.none() | ratings, scores, st.sampled_from((None, None, None, "unplayed"))),
    max_size=20,
)
regimes = st.sampled_from(REGIMES)
k_factors = st.sampled_from((10, 20, 40))


@given(st.integers(-4000, 4000))
def test_the_expected_scores_of_two_players_add_up_to_one(difference):
    assert expected_score(difference) + expected_score(-difference) == 100


@given(st.integers(-4000, 4000))
def test_a_larger_difference_never_lowers_the_expected_score(difference):
    assert expected_score(difference) <= expected_score(difference + 1)


@given(st.integers(-(10**7), 10**7))
def test_a_change_is_rounded_to_the_nearest_and_a_half_away_from_zero(raw):
    whole = rounded_change(raw)

    assert abs(100 * whole - raw) <= 50
    assert rounded_change(-raw) == -whole
    if abs(raw) % 100 == 50:
        assert abs(100 * whole) > abs(raw)


@given(st.integers(-(10**6), 10**6), st.integers(1, 1000))
def test_both_roundings_agree_with_exact_fractions(numerator, denominator):
    exact = Fraction(numerator, denominator)

    assert round_half_up(numerator, denominator) == floor(exact + Fraction(1, 2))
    away = floor(abs(exact) + Fraction(1, 2))
    assert round_half_away(numerator, denominator) == (away if exact >= 0 else -away)


@given(ratings, games, k_factors, regimes, st.randoms(use_true_random=False))
def test_the_order_of_the_games_changes_no_sum(own, rows, k_base, regime, random):
    shuffled = random.sample(rows, len(rows))

    first = rating_change([EventGames(own, rows, regime)], k_base=k_base)
    second = rating_change([EventGames(own, shuffled, regime)], k_base=k_base)

    names = ("games_counted", "score", "expected_score", "k_used", "raw_change", "change")
    assert [getattr(first, name) for name in names] == [getattr(second, name) for name in names]


@given(ratings, games, k_factors, regimes)
def test_the_steps_add_up_to_the_sums(own, rows, k_base, regime):
    period = rating_change([EventGames(own, rows, regime)], k_base=k_base)

    counted = [step for step in period.steps if step.left_out is None]
    assert len(period.steps) == len(rows)
    assert period.games_counted == len(counted)
    assert period.sum_delta == sum(step.delta for step in counted)
    assert period.raw_change == period.k_used * period.sum_delta
    assert period.change == rounded_change(period.raw_change)
    assert period.k_used * period.games_counted <= 700


@given(ratings, st.lists(games, max_size=4), k_factors, regimes)
def test_a_period_is_one_sum_over_its_events(own, events, k_base, regime):
    period = rating_change(
        [EventGames(own + place, rows, regime) for place, rows in enumerate(events)], k_base=k_base
    )

    assert period.raw_change == sum(event.raw_change for event in period.events)
    assert period.games_counted == sum(event.games_counted for event in period.events)


@given(ratings, ratings, scores, k_factors, regimes)
def test_what_one_player_wins_the_other_loses_with_equal_k(own, opponent, score, k_base, regime):
    """Not where one is exempt from the cap, nor where the old edition caps one side only."""
    gap = abs(own - opponent)
    if gap > 400 and (regime.exempt_from is not None or regime.one_upgrade):
        own = opponent

    mine = rating_change([EventGames(own, [Game(opponent, score)], regime)], k_base=k_base)
    other = rating_change([EventGames(opponent, [Game(own, 100 - score)], regime)], k_base=k_base)

    assert mine.raw_change == -other.raw_change
    assert mine.change == -other.change


@given(
    ratings,
    st.lists(st.builds(Game, ratings, scores, st.none()), min_size=1, max_size=12),
    k_factors,
)
def test_a_better_score_never_loses_points(own, rows, k_base):
    regime = REGIMES[2]
    better = [rows[0]._replace(score=100), *rows[1:]]

    before = rating_change([EventGames(own, rows, regime)], k_base=k_base)
    after = rating_change([EventGames(own, better, regime)], k_base=k_base)

    assert after.raw_change >= before.raw_change
    assert performance_rating(better).rating >= performance_rating(rows).rating


@given(ratings, games)
def test_ukd_never_falls_under_1000_and_rounds_the_new_rating(own, rows):
    result = ukd_change(own, rows)

    assert result.new_rating == max(
        1000, floor(Fraction(result.new_rating_exact, 100) + Fraction(1, 2))
    )
    assert all(abs(opponent - own) <= 350 for opponent in result.opponents_used)


@given(ratings, ratings, scores, st.integers(1, 100))
def test_plain_elo_is_rounded_as_sixty_digits_would_be(own, opponent, score, k):
    with localcontext() as context:
        context.prec = 60
        expected = 1 / (1 + Decimal(10) ** (Decimal(opponent - own) / 400))
        exact = k * (Decimal(score) / 100 - expected)
        change = int(exact.quantize(Decimal(1), ROUND_HALF_UP))
        shown = int((10_000 * expected).quantize(Decimal(1), ROUND_HALF_UP))

    result = elo_change(own, [(opponent, score)], k=k)

    assert result.change == change
    assert logistic_expected_score(own - opponent) == shown
