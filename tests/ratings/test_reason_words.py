"""The reasons of the rules in words."""

from __future__ import annotations

from ratings.reason_words import K_REASONS, LEFT_OUT, WHY_K, left_out_words
from ratings.rules import KReason, LeftOut


def test_every_reason_has_its_words() -> None:
    assert set(LEFT_OUT) == set(LeftOut)
    assert set(K_REASONS) == set(WHY_K) == set(KReason)


def test_the_gap_is_told_as_the_rule_has_it() -> None:
    """600 itself is left out, and only with a player above 2600 (rating-rules 4, item 4)."""
    words = left_out_words("gap_600")

    assert "600 points or more" in words
    assert "above 2600" in words
