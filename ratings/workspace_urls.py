"""Addresses of the workspace that show players with their ratings."""

from __future__ import annotations

from django.urls import path

from ratings.views import (
    adding,
    adjustments,
    birth,
    founding,
    issuing,
    player_import,
    players,
    policy,
)

MANAGE = "clubs/<slug:slug>/manage/"
PLAYERS = f"{MANAGE}players/"
PLAYER = f"{PLAYERS}<int:number>/"

urlpatterns = [
    path("clubs/new/", founding.club_create, name="club_create"),
    path(f"{MANAGE}lists/", issuing.issue_lists, name="issue_lists"),
    path(f"{MANAGE}policy/", policy.club_policy, name="club_policy"),
    path(
        f"{MANAGE}ratings/<slug:time_control>/again/", policy.list_try_again, name="list_try_again"
    ),
    path(PLAYERS, players.player_list, name="player_list"),
    path(f"{PLAYERS}add/", adding.player_add, name="player_add"),
    path(f"{PLAYERS}import/", player_import.player_import, name="player_import"),
    path(f"{PLAYERS}import/check/", player_import.player_import_check, name="player_import_check"),
    path(f"{PLAYERS}fide/", adding.fide_lookup, name="fide_lookup"),
    path(f"{PLAYERS}fide/suggestions/", adding.fide_suggestions, name="fide_suggestions"),
    path(f"{PLAYERS}fide/<int:fide_id>/", adding.fide_add, name="fide_add"),
    path(PLAYER, players.player_manage, name="player_manage"),
    path(f"{PLAYER}privacy/", players.player_privacy, name="player_privacy"),
    path(f"{PLAYER}archive/", players.player_archive, name="player_archive"),
    path(f"{PLAYER}birth/", birth.player_birth, name="player_birth"),
    path(f"{PLAYER}rating/", adjustments.player_rating, name="player_rating"),
    path(
        f"{MANAGE}adjustments/<int:number>/withdraw/",
        adjustments.adjustment_withdraw,
        name="adjustment_withdraw",
    ),
]
