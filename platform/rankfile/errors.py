"""Product errors become HTTP here and nowhere else.

Pages answer with a page in the words of the error; the API answers with problem details
(RFC 9457) that carry the stable code and the facts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from clubs.errors import (
    InvalidInput,
    NotAllowed,
    NotFound,
    Outdated,
    Problem,
    ProductError,
    Refused,
)

STATUS: tuple[tuple[type[ProductError], int], ...] = (
    (InvalidInput, 422),
    (NotAllowed, 403),
    (NotFound, 404),
    (Outdated, 409),
    (Refused, 409),
)


def status_of(error: ProductError) -> int:
    """Return the HTTP status of a product error on pages; the API answers Outdated with 412."""
    return next((status for kind, status in STATUS if isinstance(error, kind)), 400)


class ProductErrorMiddleware:
    """Answers a product error that a page did not handle itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page for a product error; any other error is not ours to hide."""
        if not isinstance(error, ProductError):
            return None
        status = status_of(error)
        if request.path.startswith("/api/"):
            return problem_answer(error, status)
        name = "404.html" if status in (403, 404) else "refused.html"
        return render(request, name, {"error": error}, status=status)


class PreconditionMiddleware:
    """Gives a read whose If-Match failed, answered with nothing by Django, a refusal's shape."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the answer; an empty 412 of the API as problem details."""
        response = self.get_response(request)
        is_bare = response.status_code == 412 and not response.streaming and not response.content
        if not is_bare or not request.path.startswith("/api/"):
            return response
        message = _("It has changed since you read it.")
        return problem_answer(Outdated("precondition_failed", message), 412)


def problem_answer(error: ProductError, status: int) -> JsonResponse:
    """Return an error of the API outside its views."""
    return JsonResponse(
        problem_details(error, status), status=status, content_type="application/problem+json"
    )


def problem_details(error: ProductError, status: int | None = None) -> dict[str, Any]:
    """Return the RFC 9457 body of an error.

    ``type`` is a stable address below the documentation, ``code`` the same in short, ``errors``
    one item per problem with a JSON path.
    """
    body: dict[str, Any] = {
        "type": f"{settings.BASE_URL}{reverse('api_errors')}#{error.code}",
        "title": error.message,
        "status": status or status_of(error),
        "code": error.code,
        "facts": error.facts,
    }
    if error.problems:
        body["errors"] = [_problem(problem) for problem in error.problems]
    return body


def _problem(problem: Problem) -> dict[str, Any]:
    item: dict[str, Any] = {
        "path": problem.path,
        "code": problem.code,
        "message": str(problem.message),
        "facts": dict(problem.facts),
    }
    if problem.link:
        item["link"] = problem.link
    return item


def api_exception_handler(error: Exception, _context: dict[str, Any]) -> Response | None:
    """Answer every refusal of the API in one shape; anything else is a real fault."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    headers: dict[str, str] = {}
    if isinstance(error, ProductError):
        status = 412 if isinstance(error, Outdated) else status_of(error)
        body = problem_details(error, status)
    elif isinstance(error, exceptions.APIException):
        product = _from_rest_framework(error)
        status = 422 if isinstance(error, exceptions.ValidationError) else error.status_code
        body = problem_details(product, status)
        if getattr(error, "auth_header", ""):
            headers["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]
        if getattr(error, "wait", None):
            headers["Retry-After"] = str(int(error.wait) + 1)  # type: ignore[attr-defined]
    else:
        return None
    response = Response(body, status=status, headers=headers)
    response.content_type = "application/problem+json"
    return response


def _from_rest_framework(error: exceptions.APIException) -> ProductError:
    if isinstance(error, exceptions.ValidationError):
        problems = tuple(_flatten(error.detail, ""))
        return InvalidInput("invalid_input", _title(error), problems=problems)
    code = getattr(error.detail, "code", error.default_code)
    return ProductError(str(code), _title(error))


def _title(error: exceptions.APIException) -> str:
    detail = error.detail
    return str(detail) if isinstance(detail, str) else str(error.default_detail)


def _inner(path: str, key: str | int) -> str:
    """Return the path of a place inside another: lists tell their items by number."""
    if key == "non_field_errors":
        return path
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key


def _flatten(detail: Any, path: str) -> list[Problem]:
    """Turn nested error detail into problems with paths such as ``games[3].result``."""
    if isinstance(detail, dict):
        found = []
        for key, value in detail.items():
            found += _flatten(value, _inner(path, key))
        return found
    if isinstance(detail, list):
        found = []
        for index, value in enumerate(detail):
            nested = isinstance(value, dict | list)
            found += _flatten(value, f"{path}[{index}]" if nested else path)
        return found
    return [Problem(code=str(getattr(detail, "code", "invalid")), message=str(detail), path=path)]
