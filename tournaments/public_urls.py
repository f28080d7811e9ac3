"""Addresses of the public event pages, below /clubs/<slug>/tournaments/."""

from __future__ import annotations

from django.urls import path

from tournaments.views import prizes, public_event, public_files

EVENT = "<int:number>/"

urlpatterns = [
    path("", public_event.tournament_list, name="tournament_list"),
    path(EVENT, public_event.tournament_page, name="tournament_page"),
    path(f"{EVENT}crosstable/", public_event.tournament_crosstable, name="tournament_crosstable"),
    path(
        f"{EVENT}rounds/<int:round_number>/",
        public_event.tournament_round,
        name="tournament_round",
    ),
    path(f"{EVENT}report/", public_event.tournament_report, name="tournament_report"),
    path(f"{EVENT}entries/<int:rank>/", public_event.tournament_entry, name="tournament_entry"),
    path(f"{EVENT}files/<slug:dialect>/", public_files.tournament_file, name="tournament_file"),
    path(f"{EVENT}picture.png", public_files.tournament_picture, name="tournament_picture"),
    path(f"{EVENT}embed/", public_files.embed_standings, name="embed_standings"),
    path(f"{EVENT}prizes/", prizes.prize_helper, name="prize_helper"),
]
