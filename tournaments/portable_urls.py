"""Addresses of the pages that carry clubs from one installation to another."""

from __future__ import annotations

from django.urls import path

from tournaments.views import portable

urlpatterns = [
    path("clubs/import/", portable.club_import, name="club_import"),
    path("clubs/<slug:slug>/manage/export/", portable.club_export, name="club_export"),
]
