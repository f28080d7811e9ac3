"""What an organiser types to work out a prize list; nothing of it is kept."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.form_fields import Choices, Form, WholeNumberField, plain_digits
from tournaments.standings.prizes import PrizeGroup, Sharing, over_age, under_age

MOST_PRIZES = 60
LARGEST_PRIZE = 100_000_000  # cents
CATEGORIES = 4
AMOUNT = re.compile(r"(\d{1,9})(?:[.,](\d{1,2}))?")
MAIN = "main"

KINDS = (
    ("", _("No prize of this kind")),
    ("under", _("Younger than … years")),
    ("over", _("… years or older")),
    ("women", _("Women")),
    ("rated_up_to", _("Rated up to …")),
    ("unrated", _("Unrated players")),
)
NEED_LIMIT = frozenset({"under", "over", "rated_up_to"})


class AmountsField(forms.CharField):
    """Prizes in a row, best first, as people write them; they come out in cents."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=600, **kwargs)

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the amounts in cents; ValidationError names the one that is wrong."""
        text = plain_digits(str(super().clean(value) or ""))
        words = text.replace(";", " ").split()
        if len(words) > MOST_PRIZES:
            raise ValidationError(_("At most %(most)s prizes in one row.") % {"most": MOST_PRIZES})
        amounts = tuple(_cents(word) for word in words)
        for better, worse in pairwise(amounts):
            if worse > better:
                raise ValidationError(
                    _("The best prize comes first: a lower place cannot have the higher one.")
                )
        return amounts


def _cents(word: str) -> int:
    found = AMOUNT.fullmatch(word)
    if found is None:
        raise ValidationError(
            _("“%(word)s” is not an amount. Write 100 or 62.50, with spaces between.")
            % {"word": word[:20]}
        )
    cents = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))
    if cents > LARGEST_PRIZE:
        raise ValidationError(_("“%(word)s” is too much for a prize.") % {"word": word[:20]})
    return cents


class PrizeForm(Form):
    """Main prizes, up to four categories, and what level players do."""

    main = AmountsField(
        label=_("Main prizes"), required=False,
        help_text=_("Best first, with spaces between: 150 100 62.50"),
    )  # fmt: skip
    sharing = forms.ChoiceField(
        label=_("Players with the same points"), required=False, widget=Choices,
        initial=Sharing.BY_PLACE.value,
        choices=[
            (Sharing.BY_PLACE.value, _("The tie-breaks decide; only shared places are divided")),
            (Sharing.EQUAL.value, _("Their prizes are put together and divided equally")),
            (Sharing.HORT.value, _("Half by place, half divided equally (Hort)")),
        ],
    )  # fmt: skip

    def __init__(self, data: Any = None, *, year: int) -> None:
        super().__init__(data)
        self.year = year
        for number in range(1, CATEGORIES + 1):
            self.fields[f"kind{number}"] = forms.ChoiceField(
                label=_("Who"), choices=KINDS, required=False
            )
            self.fields[f"limit{number}"] = WholeNumberField(
                label=_("Years or rating"), required=False, lowest=1, highest=4000
            )
            self.fields[f"prizes{number}"] = AmountsField(label=_("Prizes"), required=False)

    @property
    def categories(self) -> list[tuple[int, list[forms.BoundField]]]:
        """The fields of each category, for the template."""
        return [
            (number, [self[f"{name}{number}"] for name in ("kind", "limit", "prizes")])
            for number in range(1, CATEGORIES + 1)
        ]

    def clean(self) -> dict[str, Any]:
        """Ask for the limit where a kind needs one, and for somebody who gets the prizes."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for number in range(1, CATEGORIES + 1):
            kind, prizes = cleaned.get(f"kind{number}"), cleaned.get(f"prizes{number}")
            has_limit = cleaned.get(f"limit{number}") is not None or f"limit{number}" in self.errors
            if kind in NEED_LIMIT and not has_limit:
                self.add_error(f"limit{number}", _("Say how old, or up to which rating."))
            if prizes and not kind:
                self.add_error(f"kind{number}", _("Say who may have these prizes."))
        return cleaned

    def groups(self) -> list[PrizeGroup]:
        """Return the prizes as the rules take them; the key names the group."""
        found = [PrizeGroup(MAIN, self.cleaned_data["main"])]
        for number in range(1, CATEGORIES + 1):
            kind = self.cleaned_data[f"kind{number}"]
            prizes = self.cleaned_data[f"prizes{number}"]
            if kind and prizes:
                limit = self.cleaned_data[f"limit{number}"] or 0
                limits = self._limits(kind, limit)
                found.append(PrizeGroup(str(number), prizes, **limits))
        return [group for group in found if group.prizes]

    def _limits(self, kind: str, limit: int) -> dict[str, Any]:
        limits: dict[str, dict[str, Any]] = {
            "under": {"born_from": under_age(limit, year=self.year)},
            "over": {"born_until": over_age(limit, year=self.year)},
            "women": {"only_women": True},
            "rated_up_to": {"rated_up_to": limit},
            "unrated": {"only_unrated": True},
        }
        return limits[kind]
