"""All addresses of the product."""

from __future__ import annotations

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from rankfile.pages.club_home import club_home
from rankfile.pages.landing import landing
from rankfile.pages.preferences import preferences_language, preferences_theme
from rankfile.pages.search_engines import robots, sitemap

urlpatterns = [
    path("api/v1/", include("rankfile.api.urls")),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemap, name="sitemap"),
    path("preferences/theme/", preferences_theme, name="preferences_theme"),
    path("preferences/language/", preferences_language, name="preferences_language"),
    *i18n_patterns(
        path("", landing, name="landing"),
        path("accounts/", include("allauth.urls")),
        path("", include("ratings.player_urls")),
        path("clubs/<slug:slug>/tournaments/", include("tournaments.urls")),
        path("", include("ratings.ledger_urls")),
        path("", include("ratings.calculator_urls")),
        path("", include("tournaments.portable_urls")),
        path("", include("rankfile.pages.workspace_urls")),
        path("", include("tournaments.workspace_urls")),
        path("", include("ratings.workspace_urls")),
        path("", include("clubs.urls")),
        path("clubs/<slug:slug>/", club_home, name="club_home"),
        prefix_default_language=False,
    ),
]

handler500 = "rankfile.pages.error_pages.server_error"
