"""The app that knows who people are and which club they belong to."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs, members, players."""

    name = "clubs"
    verbose_name = _("Clubs")
