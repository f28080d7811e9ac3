"""Ready-made orders of tie-breaks, to start an event from."""

from __future__ import annotations

# C.07 recommends Buchholz forms for a Swiss; the most stable one leaves out the lowest opponent.
SWISS = ("DE", "BH/C1", "BH", "SB")

# In a Swiss in which everybody is rated, the opponents' ratings separate what Buchholz leaves.
SWISS_RATED = ("DE", "BH/C1", "BH", "ARO", "SB")

# Buchholz must not be used where everybody meets everybody (article 8).
ROUND_ROBIN = ("DE", "WIN", "SB", "KS")

PRESETS: dict[str, tuple[str, ...]] = {
    "swiss": SWISS,
    "swiss-rated": SWISS_RATED,
    "round-robin": ROUND_ROBIN,
}


def preset_for(*, is_round_robin: bool) -> tuple[str, ...]:
    """Return the order that a new event starts with."""
    return ROUND_ROBIN if is_round_robin else SWISS
