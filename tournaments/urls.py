"""Addresses of events."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.public_urls")),
    path("", include("tournaments.manage_urls")),
]
