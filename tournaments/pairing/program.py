"""Running an engine as a program of its own, with a time limit that holds.

A child process is the only thing that can be ended for certain, and a plain subprocess is allowed
inside a task worker, where forking helpers of ``multiprocessing`` are not.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.pairing.errors import EngineFailed, EngineTimedOut

if TYPE_CHECKING:
    from collections.abc import Sequence

# An answer is a few bytes a board; anything longer is not an answer.
LONGEST_ANSWER = 1_000_000
LONGEST_DETAIL = 500


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended, with what it wrote."""

    status: int
    answer: str
    complaint: str


def run_program(
    command: Sequence[str],
    *,
    engine: str,
    seconds: float,
    text: str = "",
    environment: dict[str, str] | None = None,
) -> Finished:
    """Run ``command`` with ``text`` on its standard input and return how it ended.

    Output goes to files, so neither a flood of output nor a grandchild that holds the pipe can
    keep the caller waiting. The whole process group is ended when time is up.

    Raises EngineTimedOut, or EngineFailed when the program cannot be started.
    """
    with (
        tempfile.TemporaryFile() as asked,
        tempfile.TemporaryFile() as said,
        tempfile.TemporaryFile() as complained,
    ):
        asked.write(text.encode())
        asked.seek(0)
        try:
            child = subprocess.Popen(  # noqa: S603 - the operator's own command, never a shell
                list(command),
                stdin=asked,
                stdout=said,
                stderr=complained,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineFailed(
                engine=engine, reason="not_startable", detail=error.strerror or ""
            ) from error
        try:
            status = child.wait(timeout=seconds)
        except subprocess.TimeoutExpired as expired:
            raise EngineTimedOut(engine=engine, seconds=seconds) from expired
        finally:
            _end(child)
        said.seek(0)
        complained.seek(0)
        return Finished(
            status=status,
            answer=said.read(LONGEST_ANSWER).decode(errors="replace"),
            complaint=complained.read(LONGEST_DETAIL).decode(errors="replace"),
        )


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the child and whatever it started; a group that is gone already is fine."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
