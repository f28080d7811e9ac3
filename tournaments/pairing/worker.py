"""The built-in engine as a program: text on standard input, pairs on standard output.

Run by ``engine.GacruxInChild`` as ``python -m tournaments.pairing.worker ROUND``. Answer and exit
status are those of bbpPairings (version, number of pairs, one pair a line; 1 and "No valid
pairing" when there is none), so both are read by the same code.
"""

from __future__ import annotations

import sys

from tournaments.pairing.errors import EngineFailed, NoLegalPairing
from tournaments.pairing.gacrux_engine import gacrux_pairs


def main(round_number: int) -> int:
    """Pair the field on standard input and return the exit status."""
    text = sys.stdin.read()
    try:
        pairs, version = gacrux_pairs(text, round_number)
    except NoLegalPairing:
        sys.stderr.write("No valid pairing exists\n")
        return 1
    except EngineFailed as failure:
        sys.stderr.write(str(failure.facts.get("detail", "")))
        return 3 if failure.facts.get("reason") == "refused_input" else 2
    lines = [version, str(len(pairs)), *(f"{white} {black}" for white, black in pairs)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
