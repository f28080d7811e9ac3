"""Names of tie-breaks and sentences for reasons, in English, marked for the translators.

They are translated where they are shown: ``gettext(NAMES["BH"])``.
"""

from __future__ import annotations

from tournaments.standings.tie_breaks.values import Reason


def gettext_noop(text: str) -> str:
    """Mark ``text`` for the translators and return it unchanged."""
    return text


# code: (name, what it means)
NAMES: dict[str, tuple[str, str]] = {
    "PTS": (gettext_noop("Points"), gettext_noop("Points of the event.")),
    "DE": (
        gettext_noop("Direct encounter"),
        gettext_noop("Points from the games that the level players played against each other."),
    ),
    "BH": (gettext_noop("Buchholz"), gettext_noop("Adds up the opponents’ points.")),
    "BH/C1": (
        gettext_noop("Buchholz Cut 1"),
        gettext_noop("Buchholz without the lowest opponent."),
    ),
    "BH/C2": (
        gettext_noop("Buchholz Cut 2"),
        gettext_noop("Buchholz without the two lowest opponents."),
    ),
    "BH/M1": (
        gettext_noop("Median Buchholz"),
        gettext_noop("Buchholz without the lowest and the highest opponent."),
    ),
    "BH/M2": (
        gettext_noop("Median Buchholz 2"),
        gettext_noop("Buchholz without the two lowest and the two highest opponents."),
    ),
    "FB": (
        gettext_noop("Fore Buchholz"),
        gettext_noop("Buchholz as if every game of the last round had been drawn."),
    ),
    "FB/C1": (
        gettext_noop("Fore Buchholz Cut 1"),
        gettext_noop("Fore Buchholz without the lowest opponent."),
    ),
    "FB/C2": (
        gettext_noop("Fore Buchholz Cut 2"),
        gettext_noop("Fore Buchholz without the two lowest opponents."),
    ),
    "FB/M1": (
        gettext_noop("Fore Buchholz Median"),
        gettext_noop("Fore Buchholz without the lowest and the highest opponent."),
    ),
    "FB/M2": (
        gettext_noop("Fore Buchholz Median 2"),
        gettext_noop("Fore Buchholz without the two lowest and the two highest opponents."),
    ),
    "AOB": (
        gettext_noop("Average of opponents’ Buchholz"),
        gettext_noop("The average Buchholz of the opponents met over the board."),
    ),
    "SB": (
        gettext_noop("Sonneborn-Berger"),
        gettext_noop("All the points of the opponents beaten and half the points of those drawn."),
    ),
    "SB/C1": (
        gettext_noop("Sonneborn-Berger Cut 1"),
        gettext_noop("Sonneborn-Berger without the lowest opponent."),
    ),
    "SB/C2": (
        gettext_noop("Sonneborn-Berger Cut 2"),
        gettext_noop("Sonneborn-Berger without the two lowest opponents."),
    ),
    "KS": (
        gettext_noop("Koya"),
        gettext_noop("Points against opponents with at least half of the possible points."),
    ),
    "WIN": (
        gettext_noop("Wins"),
        gettext_noop("Rounds that brought as much as a win, played or not."),
    ),
    "WON": (gettext_noop("Games won"), gettext_noop("Games won over the board.")),
    "BPG": (
        gettext_noop("Games with Black"),
        gettext_noop("Games played with the black pieces."),
    ),
    "BWG": (
        gettext_noop("Games won with Black"),
        gettext_noop("Games won with the black pieces."),
    ),
    "PS": (
        gettext_noop("Progressive score"),
        gettext_noop("Adds up the score after each round."),
    ),
    "PS/C1": (
        gettext_noop("Progressive score Cut 1"),
        gettext_noop("Progressive score without the first round."),
    ),
    "PS/C2": (
        gettext_noop("Progressive score Cut 2"),
        gettext_noop("Progressive score without the first two rounds."),
    ),
    "REP": (
        gettext_noop("Rounds elected to play"),
        gettext_noop("Rounds without requested byes, absences and forfeit losses."),
    ),
    "STD": (
        gettext_noop("Standard points"),
        gettext_noop("One for each round better than the opponent’s, a half for an equal one."),
    ),
    "ARO": (
        gettext_noop("Average rating of opponents"),
        gettext_noop("The average rating of the opponents met over the board."),
    ),
    "ARO/C1": (
        gettext_noop("Average rating of opponents Cut 1"),
        gettext_noop("Average rating without the lowest-rated opponent."),
    ),
    "ARO/C2": (
        gettext_noop("Average rating of opponents Cut 2"),
        gettext_noop("Average rating without the two lowest-rated opponents."),
    ),
    "ARO/M1": (
        gettext_noop("Average rating of opponents Median"),
        gettext_noop("Average rating without the lowest- and the highest-rated opponent."),
    ),
    "ARO/M2": (
        gettext_noop("Average rating of opponents Median 2"),
        gettext_noop("Average rating without the two lowest- and the two highest-rated opponents."),
    ),
    "TPR": (
        gettext_noop("Performance rating"),
        gettext_noop("The opponents’ average rating plus what the score adds by the FIDE table."),
    ),
    "PTP": (
        gettext_noop("Perfect performance"),
        gettext_noop("The lowest rating that would be expected to score as much."),
    ),
    "APRO": (
        gettext_noop("Average performance of opponents"),
        gettext_noop("The average performance rating of the opponents met over the board."),
    ),
    "APPO": (
        gettext_noop("Average perfect performance of opponents"),
        gettext_noop("The average perfect performance of the opponents met over the board."),
    ),
    "RTNG": (gettext_noop("Rating"), gettext_noop("The higher rating comes first.")),
    "RTNG/R": (gettext_noop("Rating, reversed"), gettext_noop("The lower rating comes first.")),
    "TPN": (
        gettext_noop("Starting number"),
        gettext_noop("The smaller number in the starting list comes first."),
    ),
    "TPN/R": (
        gettext_noop("Starting number, reversed"),
        gettext_noop("The larger number in the starting list comes first."),
    ),
}

