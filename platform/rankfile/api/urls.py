"""Everything below ``/api/v1/``."""

from __future__ import annotations

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from rankfile.api.unknown import unknown_address

urlpatterns = [
    path("", include("clubs.api.urls")),
    path("", include("ratings.api.urls")),
    path("", include("tournaments.api.urls")),
    path("schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("docs/", SpectacularSwaggerView.as_view(url_name="api_schema"), name="api_docs"),
    re_path("", unknown_address, name="api_unknown"),
]
