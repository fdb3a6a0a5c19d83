"""What the lines of a transcript say, as the library takes it, and what the library gives, as they say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from myelin import ContextPatch, ModelRef, ModelRequestPatch, Run, SessionEvent, ToolResultPatch, UnknownEvent
from myelin._generated.protocol import parse_content_block

Json = dict[str, Any]


async def summary_of(run: Run[Any]) -> Any:
    return await run


def said(step: Json) -> Any:
    return step["text"] if "text" in step else [parse_content_block(block) for block in step["content"]]


def full_form(event: SessionEvent) -> Json:
    """The event with everything that the wire left out."""
    wire = dict(event.to_wire())
    if event.type == "message_update":
        wire["message"] = event.message.to_wire()
    return wire


def terms_of(step: Json) -> Any:
    terms: Json = {name: step[wire] for name, wire in (("thinking_level", "thinkingLevel"), ("tools", "tools")) if wire in step}
    return terms | ({"model": ModelRef.from_wire(step["model"])} if "model" in step else {})


def observed(payload: Any) -> Json:
    """An event has its messages whole where it is observed; their ids, which it has too, do not travel beside them."""
    if isinstance(payload, UnknownEvent):
        return dict(payload.raw) if len(payload.raw) > 1 else {}
    wire: Json = payload.to_wire()
    ids = {"messageId", "toolResultIds", "newMessageIds"} if hasattr(payload, "type") else set[str]()
    return {key: value for key, value in wire.items() if key not in ids}


def wishes(params: Json) -> Any:
    names = {"snapshots", "chunks", "types", "acknowledge"}
    renamed = {"window_bytes": "windowBytes", "when_full": "whenFull"}
    said = {name: params[wire] for name, wire in renamed.items() if wire in params}
    return {name: params[name] for name in names & params.keys()} | said


_PATCHES: dict[str, Callable[[Json], Any]] = {
    "context": ContextPatch.from_wire,
    "tool_result": ToolResultPatch.from_wire,
    "model_request": ModelRequestPatch.from_wire,
}


def transformed(point: str, answer: Json) -> Any:
    value = answer.get("patch", answer.get("value"))
    return _PATCHES[point](value) if value is not None and point in _PATCHES else value


def place_of(step: Json) -> Any:
    params: Json = step.get("params", {})
    return wishes(params) | ({"after_seq": params["afterSeq"]} if "afterSeq" in params else {})
