"""From the wire form of events to their full form: pure over JSON, its state is one session's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ._event_check import check_sent
from ._json import JsonDict, as_list, as_object
from ._snapshot import UNKNOWN_HEAD, StreamingMessage


# The last calls that stay known when they are over, at least: for whoever shows them late.
_KEPT_CALLS = 64


class FullEvent(NamedTuple):
    """An event with everything that the wire left out. `snapshot` builds the message of a `message_update`."""

    event: JsonDict
    snapshot: Callable[[], JsonDict] | None = None


class Inflater:
    """Remembers what a session was sent, because later events name it by id only."""

    def __init__(self) -> None:
        self._messages: dict[str, JsonDict] = {}
        # Those of the run before, for who goes back to it.
        self._earlier_messages: dict[str, JsonDict] = {}
        # The older ones by themselves.
        self._args: dict[str, JsonDict] = {}
        self._earlier_args: dict[str, JsonDict] = {}
        self._results: dict[str, JsonDict] = {}
        self._seq = 0
        self._streaming = StreamingMessage(UNKNOWN_HEAD, 0)
        self._steps: Mapping[object, Callable[[JsonDict], FullEvent]] = {
            "message_start": self._message_start,
            "message_end": self._message_end,
            "tool_execution_start": self._tool_execution_start,
            "tool_execution_end": self._tool_execution_end,
            "tool_decision": self._tool_decision,
            "turn_end": self._turn_end,
            "agent_end": self._agent_end,
            "gap": self._gap,
        }

    def whole_messages(self, ids: Sequence[str], bodies: Sequence[JsonDict]) -> list[JsonDict]:
        """The messages of these ids, of which the server sent only those `bodies` that it had not sent before."""
        told = {str(body.get("id")): body for body in bodies}
        for message_id, body in told.items():
            self._messages.setdefault(message_id, body)
        return [told.get(message_id) or self._known([message_id])[0] for message_id in ids]

    def args(self, tool_call_id: str) -> JsonDict | None:
        """The arguments of a tool call that has started, the final ones once they are known; of those that are over for the last 64 at least."""
        return self._args.get(tool_call_id, self._earlier_args.get(tool_call_id))

    def rewind(self, seq: int) -> None:
        """The next event is the one after this number, which may have come before."""
        self._seq = seq
        self._streaming = self._streaming.until(seq)

    def go_on_from(self, state: JsonDict, seq: int) -> None:
        """Knows no more than where the session stood at a number: the message that streams, and the calls that run."""
        self._seq = seq
        self._streaming = StreamingMessage(as_object(state.get("streamingMessage") or UNKNOWN_HEAD), self._seq)
        for call in as_list(state.get("pendingToolCalls")):
            self._args[str(as_object(call).get("toolCallId"))] = as_object(as_object(call).get("args"))

    def inflate(self, event: JsonDict, seq: int | None = None) -> FullEvent:
        """The full form of the next event of the session, which has this number, or the next one if it says none.

        The event itself stays as it is. Raises WireError for one that is not as its type says, of which nothing is noted.
        """
        self._seq = self._seq + 1 if seq is None else seq
        if (kind := event.get("type")) == "message_update":
            return self._message_update(event)
        check_sent(event)
        step = self._steps.get(kind)
        return FullEvent(event) if step is None else step(event)

    def _message_start(self, event: JsonDict) -> FullEvent:
        message = as_object(event.get("message"))
        if message.get("role") == "assistant":
            self._streaming = StreamingMessage(message, self._seq)
            return FullEvent(event)
        if message.get("role") == "tool" and "content" not in message:
            result = self._results.pop(str(message.get("toolCallId")), {})
            told = {key: value for key, value in result.items() if key in ("content", "details")}
            message = {"content": list[Any](), **message, **told}
        self._messages[str(message.get("id"))] = message
        return FullEvent({**event, "message": message})

    def _message_update(self, event: JsonDict) -> FullEvent:
        delta_kind, content_index, snapshot = self._streaming.update(event, self._seq)
        full = {**event, "deltaKind": delta_kind, "contentIndex": content_index}
        if "message" in event and (sent := full.pop("message")) is not None:
            return FullEvent(full, lambda: as_object(sent))
        return FullEvent(full, snapshot)

    def _message_end(self, event: JsonDict) -> FullEvent:
        message = event.get("message")
        if message is None:
            message_id = str(event.get("messageId"))
            message = self._message(message_id)
        else:
            message_id = str(as_object(message).get("id"))
        full = {**event, "messageId": message_id}
        if message is not None:
            full["message"] = message
            self._messages[message_id] = as_object(message)
        if event.get("discarded"):
            self._messages.pop(message_id, None)
        return FullEvent(full)

    def _tool_execution_start(self, event: JsonDict) -> FullEvent:
        self._args[str(event.get("toolCallId"))] = as_object(event.get("args"))
        return FullEvent(event)

    def _tool_execution_end(self, event: JsonDict) -> FullEvent:
        self._results[str(event.get("toolCallId"))] = as_object(event.get("result"))
        return FullEvent(event)

    def _tool_decision(self, event: JsonDict) -> FullEvent:
        if "args" in event:
            self._args[str(event.get("toolCallId"))] = as_object(event["args"])
        return FullEvent(event)

    def _turn_end(self, event: JsonDict) -> FullEvent:
        full = {**event, "toolResults": self._known(event.get("toolResultIds"))}
        message = self._message(str(event.get("messageId")))
        if message is not None:
            full["message"] = message
        return FullEvent(full)

    def _agent_end(self, event: JsonDict) -> FullEvent:
        self._results.clear()
        full = {**event, "newMessages": self._known(event.get("newMessageIds"))}
        # The server names nothing of before any more.
        if full.pop("forget", False):
            self._earlier_messages, self._messages = self._messages, {}
        if not event.get("willRetry") and len(self._args) >= _KEPT_CALLS:
            self._earlier_args, self._args = self._args, {}
        return FullEvent(full)

    def _gap(self, event: JsonDict) -> FullEvent:
        self.go_on_from(as_object(event.get("state")), self._seq)
        return FullEvent(event)

    def _known(self, ids: object) -> list[JsonDict]:
        messages = [self._message(message_id) for message_id in as_list(ids)]
        return [message for message in messages if message is not None]

    def _message(self, message_id: str) -> JsonDict | None:
        return self._messages.get(message_id, self._earlier_messages.get(message_id))
