"""The dated policies of a club: look-up and change.

A policy holds from a day on for all three lists; the one valid on an event's first day treats its
newcomers, the one valid on its last day the chain.
"""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import InvalidInput
from clubs.models import Club
from ratings.models import RatingList, RatingPolicy
from ratings.policy_input import FIRST_DAY, PolicyInput, club_preset, policy_problems
from ratings.preview import Changes, Preview, confirm, preview_changes
from ratings.replay import lock_lists, mark_stale
from ratings.rules import TimeControl
from ratings.tasks import nudge_after_commit


def open_lists(club: Club, policy: PolicyInput | None = None) -> dict[str, RatingList]:
    """Create the three lists of a new club, in the order of their locks, and its first policy."""
    with transaction.atomic():
        lists = {
            str(time_control): RatingList.objects.create(club=club, time_control=time_control)
            for time_control in TimeControl
        }
        RatingPolicy.objects.create(club=club, **(policy or club_preset(FIRST_DAY)).columns())
    return lists


def policy_on(club: Club, day: date) -> RatingPolicy:
    """Return the policy valid on a day; before the first one, the first."""
    policies = RatingPolicy.objects.filter(club=club)
    valid = policies.filter(valid_from__lte=day).order_by("-valid_from").first()
    return valid or policies.earliest("valid_from")


def refuse_policy(policy: PolicyInput) -> None:
    """Raise InvalidInput with everything for which a policy is refused."""
    if problems := policy_problems(policy):
        message = _("The policy cannot be set like this.")
        raise InvalidInput("policy_invalid", message, problems=problems)


def preview_policy(club: Club, policy: PolicyInput) -> Preview:
    """Return what a policy would change."""
    return preview_changes(club, Changes(policy=policy))


def set_policy(
    access: ClubAccess, policy: PolicyInput, *, reason: str = "", preview_digest: str | None = None
) -> RatingPolicy:
    """Set the policy from a day on, in the place of one of the same day; all lists become stale.

    Raises InvalidInput with every problem, and Outdated when the preview shown no longer holds.
    """
    access.require(Right.OWN)
    refuse_policy(policy)
    with transaction.atomic():
        lists = lock_lists(access.club.pk)
        confirm(access.club, Changes(policy=policy), preview_digest)
        stored, _created = RatingPolicy.objects.update_or_create(
            club=access.club,
            valid_from=policy.valid_from,
            defaults=policy.columns()
            | {"reason": reason[:200], "created_by_id": access.actor.user_id},
        )
        cause = {
            "kind": "policy",
            "policy_from": policy.valid_from.isoformat(),
            "author": access.actor.label,
            "reason": reason[:200],
        }
        for rating_list in lists.values():
            mark_stale(rating_list, policy.valid_from, cause)
            nudge_after_commit(rating_list.pk)
        record_act(
            access.club,
            access.actor,
            "policy_set",
            subject=stored.get_preset_display(),
            valid_from=policy.valid_from.isoformat(),
            reason=reason,
        )
    return stored
