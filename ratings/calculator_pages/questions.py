"""The questions that people ask about ratings, answered in our own words."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

QUESTIONS = (
    (
        _("Which K do I have?"),
        _(
            "The first line that fits: 10 if you have ever been rated 2400 or more on the list; 40"
            " until the end of the year in which you turn 18, as long as you have never reached"
            " 2300; 40 with fewer than 30 rated games on the list; 20 otherwise. Each list counts"
            " for itself, and K stays the same for a whole event. With very many games at once K"
            " becomes smaller, so that K times games is not over 700."
        ),
    ),
    (
        _("Why does a difference of more than 400 count as 400?"),
        _(
            "So that a favourite risks less against a much weaker player, and an outsider gains a"
            " little less from a surprise. Since March 2024 this holds for every game. Since"
            " October 2025 a player rated 2650 or more uses the real difference in standard games;"
            " only the own rating decides, so the rule can hold for one side of a game alone."
        ),
    ),
    (
        _("What is different in rapid and blitz?"),
        _(
            "They are lists of their own, with their own games, highest rating and K. A player"
            " without a rating there plays with the standard rating. Since December 2024 a rapid"
            " or blitz game does not count when one player is above 2600 and the difference is 600"
            " or more. The sum itself is the same."
        ),
    ),
    (
        _("Do games against unrated opponents count?"),
        _(
            "Not for the rating of a rated player: leave them in or out, the result is the same."
            " For the unrated opponent the game counts towards a first rating. Forfeits and byes"
            " count for nobody. Only the Turkish UKD gives a little for opponents without UKD."
        ),
    ),
    (
        _("Is this official?"),
        _(
            "No. It follows FIDE’s published regulations in the edition of the day you choose, and"
            " every step is shown, so that you can check it. Official is the list that FIDE or your"
            " federation publishes; it may count other games or days than you entered."
        ),
    ),
    (
        _("Can I use a Chess.com or Lichess rating here?"),
        _(
            "No. Those sites rate with other methods, which also keep a measure of how sure a"
            " rating is, and with other players. Their numbers do not convert to FIDE’s list, and"
            " their games are not rated by FIDE."
        ),
    ),
    (
        _("Why does another site show another number?"),
        _(
            "Usually for one of four reasons: it uses the smooth Elo curve in place of FIDE’s"
            " table, it rounds every game in place of once at the end, it works by older rules, or"
            " it has another K. Under each result here stands what plain Elo would give."
        ),
    ),
)


@cache
def about(language: str) -> SafeString:
    """Return the part below the calculator, which is the same for every visitor of a language."""
    with override(language):
        address = settings.BASE_URL + reverse("calculator_embed")
        context = {"questions": QUESTIONS, "embed_address": address}
        return render_to_string("calculator/about.html", context)
