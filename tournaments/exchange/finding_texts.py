"""The sentences of findings about exchange files, in English, by code.

They are marked for the translators here and translated where they are shown.
"""

from __future__ import annotations


def gettext_noop(text: str) -> str:
    """Return ``text`` unchanged; the translators' tools find it by this function's name."""
    return text


# code: (what is wrong or was done, what is allowed there)
TEXTS: dict[str, tuple[str, str]] = {
    "too_large": (
        gettext_noop("The file has %(found)s bytes."),
        gettext_noop("at most %(limit)s bytes"),
    ),
    "too_many_lines": (
        gettext_noop("The file has %(found)s lines."),
        gettext_noop("at most %(limit)s lines"),
    ),
    "too_many_problems": (
        gettext_noop("There are more problems than are listed here."),
        gettext_noop("a file of the tournament report format"),
    ),
    "not_text": (
        gettext_noop("This is not a text file."),
        gettext_noop("a text file of the tournament report format"),
    ),
    "no_players": (
        gettext_noop("The file has no player record (001)."),
        gettext_noop("one line starting with 001 for every player"),
    ),
    "line_too_long": (
        gettext_noop("The line is too long."),
        gettext_noop("at most %(limit)s characters"),
    ),
    "round_beyond_count": (
        gettext_noop("Round %(round)s is beyond the number of rounds that the file states."),
        gettext_noop("at most %(rounds)s rounds (line %(other_line)s)"),
    ),
    "bad_starting_rank": (
        gettext_noop("The starting rank is not a number."),
        gettext_noop("a whole number from 1 to 9999 in columns 5 to 8"),
    ),
    "repeated_starting_rank": (
        gettext_noop("This starting rank has been used before."),
        gettext_noop("a number of its own for every player (line %(other_line)s has it too)"),
    ),
    "name_missing": (
        gettext_noop("The player has no name."),
        gettext_noop("a name in columns 15 to 47"),
    ),
    "bad_rating": (
        gettext_noop("The rating cannot be read."),
        gettext_noop("a whole number from 1 to 3999, or blank for an unrated player"),
    ),
    "bad_points": (
        gettext_noop("The points cannot be read."),
        gettext_noop("a number such as 2.5"),
    ),
    "bad_rank": (
        gettext_noop("The rank cannot be read."),
        gettext_noop("a whole number, or blank"),
    ),
    "column_not_blank": (
        gettext_noop("There is text where the columns of the format have a blank."),
        gettext_noop("a blank in this column"),
    ),
    "bad_cell": (
        gettext_noop("The entry for round %(round)s cannot be read."),
        gettext_noop("opponent, colour and result in ten columns, such as “  12 w 1”"),
    ),
    "bad_result": (
        gettext_noop("The result of round %(round)s is not one of the format."),
        gettext_noop("one of 1 = 0 + - W D L H F U Z, or blank"),
    ),
    "bad_colour": (
        gettext_noop("The colour of round %(round)s cannot be read."),
        gettext_noop("w, b or -"),
    ),
    "colour_missing": (
        gettext_noop("Neither player of this game of round %(round)s has a colour."),
        gettext_noop("w for one player, b for the other"),
    ),
    "bye_with_opponent": (
        gettext_noop("Round %(round)s names an opponent together with a bye."),
        gettext_noop("0000 as opponent of a bye"),
    ),
    "unknown_opponent": (
        gettext_noop("The opponent of round %(round)s is not a player of this file."),
        gettext_noop("the starting rank of a player, or 0000"),
    ),
    "plays_himself": (
        gettext_noop("The player meets themselves in round %(round)s."),
        gettext_noop("the starting rank of another player"),
    ),
    "not_mutual": (
        gettext_noop("The opponent of round %(round)s does not name this player in return."),
        gettext_noop("%(player)s in the entry of round %(round)s on line %(other_line)s"),
    ),
    "same_colour": (
        gettext_noop("Both players of this game of round %(round)s have the same colour."),
        gettext_noop("%(expected)s, because line %(other_line)s has %(other)s"),
    ),
    "results_do_not_fit": (
        gettext_noop("The results of the two players in round %(round)s do not match."),
        gettext_noop("%(expected)s, because line %(other_line)s has %(other)s"),
    ),
    "points_unexplained": (
        gettext_noop("The points do not follow from the results of the rounds."),
        "%(expected)s",
    ),
    "bad_round_count": (
        gettext_noop("The number of rounds cannot be read."),
        gettext_noop("a whole number from 1 to %(limit)s"),
    ),
    "bad_point_system": (
        gettext_noop("The point system cannot be read."),
        gettext_noop("codes with values, such as W 1.0 D 0.5 L 0.0"),
    ),
    "unknown_player": (
        gettext_noop("This record names a player who is not in the file."),
        gettext_noop("starting ranks of players"),
    ),
    "bad_record": (
        gettext_noop("This record cannot be read."),
        gettext_noop("whole numbers in the columns of the format"),
    ),
    "no_number_of_pairs": (
        gettext_noop("The first line of the answer is not the number of pairs."),
        gettext_noop("a whole number"),
    ),
    "bad_pair": (
        gettext_noop("This line of the answer is not a pair."),
        gettext_noop("two starting ranks, White first; 0 stands for the bye"),
    ),
    "wrong_number_of_pairs": (
        gettext_noop("The answer has %(found)s pairs."),
        gettext_noop("%(expected)s pairs, as its first line says"),
    ),
    "board_missing": (
        gettext_noop("The row does not begin with a board number."),
        gettext_noop("a board number and a result, such as “3 1-0”"),
    ),
    "unreadable_result": (
        gettext_noop("The result cannot be read."),
        gettext_noop("1-0, 0-1, ½-½, +:-, -:+, -:- or *"),
    ),
    "repeated_board": (
        gettext_noop("This board has been given a result before."),
        gettext_noop("one row for every board (row %(other_line)s has it too)"),
    ),
    "too_many_rows": (
        gettext_noop("There are too many rows."),
        gettext_noop("at most %(limit)s rows"),
    ),
    # Messages from here on: the file is used, and this was noticed.
    "decoded_as_latin1": (
        gettext_noop("The file is not UTF-8; it was read as %(found)s."),
        gettext_noop("UTF-8"),
    ),
    "control_characters": (
        gettext_noop("Characters that cannot be seen were left out."),
        "",
    ),
    "teams_ignored": (
        gettext_noop("Team records are not used; the players are read one by one."),
        "",
    ),
    "unknown_record": (
        gettext_noop("Lines that are not records of the format were left out."),
        "",
    ),
    "text_cut": (
        gettext_noop("A text was too long and was cut."),
        gettext_noop("at most %(limit)s characters"),
    ),
    "repeated_record": (
        gettext_noop("A record occurs more than once; the first one is used."),
        "",
    ),
    "old_bye_code": (
        gettext_noop(
            "Results without an opponent were read as byes: = as half point, + and 1 as full "
            "point, - and 0 as absence."
        ),
        gettext_noop("H, F, U or Z"),
    ),
    "undefined_result": (
        gettext_noop("Undefined results without an opponent were read as absences."),
        gettext_noop("one of 1 = 0 + - W D L H F U Z, or blank"),
    ),
    "unfinished_game": (
        gettext_noop("Some games have no result yet."),
        "",
    ),
    "gap_in_starting_ranks": (
        gettext_noop("The starting ranks have gaps; they are renumbered on export."),
        gettext_noop("numbers from 1 to %(players)s without gaps"),
    ),
    "points_explained": (
        gettext_noop("Points that differ from the results are explained by unplayed rounds."),
        "",
    ),
    "points_inferred": (
        gettext_noop(
            "The points fit %(win)s for a win, %(draw)s for a draw and 0 for a loss, "
            "which the file does not state."
        ),
        "",
    ),
    "two_digit_date": (
        gettext_noop("The date %(found)s was read as %(read_as)s (%(order)s)."),
        gettext_noop("YYYY/MM/DD"),
    ),
    "bad_date": (
        gettext_noop("The date cannot be read."),
        gettext_noop("YYYY/MM/DD"),
    ),
    "end_before_start": (
        gettext_noop("The last day lies before the first day and was left out."),
        gettext_noop("a day from %(start)s on"),
    ),
    "round_dates_unused": (
        gettext_noop("The dates of the rounds were left out."),
        gettext_noop("YY/MM/DD above each round, in order, within the days of the event"),
    ),
    "bad_birth_date": (
        gettext_noop("Birth dates that cannot be read were left out."),
        gettext_noop("YYYY/MM/DD"),
    ),
    "bad_title": (
        gettext_noop("Titles that the format does not know were left out."),
        "GM IM WGM FM WIM CM WFM WCM",
    ),
    "bad_sex": (
        gettext_noop("Letters for the sex that the format does not know were left out."),
        "m w",
    ),
    "number_not_fide": (
        gettext_noop("Numbers that cannot be FIDE IDs were read as national numbers."),
        gettext_noop("a FIDE ID of six digits or more"),
    ),
    "repeated_fide_id": (
        gettext_noop("Players share a FIDE ID; it was left out for all of them."),
        gettext_noop("a FIDE ID of one's own"),
    ),
    "name_overflow": (
        gettext_noop("Names of a wrong length push later columns; they were put right."),
        gettext_noop("a name in columns 15 to 47"),
    ),
    "colour_supplied": (
        gettext_noop("Missing colours were taken from the opponent or chosen for forfeits."),
        "",
    ),
    "player_count_differs": (
        gettext_noop("The file states another number of players than it has."),
        "%(players)s",
    ),
    "records_contradict": (
        gettext_noop("Two records say different things; the first one is used."),
        "",
    ),
    "colour_points_differ": (
        gettext_noop("Points that depend on the colour or on a forfeit are not supported."),
        "",
    ),
    "absence_of_played_round": (
        gettext_noop("Absence records of rounds that the players have played were left out."),
        "",
    ),
    "abnormal_points": (
        gettext_noop("Abnormal points (record 299) are not kept."),
        "",
    ),
    "no_time_control": (
        gettext_noop("The time control cannot be told from the file."),
        gettext_noop("a time control such as 90 min + 30 s"),
    ),
    "no_date": (
        gettext_noop("The file does not say when the event began."),
        gettext_noop("YYYY/MM/DD"),
    ),
}  # fmt: skip
