"""The schema of the API and its browsable documentation, both from this server alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer

SHIPPED = Path("docs") / "openapi.yaml"
YAML = "application/vnd.oai.openapi; charset=utf-8"


@cache
def schema() -> dict[str, Any]:
    """Return the schema in English; it is made once for a process."""
    with override("en"):
        # The generator has no types.
        make_generator: Any = SchemaGenerator
        found: dict[str, Any] = make_generator().get_schema(request=None, public=True)
    return found


@cache
def schema_text() -> str:
    """Return the schema as YAML, as it is shipped in ``docs/openapi.yaml``."""
    renderer: Any = OpenApiYamlRenderer()
    return bytes(renderer.render(schema(), renderer_context={})).decode()


def api_schema(request: HttpRequest) -> HttpResponse:
    """Return the schema as YAML, or as JSON where that is asked for (``?format=json``)."""
    accepts = request.headers.get("Accept", "")
    if request.GET.get("format") == "json" or "application/json" in accepts:
        return JsonResponse(schema(), json_dumps_params={"ensure_ascii": False})
    return HttpResponse(schema_text(), content_type=YAML)


def api_docs(request: HttpRequest) -> HttpResponse:
    """Show the schema in a browser, to read and to try."""
    return render(request, "api/docs.html")


def api_errors(request: HttpRequest) -> HttpResponse:
    """Say how an error is read: this is where the ``type`` of every error leads."""
    return render(request, "api/errors.html")


def write_shipped_schema() -> Path:
    """Write ``docs/openapi.yaml`` anew and return where it is."""
    path = Path(settings.BASE_DIR) / SHIPPED
    path.write_text(schema_text(), encoding="utf-8")
    return path
