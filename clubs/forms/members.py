"""Forms about people and their roles."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.access import ClubAccess, Right
from clubs.form_fields import Choices, Form
from clubs.models import Membership, Role
from clubs.repeated_posts import OnceForm

ROLE_SENTENCES = {
    Role.OWNER: _("Owner: members, rating policy, deleting the club, and all of the below"),
    Role.ORGANISER: _("Organiser: players, events, closing and corrections"),
    Role.HELPER: _("Helper: results only"),
    Role.MEMBER: _("Member: reads what the club keeps from the public"),
}


def roles_to_give(access: ClubAccess) -> list[tuple[str, Any]]:
    """Return the roles this person may bring in."""
    roles = list(Role) if access.may(Right.OWN) else [Role.HELPER, Role.MEMBER]
    return [(role.value, ROLE_SENTENCES[role]) for role in roles]


class InvitationForm(Form, OnceForm):
    """Who is to come, and as what."""

    role = forms.ChoiceField(label=_("Role"), widget=Choices)
    email = forms.EmailField(
        label=_("E-mail address"), required=False, max_length=254,
        help_text=_("The invitation is sent there. Leave it empty to get a link to pass on."),
    )  # fmt: skip

    def __init__(self, data: Any = None, *, access: ClubAccess) -> None:
        super().__init__(data, initial={"role": Role.HELPER})
        self.fields["role"].choices = roles_to_give(access)  # type: ignore[attr-defined]


class RoleForm(Form):
    """Another role for somebody; ``version`` is the role the person saw."""

    role = forms.ChoiceField(
        label=_("Role"), widget=Choices, choices=[*ROLE_SENTENCES.items()]
    )  # fmt: skip
    version = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Any = None, *, membership: Membership) -> None:
        super().__init__(data, initial={"role": membership.role, "version": membership.role})
