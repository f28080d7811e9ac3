#!/usr/bin/env python
"""Run a Django command from a bare checkout or an installed one."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    """Put the two source roots on the path and hand over to Django."""
    for folder in (ROOT / "platform", ROOT):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rankfile.settings")

    # Django can only be found once the path is set.
    from rankfile.command_line import run

    run(sys.argv)


if __name__ == "__main__":
    main()
