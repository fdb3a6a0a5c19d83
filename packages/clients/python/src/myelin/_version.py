"""The version of this library, and the protocol versions that it speaks."""

from __future__ import annotations

from ._errors import MyelinError
from ._generated.protocol import PROTOCOL_VERSION, InitializeResult, VersionWindow

__version__ = "0.1.0"

WINDOW = VersionWindow(min=1, max=PROTOCOL_VERSION)


def check_version(server: InitializeResult) -> None:
    """Raises VERSION_MISMATCH, which says which side to upgrade, if the server chose a version outside the window."""
    version = server.protocol_version
    if WINDOW.min <= version <= WINDOW.max:
        return
    older = "the server" if version < WINDOW.min else "this client"
    raise MyelinError(
        "VERSION_MISMATCH",
        f"this client speaks the protocol versions {WINDOW.min} to {WINDOW.max}, the server "
        f"{server.server_info.name} chose {version}; upgrade {older}",
    )
