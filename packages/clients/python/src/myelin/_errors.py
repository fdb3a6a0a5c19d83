"""Everything that this library raises about a server, told apart by `code`."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from typing import Any, Literal

from ._json import as_object

ClientErrorCode = Literal[
    "CANCELLED",
    "DISCONNECTED",
    "EVENTS_MISSED",
    "FRAME_TOO_LARGE",
    "HOOK_REJECTED",
    "INVALID_ANSWER",
    "PROCESS_EXITED",
    "SPAWN_FAILED",
    "UNKNOWN",
    "VERSION_MISMATCH",
    "WRONG_LOOP",
    "WRONG_THREAD",
]
"""The codes that this library itself gives; an error that a server answered carries the server's."""

_RPC_CODES = {
    -32700: "PARSE_ERROR",
    -32600: "INVALID_REQUEST",
    -32601: "METHOD_NOT_FOUND",
    -32602: "INVALID_PARAMS",
    -32603: "INTERNAL",
    -32002: "NOT_INITIALIZED",
    -32800: "CANCELLED",
}


class MyelinError(Exception):
    """A request, a registration or a connection failed. Match on `code` (UPPER_SNAKE, open), never on the text."""

    code: str
    data: Mapping[str, Any]
    """What else the server said about it, as it was sent."""

    def __init__(self, code: str, message: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = {} if data is None else data

    def again(self) -> MyelinError:
        """A fresh copy, so that each caller who is told gets a traceback of its own."""
        return MyelinError(self.code, str(self), self.data)


class ProcessExitedError(MyelinError):
    """The server's process ended (`PROCESS_EXITED`). A negative `exit_code` is the signal that killed it."""

    exit_code: int
    stderr: str
    """The last 8 KiB that it wrote to stderr."""

    def __init__(self, exit_code: int, stderr: str) -> None:
        said = f"; its last words on stderr:\n{stderr.rstrip()}" if stderr.strip() else "; it wrote nothing to stderr"
        super().__init__("PROCESS_EXITED", f"the server {_describe_exit(exit_code)}{said}")
        self.exit_code = exit_code
        self.stderr = stderr

    def again(self) -> ProcessExitedError:
        """A fresh copy, so that each caller who is told gets a traceback of its own."""
        return ProcessExitedError(self.exit_code, self.stderr)


class LinkLostError(MyelinError):
    """The connection broke (`DISCONNECTED`), and another is being made."""

    def __init__(self, message: str) -> None:
        super().__init__("DISCONNECTED", message)

    def again(self) -> LinkLostError:
        """A fresh copy, so that each caller who is told gets a traceback of its own."""
        return LinkLostError(str(self))


def client_closed() -> MyelinError:
    """The error for whatever is asked of a client, or still waits in it, once the program closed it."""
    return MyelinError("DISCONNECTED", "the client was closed")


def error_from_answer(method: str, answer: object) -> MyelinError:
    """What a JSON-RPC error object says. Its `data.code` is the code; without one the JSON-RPC number's name."""
    error = as_object(answer)
    data = as_object(error.get("data"))
    number = error.get("code")
    code = data.get("code")
    if not isinstance(code, str):
        code = _RPC_CODES.get(number, "UNKNOWN") if isinstance(number, int) else "UNKNOWN"
    message = str(error.get("message", "the server answered an error without a message"))
    return MyelinError(code, f"{method}: {message.removeprefix(f'{method}: ')}", data)


def _describe_exit(exit_code: int) -> str:
    if exit_code >= 0:
        return f"exited with code {exit_code}"
    try:
        return f"was killed by {signal.Signals(-exit_code).name}"
    except ValueError:
        return f"was killed by signal {-exit_code}"
