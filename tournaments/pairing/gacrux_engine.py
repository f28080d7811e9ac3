"""The built-in engine: the gacrux library, called for exactly one round.

Gacrux is a program turned library: it prints, has no types and keeps state in its objects. All that
is known of its inside is in this file, and the version is pinned.
"""

from __future__ import annotations

import contextlib
import io
from typing import Any

from tournaments.pairing.errors import EngineFailed, NoLegalPairing

NAME = "gacrux"


def gacrux_pairs(text: str, round_number: int) -> tuple[list[tuple[int, int]], str]:
    """Return the pairs of a round, White first, 0 for the bye, and the version of the engine.

    ``text`` is that of ``engine_text``; the pairs are in no useful order.

    Raises NoLegalPairing and EngineFailed.
    """
    # The library brings networkx along: a quarter of a second and 34 MiB that only a process that
    # pairs a round should pay.
    from gacrux import gacruxexeptions, trf2json, version  # noqa: PLC0415
    from gacrux.pairingdutch import pairing_dutch  # noqa: PLC0415

    with contextlib.redirect_stdout(io.StringIO()):
        try:
            reader = trf2json.trf2json()
            reader.parse_file(text, 0)
            status = reader.chessjson["status"]
            if status["code"] > 0:
                raise EngineFailed(
                    engine=NAME, reason="refused_input", detail=str(status["error"])[:500]
                )
            tournament = reader.get_tournament(1)
            tournament["maxMeets"] = 1
            engine = pairing_dutch(tournament, round_number, {"experimental": [], "verbose": 0})
            brackets = engine.compute_pairing(False)
        except gacruxexeptions.GacruxNoLegalPairing as state:
            raise NoLegalPairing(engine=NAME, round_number=round_number) from state
        except gacruxexeptions.GacruxInputError as error:
            raise EngineFailed(
                engine=NAME, reason="refused_input", detail=str(error)[:500]
            ) from error
        except EngineFailed:
            raise
        # A crash inside somebody else's search is this engine's failure and nothing else; the
        # round stays editable by hand.
        except Exception as error:
            detail = f"{type(error).__name__}: {error}"[:500]
            raise EngineFailed(engine=NAME, reason="crashed", detail=detail) from error
    return _pairs(brackets), str(version.__version__)


def _pairs(brackets: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(int(pair["w"]), int(pair["b"])) for bracket in brackets for pair in bracket["pairs"]]
