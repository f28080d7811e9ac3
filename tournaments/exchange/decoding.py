"""From bytes to numbered lines: encoding, byte order mark and line ends.

Columns of the report format are characters, so a file is decoded before it is sliced.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.exchange.problems import Findings

MAX_FILE_BYTES = 5_000_000
MAX_LINES = 20_000

_LINE_END = re.compile("\r\n|\r|\n")
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class DecodedText:
    """The lines of a file with how they were stored.

    ``encoding`` is ``ascii``, ``utf-8``, ``utf-8 with BOM``, ``utf-16``, ``cp1252`` or ``latin-1``;
    ``newline`` is ``LF``, ``CRLF``, ``CR``, ``mixed`` or ``none``.
    """

    lines: tuple[str, ...]
    encoding: str
    newline: str
    has_bom: bool


def decode_lines(data: bytes, findings: Findings) -> DecodedText:
    """Return the lines of ``data``; nothing at all where it is too large or no text."""
    nothing = DecodedText((), "", "none", False)
    if len(data) > MAX_FILE_BYTES:
        findings.problem("too_large", 0, 0, str(len(data)), limit=MAX_FILE_BYTES)
        return nothing
    text, encoding = _decoded(data)
    if text is None or "\0" in text:
        findings.problem("not_text", 0, 0, encoding)
        return nothing
    if encoding in ("cp1252", "latin-1"):
        findings.message("decoded_as_latin1", found=encoding)
    newline, count = _line_ends(text)
    if count > MAX_LINES:
        findings.problem("too_many_lines", 0, 0, str(count), limit=MAX_LINES)
        return nothing
    lines = tuple(_LINE_END.split(text))
    return DecodedText(lines, encoding, newline, encoding in ("utf-8 with BOM", "utf-16"))


def _decoded(data: bytes) -> tuple[str | None, str]:
    if data.startswith(_UTF16_MARKS):
        try:
            return data.decode("utf-16"), "utf-16"
        except UnicodeDecodeError:
            return None, "utf-16"
    if data.isascii():
        return data.decode("ascii"), "ascii"
    try:
        if data.startswith(codecs.BOM_UTF8):
            return data.decode("utf-8-sig"), "utf-8 with BOM"
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    # The two encodings differ only in the bytes 80 to 9F, which are letters and quotation marks
    # in one and control characters in the other.
    if any(0x80 <= byte <= 0x9F for byte in data):
        try:
            return data.decode("cp1252"), "cp1252"
        except UnicodeDecodeError:
            pass
    return data.decode("latin-1"), "latin-1"


def _line_ends(text: str) -> tuple[str, int]:
    """Return the kind of line ends and their number."""
    pairs = text.count("\r\n")
    counts = {"CRLF": pairs, "CR": text.count("\r") - pairs, "LF": text.count("\n") - pairs}
    used = [kind for kind, count in counts.items() if count]
    if not used:
        return "none", 0
    return used[0] if len(used) == 1 else "mixed", sum(counts.values())
