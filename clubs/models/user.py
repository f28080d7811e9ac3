"""People who sign in. A person is known by an e-mail address and may belong to several clubs."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# The length of the columns that keep who did something.
LONGEST_LABEL = 120


class UserManager(BaseUserManager["User"]):
    """Makes users that sign in by e-mail."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Return a new user; without a password the account can only be reached by a link."""
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save()
        return user


class User(AbstractBaseUser):
    """A person with an account."""

    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=100, blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        """Return what the person is called, short enough for every line that says who acted."""
        return (self.name or self.email)[:LONGEST_LABEL]
