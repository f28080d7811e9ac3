"""Addresses of the workspace that combine all apps."""

from __future__ import annotations

from django.urls import path

from rankfile.pages.audit import club_audit
from rankfile.pages.club_end import club_delete
from rankfile.pages.first_steps import first_steps
from rankfile.pages.overview import club_manage

MANAGE = "clubs/<slug:slug>/manage/"

urlpatterns = [
    path(MANAGE, club_manage, name="club_manage"),
    path(f"{MANAGE}first-steps/", first_steps, name="first_steps"),
    path(f"{MANAGE}audit/", club_audit, name="club_audit"),
    path(f"{MANAGE}delete/", club_delete, name="club_delete"),
]
