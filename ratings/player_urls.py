"""Public addresses of players and lists, below the club's own."""

from __future__ import annotations

from django.urls import path

from ratings.views import player, player_files, published, rating_list

CLUB = "clubs/<slug:slug>/"
PLAYER = f"{CLUB}players/<int:player_id>/"
LIVE = f"{CLUB}ratings/<slug:time_control>/"
ISSUED = f"{CLUB}lists/<slug:time_control>/<int:number>/"

urlpatterns = [
    path(PLAYER, player.player_page, name="player_page"),
    path(f"{PLAYER}records/", player.player_records, name="player_records"),
    path(f"{PLAYER}corrections/", player.player_corrections, name="player_corrections"),
    path(f"{PLAYER}embed/", player.player_embed, name="player_embed"),
    path(f"{PLAYER}history.json", player_files.player_json, name="player_json"),
    path(f"{PLAYER}records.json", player_files.player_records_json, name="player_records_json"),
    path(f"{PLAYER}events.csv", player_files.player_csv, name="player_csv"),
    path(f"{PLAYER}games.csv", player_files.player_games_csv, name="player_games_csv"),
    path(
        f"{PLAYER}corrections.csv",
        player_files.player_corrections_csv,
        name="player_corrections_csv",
    ),
    path(f"{PLAYER}records.csv", player_files.player_records_csv, name="player_records_csv"),
    path(f"{PLAYER}changes.atom", player_files.player_feed, name="player_feed"),
    path(f"{PLAYER}picture.png", player_files.player_picture, name="player_picture"),
    path(LIVE, rating_list.rating_list, name="rating_list"),
    path(f"{LIVE}embed/", rating_list.rating_list_embed, name="rating_list_embed"),
    path(f"{LIVE}picture.png", rating_list.rating_list_picture, name="rating_list_picture"),
    path(f"{LIVE}list.<slug:kind>", rating_list.rating_list_file, name="rating_list_file"),
    path(f"{CLUB}lists/", published.published_lists, name="published_lists"),
    path(ISSUED, published.published_list, name="published_list"),
    path(f"{ISSUED}list.<slug:kind>", published.published_list_file, name="published_list_file"),
    path(f"{ISSUED}picture.png", published.published_list_picture, name="published_list_picture"),
]
