"""Addresses of the workspace that need players, ratings and events together."""

from __future__ import annotations

from django.urls import path

from tournaments.views import identity

MANAGE = "clubs/<slug:slug>/manage/"
PLAYER = f"{MANAGE}players/<int:number>/"

urlpatterns = [
    path(f"{PLAYER}merge/", identity.player_merge, name="player_merge"),
    path(f"{PLAYER}merge/<int:other>/", identity.player_merge_with, name="player_merge_with"),
    path(f"{MANAGE}merges/<int:number>/undo/", identity.merge_undo, name="merge_undo"),
    path(f"{PLAYER}pseudonymise/", identity.player_pseudonymise, name="player_pseudonymise"),
    path(f"{PLAYER}export/", identity.player_export, name="player_export"),
]
