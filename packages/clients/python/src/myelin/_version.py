"""The version of this library, and the protocol versions that it speaks."""

from __future__ import annotations

from ._errors import MyelinError
from ._generated.protocol import PROTOCOL_VERSION, VersionWindow
from ._json import JsonDict, as_object
from ._wire import WireError

__version__ = "0.1.0"

WINDOW = VersionWindow(min=1, max=PROTOCOL_VERSION)


def check_version(answer: JsonDict) -> None:
    """Raises VERSION_MISMATCH, which says which side to upgrade, if the server chose a version outside the window.

    Raises WireError for one that chose none.
    """
    version = answer.get("protocolVersion")
    if type(version) is not int:
        raise WireError(f"protocolVersion is not a whole number: {version!r:.100}")
    if WINDOW.min <= version <= WINDOW.max:
        return
    older = "the server" if version < WINDOW.min else "this client"
    name = as_object(answer.get("serverInfo")).get("name")
    server = f"the server {name:.100}" if isinstance(name, str) else "the server"
    raise MyelinError(
        "VERSION_MISMATCH",
        f"this client speaks the protocol versions {WINDOW.min} to {WINDOW.max}, {server} "
        f"chose {version}; upgrade {older}",
    )
