"""The project package as an app, so that its commands and system checks are found."""

from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import register


class RankfileConfig(AppConfig):
    """Registers the system checks of the set-up."""

    name = "rankfile"

    def ready(self) -> None:
        """Register the checks; they read settings, so not before those are complete."""
        # Importing a check imports nothing of the apps, but settings must be there.
        from rankfile import checks  # noqa: PLC0415

        register(checks.check_setup)
