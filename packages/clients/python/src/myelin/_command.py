"""Which command starts a server."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from typing import cast

from ._errors import MyelinError

VARIABLE = "MYELIN_COMMAND"
_SCRIPTS = (".cjs", ".mjs", ".js")


def find_command(command: Sequence[str] | None, environ: Mapping[str, str]) -> list[str]:
    """The words of the command: those given, else those of `MYELIN_COMMAND`, else `myelin rpc` from the PATH.

    `MYELIN_COMMAND` is a JSON array of words, or the path of a server script that node runs.
    Raises `SPAWN_FAILED`, saying what was looked for.
    """
    if command is not None:
        return _checked(command)
    if VARIABLE in environ:
        return _from_variable(environ[VARIABLE])
    found = shutil.which("myelin", path=environ.get("PATH", os.defpath))
    if found is None:
        raise MyelinError(
            "SPAWN_FAILED",
            f"found no server: no command was given, {VARIABLE} is not set, and there is no `myelin` on the PATH. "
            f'Install it with npm install --global myelin, or pass command=["node", "path/to/server.cjs"]',
        )
    return [found, "rpc"]


def _checked(command: Sequence[str]) -> list[str]:
    if isinstance(command, str) or not command:
        raise MyelinError("SPAWN_FAILED", f'command must be a list of words such as ["myelin", "rpc"], not {command!r}')
    return [os.fspath(word) for word in command]


def _from_variable(value: str) -> list[str]:
    if value.endswith(_SCRIPTS):
        return ["node", value]
    try:
        words: object = json.loads(value)
    except ValueError:
        words = None
    if isinstance(words, list) and words and all(isinstance(word, str) for word in cast("list[object]", words)):
        return cast("list[str]", words)
    raise MyelinError(
        "SPAWN_FAILED",
        f'{VARIABLE} must be a JSON array of words such as ["myelin", "rpc"], or the path of a .cjs script; '
        f"it is {value!r}",
    )
