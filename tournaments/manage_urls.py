"""Addresses of the organiser's event pages, below /clubs/<slug>/tournaments/."""

from __future__ import annotations

from django.urls import path

from tournaments.views import (
    checking,
    closing,
    correcting,
    drafts,
    entries,
    entry,
    files,
    free_boards,
    helper_links,
    overview,
    printing,
    results,
    settings,
    wrong_result,
)

MANAGE = "<int:number>/manage/"
ROUND = f"{MANAGE}rounds/<int:round_number>/"
BOARD = f"{ROUND}boards/<int:board_number>/"

urlpatterns = [
    path("new/", settings.tournament_new, name="tournament_new"),
    path("new/list/", settings.time_control_list, name="time_control_list"),
    path(
        "new/like-last-time/",
        settings.tournament_like_last_time,
        name="tournament_like_last_time",
    ),
    path("import/", files.tournament_import, name="tournament_import"),
    path("<int:number>/help/<str:secret>/", helper_links.open_link, name="open_helper_link"),
    path(MANAGE, overview.manage_tournament, name="manage_tournament"),
    path(f"{MANAGE}settings/", settings.tournament_settings, name="tournament_settings"),
    path(f"{MANAGE}delete/", settings.tournament_delete, name="tournament_delete"),
    path(f"{MANAGE}helpers/", helper_links.helper_links, name="helper_links"),
    path(
        f"{MANAGE}helpers/<int:link_id>/revoke/",
        helper_links.revoke_link,
        name="revoke_helper_link",
    ),
    path(f"{MANAGE}export/<slug:dialect>/", files.export, name="export_tournament"),
    path(f"{MANAGE}entries/", entries.manage_entries, name="manage_entries"),
    path(f"{MANAGE}entries/tick/", entries.enter_ticked, name="enter_ticked"),
    path(f"{MANAGE}entries/new/", entries.add_newcomers, name="add_newcomers"),
    path(f"{MANAGE}entries/absent/", entries.leave_absent_out, name="leave_absent_out"),
    path(f"{MANAGE}entries/<int:entry_id>/here/", entries.check_in_entry, name="check_in_entry"),
    path(f"{MANAGE}entries/family/", entry.set_family, name="set_family"),
    path(f"{MANAGE}entries/<int:entry_id>/", entry.manage_entry, name="manage_entry"),
    path(f"{MANAGE}entries/<int:entry_id>/replace/", entry.replace_entry, name="replace_entry"),
    path(f"{MANAGE}starting-list/", entries.starting_list, name="starting_list"),
    path(f"{MANAGE}rounds/", overview.manage_rounds, name="manage_rounds"),
    path(f"{MANAGE}pair/", drafts.pair_next_round, name="pair_next_round"),
    path(f"{MANAGE}pair/all/", drafts.pair_every_round, name="pair_every_round"),
    path(f"{MANAGE}pair/progress/", drafts.pairing_progress, name="pairing_progress"),
    path(f"{MANAGE}publish/all/", drafts.publish_every_round, name="publish_every_round"),
    path(f"{MANAGE}boards/", free_boards.free_boards, name="free_boards"),
    path(f"{MANAGE}print/standings/", printing.print_standings, name="print_standings"),
    path(f"{MANAGE}print/sign-in/", printing.print_sign_in, name="print_sign_in"),
    path(ROUND, results.manage_round, name="manage_round"),
    path(f"{ROUND}boards/", drafts.manage_boards, name="manage_boards"),
    path(f"{ROUND}boards/change/", drafts.change_boards, name="change_boards"),
    path(f"{ROUND}boards/compare/", drafts.compare_boards, name="compare_boards"),
    path(f"{ROUND}publish/", drafts.publish, name="publish_round"),
    path(f"{ROUND}undo/", drafts.undo, name="undo_round"),
    path(f"{ROUND}settings/", settings.round_settings, name="round_settings"),
    path(f"{ROUND}paste/", checking.paste_results, name="paste_results"),
    path(f"{ROUND}check/", checking.check_results, name="check_results"),
    path(f"{ROUND}print/", printing.print_pairings, name="print_pairings"),
    path(f"{ROUND}print/slips/", printing.print_slips, name="print_slips"),
    path(BOARD, checking.manage_board, name="manage_board"),
    path(f"{BOARD}wrong/", wrong_result.wrong_result, name="wrong_result"),
    path(f"{BOARD}result/", results.enter_board_result, name="enter_board_result"),
    path(f"{BOARD}undo/", results.undo_board_result, name="undo_board_result"),
    path(f"{MANAGE}close/", closing.close_event, name="close_tournament"),
    path(f"{MANAGE}close/state/", closing.closing_state, name="closing_state"),
    path(f"{MANAGE}correct/", correcting.correct_event, name="correct_tournament"),
    path(f"{MANAGE}reopen/", correcting.reopen_event, name="reopen_tournament"),
    path(f"{MANAGE}close/again/", closing.rate_again, name="rate_again"),
]
