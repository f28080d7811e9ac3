"""Tables of events."""

from tournaments.models.entry import Bye, Entry
from tournaments.models.helper_link import HelperLink
from tournaments.models.round import Pairing, PairingJob, Round
from tournaments.models.tournament import Tournament

__all__ = ["Bye", "Entry", "HelperLink", "Pairing", "PairingJob", "Round", "Tournament"]
