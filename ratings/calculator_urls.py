"""Addresses of the calculator."""

from __future__ import annotations

from django.urls import path

from ratings.calculator_pages import views

urlpatterns = [
    path("calculator/", views.calculator, name="calculator"),
    path("calculator/first-rating/", views.first_rating, name="calculator_first_rating"),
    path("calculator/ukd/", views.ukd, name="calculator_ukd"),
    path("calculator/elo/", views.elo, name="calculator_elo"),
    path("calculator/expected-score/", views.expected_score, name="calculator_expected_score"),
    path("calculator/time-control/", views.time_control, name="calculator_time_control"),
    path("calculator/history/", views.history, name="calculator_history"),
    path("calculator/embed/", views.embedded, name="calculator_embed"),
]
# What search engines are told of; the page for frames only repeats another.
LISTED_PAGES = tuple(pattern.name for pattern in urlpatterns if pattern.name != "calculator_embed")
