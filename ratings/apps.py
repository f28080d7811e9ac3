"""The app that keeps the ledger of ratings."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Rating lists, reports, history."""

    name = "ratings"
    verbose_name = _("Ratings")
