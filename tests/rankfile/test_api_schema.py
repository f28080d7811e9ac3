"""The schema is served, shipped, valid and complete, and the browser shows it without complaint."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.urls import get_resolver

from rankfile.api.documentation import schema, schema_text
from support.sources import ROOT


def test_the_shipped_schema_is_current():
    shipped = (ROOT / "docs" / "openapi.yaml").read_text(encoding="utf-8")

    assert shipped == schema_text(), "run: manage.py write_openapi"


def test_it_is_openapi_3_1_and_every_operation_is_told_apart():
    operations = [
        operation["operationId"]
        for path in schema()["paths"].values()
        for operation in path.values()
    ]

    assert schema()["openapi"] == "3.1.0"
    assert len(operations) == len(set(operations)) > 110


def test_every_address_of_the_api_is_in_the_schema():
    api = next(each for each in get_resolver().url_patterns if str(each.pattern) == "api/v1/")
    names = {
        pattern.name
        for part in api.url_patterns
        for pattern in getattr(part, "url_patterns", [part])
    }

    assert len(schema()["paths"]) == len(
        names - {"api_schema", "api_docs", "api_errors", "api_unknown"}
    )


def test_every_write_says_how_it_is_refused():
    silent = [
        operation["operationId"]
        for path in schema()["paths"].values()
        for method, operation in path.items()
        if method != "get" and not {"401", "409", "422", "429"} <= set(operation["responses"])
    ]

    assert silent == []


@pytest.mark.parametrize(
    ("query", "kind"), [("", "application/vnd.oai.openapi"), ("?format=json", "application/json")]
)
def test_it_is_served_as_yaml_and_as_json(client, db, query, kind):
    answer = client.get(f"/api/v1/schema/{query}")

    assert answer.status_code == 200
    assert answer["Content-Type"].startswith(kind)


def test_the_documentation_shows_in_a_browser_without_any_other_host(page):
    complaints = []
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))

    page.goto("/api/v1/docs/")
    page.wait_for_selector("#operations-results-rounds_enter_results, .opblock-tag", timeout=30000)
    page.click(".opblock-tag[data-tag='closing'] button")
    page.wait_for_selector("text=/tournaments/{number}/close/")

    assert complaints == []


@pytest.mark.django_db
def test_the_type_of_an_error_is_an_address_that_opens(client):
    type_ = client.get("/api/v1/clubs/nowhere/").json()["type"]

    page = client.get(type_.removeprefix(settings.BASE_URL))

    assert type_.endswith("/api/v1/errors/#not_found")
    assert page.status_code == 200
    assert "<h1>Errors of the REST API</h1>" in page.text