REASONS: dict[Reason, str] = {
    Reason.DUMMY: gettext_noop("not played: counts as a game against the player’s own score"),
    Reason.CAPPED_BY_OPPONENT: gettext_noop("not more than the score of the opponent who was due"),
    Reason.CAPPED_BY_ROUNDS: gettext_noop("not more than a draw in every round"),
    Reason.DRAW_INSTEAD: gettext_noop("the opponent’s last rounds, not played, count as draws"),
    Reason.LAST_ROUND_DRAWN: gettext_noop("the opponent’s last round counts as a draw"),
    Reason.FORFEIT_AS_GAME: gettext_noop("a forfeit counts as a game here"),
    Reason.NO_RESULT_YET: gettext_noop("no result yet"),
    Reason.CUT_LOWEST: gettext_noop("lowest, left out"),
    Reason.CUT_UNPLAYED: gettext_noop("round not played by choice, left out first"),
    Reason.CUT_HIGHEST: gettext_noop("highest, left out"),
    Reason.CUT_FIRST_ROUND: gettext_noop("first rounds, left out"),
    Reason.NOT_PLAYED: gettext_noop("no game over the board"),
    Reason.BELOW_HALF: gettext_noop("the opponent has less than half of the possible points"),
    Reason.ASSUMED_RATING: gettext_noop("unrated: the rating set for this event is used"),
    Reason.AVERAGE_OF_GAMES: gettext_noop(
        "several games against each other count as their average"
    ),
    Reason.UNRATED_TAKE_PART: gettext_noop("not defined, because an unrated player takes part"),
    Reason.NO_GAMES: gettext_noop("not defined without a game over the board"),
    Reason.NOT_LEVEL: gettext_noop("not needed: nobody is level here"),
    Reason.NOT_ALL_MET: gettext_noop("not all of the level players have met"),
}
