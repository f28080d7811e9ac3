"""Everything the pages can do for an event, the API can do: page by page.

A new organiser's page must name the operations that do the same, or why no program needs them.
"""

from __future__ import annotations

from rankfile.api.documentation import schema
from tournaments import manage_urls, public_urls

PAPER = "print what entries_list, rounds_read and standings_read give"
BROWSER = "the way in of a person who has no account; a program has a token"
PICTURE = "what standings_read gives, drawn"
PAGES: dict[str, tuple[str, ...] | str] = {
    # The organiser's pages.
    "tournament_new": ("tournaments_create",),
    "time_control_list": ("tournaments_create", "tournaments_change"),
    "tournament_like_last_time": ("tournaments_repeat",),
    "tournament_import": ("tournaments_import",),
    "open_helper_link": BROWSER,
    "manage_tournament": ("tournaments_read", "rounds_list", "closing_problems"),
    "tournament_settings": ("tournaments_change",),
    "tournament_delete": ("tournaments_delete",),
    "helper_links": ("helper_links_list", "helper_links_make"),
    "revoke_helper_link": ("helper_links_revoke",),
    "export_tournament": ("tournaments_export",),
    "manage_entries": ("entries_list", "entries_regulars", "byes_list"),
    "enter_ticked": ("entries_enter",),
    "add_newcomers": ("entries_enter",),
    "leave_absent_out": ("byes_leave_out_absent",),
    "check_in_entry": ("entries_change", "entries_check_in"),
    "set_family": ("players_change",),
    "manage_entry": (
        "entries_read", "entries_change", "entries_remove", "byes_request", "byes_cancel",
        "byes_set_absences", "players_change",
    ),
    "replace_entry": ("entries_replace_preview", "entries_replace", "players_list"),
    "starting_list": ("entries_number",),
    "manage_rounds": ("rounds_list",),
    "pair_next_round": ("rounds_pair",),
    "pair_every_round": ("rounds_pair",),
    "pairing_progress": ("rounds_pairing_job",),
    "publish_every_round": ("rounds_publish_all",),
    "free_boards": ("rounds_set_boards",),
    "print_standings": PAPER,
    "print_sign_in": PAPER,
    "print_pairings": PAPER,
    "print_slips": PAPER,
    "manage_round": ("rounds_read", "rounds_enter_results"),
    "manage_boards": ("rounds_read", "rounds_explain"),
    "change_boards": ("rounds_arrange", "boards_swap_colours"),
    "publish_round": ("rounds_publish", "rounds_unpublish"),
    "compare_boards": ("rounds_compare",),
    "undo_round": ("rounds_undo",),
    "round_settings": ("rounds_change",),
    "paste_results": ("rounds_enter_results",),
    "check_results": ("rounds_check", "rounds_uncheck"),
    "manage_board": ("boards_read", "boards_change"),
    "wrong_result": ("boards_consequences", "boards_change"),
    "enter_board_result": ("boards_change", "boards_set"),
    "undo_board_result": ("boards_undo",),
    "close_tournament": ("closing_problems", "closing_preview", "close"),
    "closing_state": ("event_rating",),
    "correct_tournament": ("correction_preview", "correct"),
    "reopen_tournament": ("reopening_preview", "reopen"),
    "rate_again": ("ratings_try_again",),
    # The public pages.
    "tournament_list": ("tournaments_list",),
    "tournament_page": ("tournaments_read", "standings_read", "keizer_read"),
    "tournament_crosstable": ("crosstable_read",),
    "tournament_round": ("rounds_read", "rounds_explain"),
    "tournament_report": ("event_rating_report",),
    "tournament_entry": ("entries_list",),
    "tournament_file": ("tournaments_export",),
    "tournament_picture": PICTURE,
    "embed_standings": PICTURE,
    "prize_helper": ("prizes_work_out",),
}  # fmt: skip


def test_every_page_of_an_event_has_its_operations():
    pages = {each.name for part in (manage_urls, public_urls) for each in part.urlpatterns}

    assert pages == set(PAGES)


def test_the_operations_exist():
    known = {
        operation["operationId"] for path in schema()["paths"].values()
        for operation in path.values()
    }  # fmt: skip

    named = {name for names in PAGES.values() if isinstance(names, tuple) for name in names}
    assert named - known == set()
