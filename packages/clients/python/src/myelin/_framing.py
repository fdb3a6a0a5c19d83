"""One JSON object a line: bytes to messages and back. Lines end at `\\n` alone, never at U+2028 and its like."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ._errors import MyelinError

DEFAULT_MAX_FRAME_BYTES = 32 * 1024 * 1024
"""The bound of one message until the server told its own."""

_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_escaped = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), allow_nan=False)
_decoder = json.JSONDecoder()


class LineDecoder:
    """Cuts a stream of bytes into lines, in linear time and in any pieces. There is no bound but `max_bytes`."""

    def __init__(self, max_bytes: int = DEFAULT_MAX_FRAME_BYTES) -> None:
        self.max_bytes = max_bytes
        self._pieces: list[bytes] = []
        self._held = 0

    def push(self, data: bytes) -> Iterator[bytes]:
        """The lines that these bytes complete, without their line ends.

        Raises `FRAME_TOO_LARGE` at a line longer than `max_bytes`: what follows it cannot be trusted.
        """
        *lines, rest = data.split(b"\n")
        for piece in lines:
            line = self._ended_by(piece)
            if line and not line.isspace():
                yield line
        if rest:
            self._hold(rest)

    def _ended_by(self, piece: bytes) -> bytes:
        """The line that ends with this piece."""
        if not self._pieces and len(piece) <= self.max_bytes:
            return piece
        self._hold(piece)
        line = b"".join(self._pieces)
        self._pieces.clear()
        self._held = 0
        return line

    def _hold(self, piece: bytes) -> None:
        self._held += len(piece)
        if self._held > self.max_bytes:
            raise MyelinError(
                "FRAME_TOO_LARGE",
                f"the server sent a message of more than {self.max_bytes} bytes, the limit that it told itself",
            )
        self._pieces.append(piece)


def decode(line: bytes) -> Any:
    """The JSON value of one line. Raises `ValueError` if it is none. Bytes that are no UTF-8 are U+FFFD.

    What is nested deeper than a Python program can read is None in it: it may be of no account, and other lines are.
    """
    text = line.decode(errors="replace")
    try:
        value, end = _decoder.raw_decode(text)
        if end == len(text):
            return value
    except (ValueError, RecursionError):
        pass
    # What has spaces around it, or is no JSON, or too deep; most lines are none of these, and need not be looked at for them.
    try:
        return json.loads(text)
    except RecursionError:
        return json.loads(_shallow(text))


def _shallow(text: str) -> str:
    depth, start = 0, 0
    kept: list[str] = []
    for found in _STRING_OR_BRACKET.finditer(text):
        bracket = found[0]
        if bracket in "[{":
            depth += 1
            if depth == _DEEPEST:
                kept += (text[start : found.start()], "null")
        elif bracket in "]}":
            if depth == _DEEPEST:
                start = found.end()
            depth -= 1
    return "".join((*kept, text[start:]))


_DEEPEST = 100
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


def encode(message: object) -> bytes:
    """The message as one line, its end included. Raises `ValueError` or `TypeError` for what JSON cannot hold."""
    try:
        try:
            return _compact.encode(message).encode() + b"\n"
        except UnicodeEncodeError:
            return _escaped.encode(message).encode() + b"\n"
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
