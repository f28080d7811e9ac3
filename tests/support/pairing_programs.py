"""What pairing programs say against a file that is handed to them."""

from __future__ import annotations

from pathlib import Path

from gacrux.trf2json import trf2json

from tournaments.pairing.engine import BbpPairings, PairingEngine
from tournaments.pairing.program import run_program

# How a program says that it has read the file, but nobody can be paired any more.
NOBODY_LEFT = "No valid pairing"


def refusal_of(engine: PairingEngine, text: str, folder: Path) -> str:
    """Return what a program says against a file; nothing if it takes it."""
    if not isinstance(engine, BbpPairings):
        reader = trf2json()
        reader.parse_file(text, 0)
        return "" if reader.get_status() == 0 else str(reader.chessjson["status"])
    file = folder / "event.trf"
    file.write_text(text, encoding="utf-8", newline="\n")
    finished = run_program([engine.path, "--dutch", str(file), "-p"], engine="bbp", seconds=30)
    is_read = finished.status == 0 or NOBODY_LEFT in finished.complaint
    return "" if is_read else finished.complaint
