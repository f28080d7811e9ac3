"""Addresses of ratings below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

from ratings.api.calculator import Calculator

urlpatterns = [
    path("calculator/", Calculator.as_view(), name="api_calculator"),
]
