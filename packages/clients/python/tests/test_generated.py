"""The generated types read and write the wire form without loss."""

from __future__ import annotations

import dataclasses
import json
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from myelin._generated import protocol
from myelin._generated.protocol import (
    AssistantMessage,
    ErrorInfo,
    MessageStart,
    MessageUpdate,
    ModelChanged,
    ModelRef,
    SessionEvent,
    TextBlock,
    ToolExecutionEnd,
    UnknownBlock,
    UnknownEvent,
    UnknownMessage,
    UserMessage,
    parse_message,
    parse_new_message,
    parse_session_event,
)
from myelin._wire import JsonObject, WireError

SAMPLES = Path(__file__).parents[4] / "test" / "wire-samples.jsonl"

UPDATE = {"type": "message_update", "delta": "lo", "deltaKind": "text", "contentIndex": 0}

HELLO = AssistantMessage(
    id="m1", timestamp=1, content=(TextBlock(text="Hello"),), model=ModelRef(provider="demo", id="echo")
)


def samples() -> list[dict[str, Any]]:
    return [json.loads(line) for line in SAMPLES.read_text("utf-8").split("\n") if line]


def reader_of(definition: str) -> Callable[[Any], Any]:
    named = getattr(protocol, definition)
    if isinstance(named, type):
        return named.from_wire  # type: ignore[attr-defined, no-any-return]
    words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in definition)
    reader: Callable[[Any], Any] = getattr(protocol, f"parse{words}")
    return reader


def write(value: Any) -> Any:
    return value if isinstance(value, str) else value.to_wire()


class WireForm(unittest.TestCase):
    def test_every_sample_becomes_the_same_json_again(self) -> None:
        for sample in samples():
            with self.subTest(sample["definition"]):
                expected: Any = sample["value"]
                if sample["definition"] == "MessageUpdate":
                    expected = {name: value for name, value in expected.items() if name != "message"}
                written = write(reader_of(sample["definition"])(sample["value"]))
                self.assertEqual(json.dumps(written, sort_keys=True), json.dumps(expected, sort_keys=True))

    def test_members_of_a_later_version_are_kept_where_a_program_can_read_them(self) -> None:
        event = parse_session_event({"type": "session_idle", "since": 7})
        self.assertEqual(getattr(event, "extra"), {"since": 7})

    def test_an_absent_member_is_none_and_stays_absent(self) -> None:
        error = ErrorInfo.from_wire({"code": "QUOTA", "message": "", "retryable": False})
        self.assertIsNone(error.status)
        self.assertNotIn("status", error.to_wire())

    def test_a_member_named_by_a_word_of_python_gets_an_underscore(self) -> None:
        change = {"type": "model_changed", "from": {"provider": "a", "id": "b"}, "to": {"provider": "c", "id": "d"}}
        event = ModelChanged.from_wire(change)
        self.assertEqual(event.from_, ModelRef(provider="a", id="b"))

    def test_a_missing_member_is_named(self) -> None:
        with self.assertRaisesRegex(WireError, "^MessageStart came without its member 'message'"):
            parse_session_event({"type": "message_start"})

    def test_values_are_frozen(self) -> None:
        with self.assertRaises(dataclasses.FrozenInstanceError):
            setattr(HELLO, "id", "m2")

    def test_a_new_message_is_a_text_or_a_message(self) -> None:
        user: JsonObject = {"role": "user", "id": "m1", "timestamp": 1, "content": []}
        self.assertEqual(parse_new_message("now"), "now")
        self.assertEqual(parse_new_message(user), UserMessage(id="m1", timestamp=1, content=()))


class Matching(unittest.TestCase):
    def test_a_text_delta_is_matched_by_its_kind(self) -> None:
        match parse_session_event(UPDATE):
            case MessageUpdate(delta_kind="text", delta=delta):
                self.assertEqual(delta, "lo")
            case event:
                self.fail(f"not matched: {event}")

    def test_the_type_of_an_event_narrows_it(self) -> None:
        def text_of(event: SessionEvent) -> str:
            if event.type == "tool_execution_end":
                result: ToolExecutionEnd = event
                return result.tool_name
            if event.type == "unknown":
                return event.original_type
            return event.type

        self.assertEqual(text_of(parse_session_event(UPDATE)), "message_update")
        self.assertEqual(text_of(parse_session_event({"type": "weather"})), "weather")


class Unknown(unittest.TestCase):
    def test_an_event_of_a_later_version_is_kept_as_it_came(self) -> None:
        event = parse_session_event({"type": "weather", "sky": "blue"})
        self.assertEqual(event, UnknownEvent(original_type="weather", raw={"type": "weather", "sky": "blue"}))

    def test_an_unknown_message_is_kept_where_it_stands(self) -> None:
        event = parse_session_event({"type": "message_start", "message": {"role": "custom:note", "id": "m1"}})
        assert isinstance(event, MessageStart)
        note = UnknownMessage(original_role="custom:note", raw={"role": "custom:note", "id": "m1"})
        self.assertEqual(event.message, note)

    def test_an_unknown_block_is_kept_where_it_stands(self) -> None:
        message = parse_message({"role": "user", "id": "m1", "timestamp": 1, "content": [{"type": "video"}]})
        assert isinstance(message, UserMessage)
        self.assertEqual(message.content, (UnknownBlock(original_type="video", raw={"type": "video"}),))


class Snapshot(unittest.TestCase):
    def test_it_is_built_when_it_is_first_read_and_once(self) -> None:
        built: list[AssistantMessage] = []

        def build() -> AssistantMessage:
            built.append(HELLO)
            return HELLO

        event = MessageUpdate.from_wire(UPDATE, build)
        self.assertEqual(built, [])
        self.assertIs(event.message, HELLO)
        self.assertIs(event.message, HELLO)
        self.assertEqual(built, [HELLO])

    def test_it_is_no_part_of_the_wire_form_which_is_the_delta(self) -> None:
        self.assertEqual(MessageUpdate.from_wire(UPDATE, lambda: HELLO).to_wire(), UPDATE)

    def test_it_is_what_was_sent_if_it_was_sent(self) -> None:
        event = MessageUpdate.from_wire({**UPDATE, "message": HELLO.to_wire()})
        self.assertEqual(event.message, HELLO)
        self.assertEqual(event.extra, {})

    def test_reading_it_says_what_to_do_if_nobody_sent_or_builds_it(self) -> None:
        event = MessageUpdate.from_wire(UPDATE)
        with self.assertRaisesRegex(WireError, "subscribe with it or pass what builds it"):
            _ = event.message


if __name__ == "__main__":
    unittest.main()
