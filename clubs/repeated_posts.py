"""A form that is sent twice does its work once.

Each form that makes something carries a key of its own. The key is stored in the transaction that
does the work, so of two posts that arrive together one does it and both get the same answer.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django import forms
from django.db import IntegrityError, transaction

from clubs.models import Club, IdempotencyRecord

LONGEST_KEY = 64


class OnceForm(forms.Form):
    """The hidden field with the key; a form that makes something inherits it."""

    form_key = forms.CharField(
        widget=forms.HiddenInput, max_length=LONGEST_KEY, required=False,
        initial=lambda: secrets.token_urlsafe(16),
    )  # fmt: skip


def do_once(user_id: int, key: str, act: Callable[[], tuple[Club, str]]) -> tuple[str, bool]:
    """Return what ``act`` answered and whether it was done just now.

    ``act`` returns the club it worked in and a short text, such as an address or an id, which is
    what a repeated post gets back. A post without a key is done each time.
    """
    if not key:
        return act()[1], True
    caller = f"form:{user_id}"
    if (answer := _earlier_answer(caller, key)) is not None:
        return answer, False
    try:
        with transaction.atomic():
            club, answer = act()
            IdempotencyRecord.objects.create(
                club=club, caller=caller, key=key, request_digest="", status=303, body=answer
            )
    except IntegrityError:
        earlier = _earlier_answer(caller, key)
        if earlier is None:
            raise
        return earlier, False
    return answer, True


def make_anew(
    user_id: int, key: str, act: Callable[[], tuple[Club, str]], take_back: Callable[[str], object]
) -> None:
    """Do ``act`` at every post of a form; ``take_back`` gets what the post before it answered.

    For secrets, which are shown once: of a form sent several times only the last one works.
    """
    with transaction.atomic():
        _answer, is_new = do_once(user_id, key, act)
        if is_new:
            return
        records = IdempotencyRecord.objects.filter(caller=f"form:{user_id}", key=key)
        record = records.select_for_update().get()
        take_back(record.body)
        record.body = act()[1]
        record.save(update_fields=["body"])


def _earlier_answer(caller: str, key: str) -> str | None:
    found = IdempotencyRecord.objects.filter(caller=caller, key=key)
    return found.values_list("body", flat=True).first()
