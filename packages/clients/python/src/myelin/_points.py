"""What a hook is given at each point, and what its answer means on the wire."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from ._event_check import check_sent
from ._events import Unreadable, parse_event
from ._generated.protocol import (
    CompactionPayload,
    CompactionSummary,
    CompactPayload,
    ContextPatch,
    ContextPayload,
    Empty,
    ForkPayload,
    InputPayload,
    ModelRequestPatch,
    ModelRequestPayload,
    NavigatePayload,
    SystemPromptPayload,
    ToolCallInfo,
    ToolResultPatch,
    ToolResultPayload,
)
from ._inflate import FullEvent
from ._json import JsonDict, as_list, as_object


@dataclass(frozen=True, slots=True)
class Block:
    """A guard's answer that denies: a tool call, or what a session was about to do. The reason is told."""

    reason: str


@dataclass(frozen=True, slots=True)
class _Point:
    read: Callable[[JsonDict], object]
    answers: type | None
    """What a transform answers; None at a veto, and where a hook only looks on."""


VETOES: Mapping[str, Callable[[JsonDict], object]] = {
    "tool_call": ToolCallInfo.from_wire,
    "session_before_navigate": NavigatePayload.from_wire,
    "session_before_fork": ForkPayload.from_wire,
    "session_before_compact": CompactPayload.from_wire,
    "session_before_delete": Empty.from_wire,
}
TRANSFORMS: Mapping[str, _Point] = {
    "input": _Point(InputPayload.from_wire, list),
    "tool_args": _Point(ToolCallInfo.from_wire, Mapping),
    "tool_result": _Point(ToolResultPayload.from_wire, ToolResultPatch),
    "system_prompt": _Point(SystemPromptPayload.from_wire, str),
    "context": _Point(ContextPayload.from_wire, ContextPatch),
    "model_request": _Point(ModelRequestPayload.from_wire, ModelRequestPatch),
    "compaction": _Point(CompactionPayload.from_wire, CompactionSummary),
}


def is_veto(point: str) -> bool:
    """Whether a hook at this point denies or allows."""
    return point in VETOES or point.startswith("session_before_")


def read_payload(point: str, payload: JsonDict) -> object:
    """What a hook is given: the payload's own type, or an event where it looks on and where this version knows nothing."""
    if point in TRANSFORMS:
        return TRANSFORMS[point].read(payload)
    if point in VETOES:
        return VETOES[point](payload)
    full = _with_ids({"type": point, **payload})
    try:
        check_sent(full)
        return parse_event(FullEvent(full))
    except Exception as error:
        return Unreadable().event(full, error)


def wire_answer(point: str, answer: object) -> object:
    """A hook's answer as it travels. Raises TypeError for what no hook answers at a transform."""
    if is_veto(point):
        return _verdict(answer)
    if answer is None:
        return None
    expected = TRANSFORMS[point].answers if point in TRANSFORMS else None
    if expected is not None and not isinstance(answer, expected):
        raise TypeError(f"a hook at {point} returns {expected.__name__} or None, not {answer!r}")
    value = _wire_value(answer)
    return value if point == "context" else {"value": value}


def _wire_value(answer: object) -> object:
    if isinstance(answer, list):
        return [_wire_value(one) for one in cast("list[object]", answer)]
    return cast(Any, answer).to_wire() if hasattr(answer, "to_wire") else answer


def _verdict(answer: object) -> JsonDict:
    if answer is None:
        return {"decision": "allow"}
    if isinstance(answer, Block):
        return {"decision": "block", "reason": answer.reason}
    # No decision that the protocol knows: the server takes it as a guard that failed, and records it as invalid.
    return {"decision": "invalid", "reason": f"a guard returns None to allow or Block(reason) to deny, not {answer!r}"}


def _with_ids(event: JsonDict) -> JsonDict:
    """An observed event has messages where one on the stream has their ids too."""
    message, results, new = as_object(event.get("message")), as_list(event.get("toolResults")), as_list(event.get("newMessages"))
    match event["type"]:
        case "message_end":
            return {**event, "messageId": message.get("id")}
        case "turn_end":
            present = {key: value for key, value in event.items() if value is not None}
            return {**present, "messageId": message.get("id"), "toolResultIds": [one["id"] for one in results]}
        case "agent_end":
            return {**event, "newMessageIds": [one["id"] for one in new]}
        case _:
            return event
