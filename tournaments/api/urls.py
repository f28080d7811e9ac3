"""Addresses of events below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

from tournaments.api import (
    boards,
    byes,
    closing,
    comparison,
    entries,
    events,
    files,
    links,
    merges,
    rounds,
    season,
    tables,
)

MERGES = "clubs/<slug:club>/merges/"
EVENTS = "clubs/<slug:club>/tournaments/"
EVENT = f"{EVENTS}<int:number>/"
ENTRY = f"{EVENT}entries/<int:rank>/"
ROUND = f"{EVENT}rounds/<int:round_number>/"
BOARD = f"{ROUND}boards/<int:board>/"

urlpatterns = [
    path(MERGES, merges.MergeList.as_view(), name="api_merges"),
    path(f"{MERGES}preview/", merges.MergePreview.as_view(), name="api_merge_preview"),
    path(f"{MERGES}<int:number>/undo/", merges.MergeUndo.as_view(), name="api_merge_undo"),
    path(
        f"{MERGES}<int:number>/undo/preview/",
        merges.MergeUndoPreview.as_view(),
        name="api_merge_undo_preview",
    ),
    path(EVENTS, events.TournamentList.as_view(), name="api_tournaments"),
    path(f"{EVENTS}import/", files.TournamentImport.as_view(), name="api_tournament_import"),
    path(EVENT, events.TournamentDetail.as_view(), name="api_tournament"),
    path(f"{EVENT}repeat/", events.TournamentRepeat.as_view(), name="api_tournament_repeat"),
    path(f"{EVENT}file/", files.EventFile.as_view(), name="api_event_file"),
    path(f"{EVENT}entries/", entries.EntryList.as_view(), name="api_entries"),
    path(f"{EVENT}regulars/", entries.Regulars.as_view(), name="api_regulars"),
    path(f"{EVENT}check-in/", entries.CheckIn.as_view(), name="api_check_in"),
    path(f"{EVENT}starting-list/", entries.StartingList.as_view(), name="api_starting_list"),
    path(ENTRY, entries.EntryDetail.as_view(), name="api_entry"),
    path(f"{ENTRY}replace/", entries.EntryReplacement.as_view(), name="api_entry_replacement"),
    path(
        f"{ENTRY}replace/preview/",
        entries.EntryReplacementPreview.as_view(),
        name="api_entry_replacement_preview",
    ),
    path(f"{EVENT}byes/", byes.ByeList.as_view(), name="api_byes"),
    path(f"{EVENT}byes/<int:bye>/", byes.ByeDetail.as_view(), name="api_bye"),
    path(f"{EVENT}leave-out-absent/", byes.AbsentPlayers.as_view(), name="api_absent_players"),
    path(f"{ROUND}absences/", byes.Absences.as_view(), name="api_absences"),
    path(f"{EVENT}rounds/", rounds.RoundList.as_view(), name="api_rounds"),
    path(f"{EVENT}publish-all/", rounds.AllRoundsPublication.as_view(), name="api_publish_all"),
    path(f"{EVENT}pairing-job/", rounds.PairingJobDetail.as_view(), name="api_pairing_job"),
    path(ROUND, rounds.RoundDetail.as_view(), name="api_round"),
    path(f"{ROUND}publication/", rounds.RoundPublication.as_view(), name="api_round_publication"),
    path(f"{ROUND}check/", rounds.RoundCheck.as_view(), name="api_round_check"),
    path(f"{ROUND}arrange/", rounds.RoundArrangement.as_view(), name="api_round_arrangement"),
    path(f"{ROUND}explanation/", tables.RoundExplanation.as_view(), name="api_round_explanation"),
    path(f"{ROUND}comparison/", comparison.RoundComparison.as_view(), name="api_round_comparison"),
    path(f"{ROUND}results/", boards.RoundResults.as_view(), name="api_round_results"),
    path(f"{ROUND}boards/", rounds.RoundBoards.as_view(), name="api_round_boards"),
    path(BOARD, boards.BoardDetail.as_view(), name="api_board"),
    path(f"{BOARD}undo/", boards.BoardUndo.as_view(), name="api_board_undo"),
    path(f"{BOARD}swap-colours/", boards.BoardColours.as_view(), name="api_board_colours"),
    path(
        f"{BOARD}consequences/", boards.BoardConsequences.as_view(), name="api_board_consequences"
    ),
    path(f"{EVENT}standings/", tables.StandingsTable.as_view(), name="api_standings"),
    path(f"{EVENT}keizer/", season.KeizerTable.as_view(), name="api_keizer"),
    path(f"{EVENT}prizes/", season.Prizes.as_view(), name="api_prizes"),
    path(f"{EVENT}crosstable/", tables.Crosstable.as_view(), name="api_crosstable"),
    path(f"{EVENT}closing/", closing.ClosingProblems.as_view(), name="api_closing_problems"),
    path(f"{EVENT}closing/preview/", closing.ClosingPreview.as_view(), name="api_closing_preview"),
    path(f"{EVENT}close/", closing.Closing.as_view(), name="api_close"),
    path(
        f"{EVENT}reopening/preview/",
        closing.ReopeningPreview.as_view(),
        name="api_reopening_preview",
    ),
    path(f"{EVENT}reopen/", closing.Reopening.as_view(), name="api_reopen"),
    path(
        f"{EVENT}correction/preview/",
        closing.CorrectionPreview.as_view(),
        name="api_correction_preview",
    ),
    path(f"{EVENT}correct/", closing.Correcting.as_view(), name="api_correct"),
    path(f"{EVENT}rating/", closing.EventRating.as_view(), name="api_event_rating"),
    path(f"{EVENT}rating-report/", closing.RatingReportList.as_view(), name="api_rating_report"),
    path(f"{EVENT}helper-links/", links.HelperLinkList.as_view(), name="api_helper_links"),
    path(
        f"{EVENT}helper-links/<int:link>/", links.HelperLinkDetail.as_view(), name="api_helper_link"
    ),
]
