"""Everything below ``/api/v1/``."""

from __future__ import annotations

from django.urls import include, path, re_path

from rankfile.api.documentation import api_docs, api_errors, api_schema
from rankfile.api.unknown import unknown_address

urlpatterns = [
    path("", include("clubs.api.urls")),
    path("", include("ratings.api.urls")),
    path("", include("tournaments.api.urls")),
    path("schema/", api_schema, name="api_schema"),
    path("docs/", api_docs, name="api_docs"),
    path("errors/", api_errors, name="api_errors"),
    re_path("", unknown_address, name="api_unknown"),
]
