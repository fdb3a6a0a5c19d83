"""Compares JSON with what a transcript says; test/transcripts/README.md tells its placeholders."""

from __future__ import annotations

import json
import re
from typing import Any, cast


def fill(value: Any) -> Any:
    """The value with its `$repeat:` placeholders spelled out."""
    if isinstance(value, str):
        repeat = re.fullmatch(r"\$repeat:(\d+):(.*)", value, re.DOTALL)
        return value if repeat is None else repeat.group(2) * int(repeat.group(1))
    if isinstance(value, list):
        return [fill(item) for item in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {key: fill(item) for key, item in cast("dict[str, Any]", value).items()}
    return value


def expect_match(wanted: Any, found: Any) -> None:
    """Raises AssertionError, saying where, unless `found` (as JSON) is what the transcript wants."""
    difference = _difference(fill(wanted), json.loads(json.dumps(found)), "")
    if difference is not None:
        raise AssertionError(difference)


def _difference(wanted: Any, found: Any, path: str) -> str | None:
    if wanted == "$any":
        return None
    if isinstance(wanted, str) and wanted.startswith("$has:"):
        matches = isinstance(found, str) and wanted.removeprefix("$has:") in found
        return None if matches else _differs(path, wanted, found)
    if isinstance(wanted, dict) and isinstance(found, dict):
        return _object_difference(cast("dict[str, Any]", wanted), cast("dict[str, Any]", found), path)
    if isinstance(wanted, list) and isinstance(found, list):
        return _list_difference(cast("list[Any]", wanted), cast("list[Any]", found), path)
    same = isinstance(wanted, bool) is isinstance(found, bool) and wanted == found
    return None if same else _differs(path, cast(object, wanted), cast(object, found))


def _object_difference(wanted: dict[str, Any], found: dict[str, Any], path: str) -> str | None:
    for key in wanted | found:
        if key not in found:
            return f"{path}/{key}: expected {_brief(wanted[key])}, found nothing"
        if key not in wanted:
            return f"{path}/{key}: expected nothing, found {_brief(found[key])}"
    return _first(_difference(wanted[key], found[key], f"{path}/{key}") for key in wanted)


def _list_difference(wanted: list[Any], found: list[Any], path: str) -> str | None:
    if len(wanted) != len(found):
        return _differs(path, wanted, found)
    pairs = enumerate(zip(wanted, found, strict=True))
    return _first(_difference(one, other, f"{path}/{index}") for index, (one, other) in pairs)


def _first(differences: Any) -> str | None:
    return next((difference for difference in differences if difference is not None), None)


def _differs(path: str, wanted: object, found: object) -> str:
    return f"{path or '/'}: expected {_brief(wanted)}, found {_brief(found)}"


def _brief(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return f"{text[:300]}… ({len(text)} characters)" if len(text) > 300 else text
