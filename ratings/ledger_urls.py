"""Addresses of ledger files and the verifier."""

from __future__ import annotations

from django.urls import path

from ratings.views import ledger_files

urlpatterns = [
    path("verify/", ledger_files.verify_page, name="verify_page"),
    path("verify/rankfile-verify.pyz", ledger_files.verifier, name="verifier"),
    path(
        "clubs/<slug:slug>/ledger/<slug:time_control>.json",
        ledger_files.ledger_list,
        name="ledger_list",
    ),
    path(
        "clubs/<slug:slug>/ledger/<slug:time_control>/<int:number>.json",
        ledger_files.ledger_event,
        name="ledger_event",
    ),
]
