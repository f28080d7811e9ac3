"""Addresses of ratings below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

from ratings.api import adjustments, downloads, lists, player_import, players, policies, published
from ratings.api.calculator import Calculator

CLUB = "clubs/<slug:club>/"
PLAYER = f"{CLUB}players/<int:number>/"
LIST = f"{CLUB}ratings/<slug:time_control>/"
PUBLISHED = f"{CLUB}published-lists/"
ISSUED = f"{PUBLISHED}<slug:time_control>/<int:number>/"
GIVEN = f"{CLUB}adjustments/"

urlpatterns = [
    path("calculator/", Calculator.as_view(), name="api_calculator"),
    path(f"{CLUB}players/import/", player_import.PlayerImport.as_view(), name="api_player_import"),
    path(PLAYER, players.RatedPlayerDetail.as_view(), name="api_player"),
    path(f"{PLAYER}ratings/", players.PlayerRatings.as_view(), name="api_player_ratings"),
    path(f"{PLAYER}history/", players.PlayerHistory.as_view(), name="api_player_history"),
    path(f"{CLUB}corrections/", players.Corrections.as_view(), name="api_corrections"),
    path(f"{CLUB}ratings/", lists.RatingListHeads.as_view(), name="api_rating_lists"),
    path(LIST, lists.LiveRatings.as_view(), name="api_ratings"),
    path(f"{LIST}download/", downloads.ListDownload.as_view(), name="api_ratings_download"),
    path(
        f"{LIST}history/download/",
        downloads.HistoryDownload.as_view(),
        name="api_history_download",
    ),
    path(f"{LIST}try-again/", policies.ListRetry.as_view(), name="api_list_retry"),
    path(PUBLISHED, published.PublishedLists.as_view(), name="api_published_lists"),
    path(
        f"{PUBLISHED}preview/",
        published.PublishedListPreview.as_view(),
        name="api_published_list_preview",
    ),
    path(ISSUED, published.PublishedListDetail.as_view(), name="api_published_list"),
    path(f"{ISSUED}rows/", published.PublishedListRows.as_view(), name="api_published_rows"),
    path(f"{ISSUED}file/", published.PublishedListFile.as_view(), name="api_published_file"),
    path(GIVEN, adjustments.AdjustmentList.as_view(), name="api_adjustments"),
    path(
        f"{GIVEN}preview/",
        adjustments.AdjustmentPreview.as_view(),
        name="api_adjustment_preview",
    ),
    path(f"{GIVEN}<int:number>/", adjustments.AdjustmentDetail.as_view(), name="api_adjustment"),
    path(
        f"{GIVEN}<int:number>/withdraw/",
        adjustments.AdjustmentWithdrawal.as_view(),
        name="api_adjustment_withdrawal",
    ),
    path(
        f"{GIVEN}<int:number>/withdraw/preview/",
        adjustments.AdjustmentWithdrawalPreview.as_view(),
        name="api_adjustment_withdrawal_preview",
    ),
    path(f"{CLUB}policies/", policies.PolicyList.as_view(), name="api_policies"),
    path(f"{CLUB}policies/preview/", policies.PolicyPreview.as_view(), name="api_policy_preview"),
]
