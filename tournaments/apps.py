"""The app that runs events."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Events, entries, rounds, results."""

    name = "tournaments"
    verbose_name = _("Tournaments")
