"""The replay: reports and adjustments in, history rows out.

``chain`` is the pure arithmetic (``records`` its inputs and rows, ``pool`` the first rating);
``load`` and ``write`` are its bulk reads and writes; ``update`` ties them together under the lock
of the list (``marks``). The preview uses ``chain`` and ``load`` without writing.
"""

from ratings.replay.marks import lock_club, lock_lists, mark_stale
from ratings.replay.update import Updated, update_list

__all__ = ["Updated", "lock_club", "lock_lists", "mark_stale", "update_list"]
