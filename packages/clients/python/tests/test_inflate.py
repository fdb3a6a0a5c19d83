"""What the wire leaves out comes back."""

from __future__ import annotations

import tracemalloc
import unittest
from dataclasses import FrozenInstanceError
from typing import Any

from myelin import AssistantMessage, MessageUpdate, UnknownEvent
from myelin._events import parse_event
from myelin._inflate import FullEvent, Inflater
from myelin._wire import WireError
from verifies import verifies

Json = dict[str, Any]
MODEL: Json = {"provider": "demo", "id": "demo"}


def started(message_id: str = "m2") -> Json:
    message: Json = {"role": "assistant", "id": message_id, "timestamp": 1, "content": [], "model": MODEL}
    return {"type": "message_start", "message": message}


def update(delta: str, **more: Any) -> Json:
    return {"type": "message_update", "delta": delta, **more}


def content(full: FullEvent) -> list[Json]:
    assert full.snapshot is not None
    return full.snapshot()["content"]


class MessageUpdateTest(unittest.TestCase):
    def test_kind_and_index_are_those_of_the_update_before(self) -> None:
        verifies("R57")
        inflater = Inflater()
        inflater.inflate(started())
        events = [
            inflater.inflate(update("a", deltaKind="thinking", contentIndex=1)).event,
            inflater.inflate(update("b")).event,
        ]
        self.assertEqual(
            events,
            [
                {"type": "message_update", "delta": "a", "deltaKind": "thinking", "contentIndex": 1},
                {"type": "message_update", "delta": "b", "deltaKind": "thinking", "contentIndex": 1},
            ],
        )

    def test_an_empty_or_missing_kind_is_text(self) -> None:
        verifies("R58")
        for kind in ({}, {"deltaKind": ""}):
            inflater = Inflater()
            inflater.inflate(started())
            full = inflater.inflate(update("hi", **kind))
            self.assertEqual(full.event["deltaKind"], "text")
            self.assertEqual(content(full), [{"type": "text", "text": "hi"}])

    def test_the_kind_of_one_message_says_nothing_about_the_next(self) -> None:
        inflater = Inflater()
        inflater.inflate(started())
        inflater.inflate(update("x", deltaKind="tool_call", contentIndex=3))
        inflater.inflate(started("m3"))
        full = inflater.inflate(update("hi"))
        self.assertEqual((full.event["deltaKind"], full.event["contentIndex"]), ("text", 0))

    def test_a_snapshot_never_changes_whenever_it_is_read(self) -> None:
        verifies("R54", "R65")
        inflater = Inflater()
        inflater.inflate(started())
        all_at_once = [inflater.inflate(update(text)) for text in ("a", "b", "c", "d")]
        for order in ([2, 0, 3, 1], [3, 2, 1, 0], [0, 1, 2, 3]):
            read = {place: content(all_at_once[place]) for place in order}
            self.assertEqual([read[i][0]["text"] for i in range(4)], ["a", "ab", "abc", "abcd"])

    def test_blocks_grow_side_by_side(self) -> None:
        inflater = Inflater()
        inflater.inflate(started())
        image = {"type": "image", "mimeType": "image/png", "url": "x"}
        call: Json = {"type": "tool_call", "id": "c1", "name": "read", "args": {}}
        steps = [
            update("Hm", deltaKind="thinking", contentIndex=0, block={"type": "thinking", "thinking": ""}),
            update("", deltaKind="none", contentIndex=1, block=image),
            update('{"pa', deltaKind="tool_call", contentIndex=2, block=call),
            update("m.", deltaKind="thinking", contentIndex=0),
            update('th":1}', deltaKind="tool_call", contentIndex=2),
        ]
        fulls = [inflater.inflate(step) for step in steps]
        self.assertEqual(
            content(fulls[-1]),
            [{"type": "thinking", "thinking": "Hmm."}, image, {**call, "argsText": '{"path":1}'}],
        )
        self.assertEqual(content(fulls[1]), [{"type": "thinking", "thinking": "Hm"}, image])

    def test_a_message_that_was_sent_along_wins(self) -> None:
        inflater = Inflater()
        inflater.inflate(started())
        sent = {**started()["message"], "content": [{"type": "text", "text": "whole"}]}
        full = inflater.inflate(update("le", message=sent))
        self.assertEqual(content(full), [{"type": "text", "text": "whole"}])
        self.assertNotIn("message", full.event)

    def test_reading_every_snapshot_keeps_up_with_a_long_answer(self) -> None:
        inflater = Inflater()
        inflater.inflate(started())
        for number in range(1, 5001):
            full = inflater.inflate(update("word "))
            self.assertEqual(len(content(full)[0]["text"]), 5 * number)

    def test_a_message_under_way_costs_little_more_than_its_text(self) -> None:
        inflater = Inflater()
        inflater.inflate(started())
        inflater.inflate(update("", deltaKind="text", contentIndex=0))
        tracemalloc.start()
        try:
            for number in range(20_000):
                inflater.inflate(update(f"{number:020}"))
            per_delta = tracemalloc.get_traced_memory()[0] / 20_000
        finally:
            tracemalloc.stop()
        # 20 letters, the event's number, and where its text ends.
        self.assertLess(per_delta, 60)

    def test_an_earlier_moment_knows_what_came_until_then(self) -> None:
        inflater = Inflater()
        inflater.inflate(started())
        for number in range(2, 3002):
            inflater.inflate(update("ab" if number % 1000 else "cd", contentIndex=number // 1001), number)
        inflater.rewind(1500)
        full = inflater.inflate(update("!"), 1501)
        blocks = [{"type": "text", "text": "ab" * 998 + "cd"}, {"type": "text", "text": "ab" * 500 + "!"}]
        self.assertEqual(content(full), blocks)
        inflater.rewind(1)
        self.assertEqual(content(inflater.inflate(update("again"), 2)), [{"type": "text", "text": "again"}])

    def test_the_typed_event_builds_its_message_once(self) -> None:
        inflater = Inflater()
        inflater.inflate(started())
        event = parse_event(inflater.inflate(update("hi")))
        assert isinstance(event, MessageUpdate)
        self.assertIsInstance(event.message, AssistantMessage)
        self.assertIs(event.message, event.message)


class GapTest(unittest.TestCase):
    state: Json = {
        "streamingMessage": {
            **started()["message"],
            "content": [
                {"type": "text", "text": "Look"},
                {"type": "tool_call", "id": "c1", "name": "read", "args": {}, "argsText": '{"pa'},
            ],
        },
        "pendingToolCalls": [{"toolCallId": "c0", "toolName": "ls", "args": {"path": "."}}],
    }

    def test_snapshots_go_on_from_the_state(self) -> None:
        inflater = Inflater()
        inflater.inflate(started("m1"))
        inflater.inflate(update("lost"))
        inflater.inflate({"type": "gap", "from": 3, "to": 9, "state": self.state})
        fulls = [
            inflater.inflate(update('th":1}', deltaKind="tool_call", contentIndex=1)),
            inflater.inflate(update(".", deltaKind="text", contentIndex=0)),
        ]
        self.assertEqual(
            content(fulls[1]),
            [
                {"type": "text", "text": "Look."},
                {"type": "tool_call", "id": "c1", "name": "read", "args": {}, "argsText": '{"path":1}'},
            ],
        )
        self.assertEqual(content(fulls[0])[0], {"type": "text", "text": "Look"})

    def test_the_calls_that_run_are_known(self) -> None:
        inflater = Inflater()
        inflater.inflate({"type": "gap", "from": 3, "to": 9, "state": self.state})
        self.assertEqual(inflater.args("c0"), {"path": "."})


class MessagesTest(unittest.TestCase):
    def test_a_message_named_by_id_is_the_one_that_was_sent(self) -> None:
        inflater = Inflater()
        user: Json = {"role": "user", "id": "m1", "timestamp": 1, "content": [{"type": "text", "text": "hi"}]}
        inflater.inflate({"type": "message_start", "message": user})
        end = inflater.inflate({"type": "message_end", "messageId": "m1"})
        self.assertEqual(end.event, {"type": "message_end", "messageId": "m1", "message": user})

    def test_what_was_never_sent_stays_an_id(self) -> None:
        inflater = Inflater()
        self.assertEqual(
            inflater.inflate({"type": "message_end", "messageId": "m0"}).event,
            {"type": "message_end", "messageId": "m0"},
        )
        self.assertEqual(
            inflater.inflate({"type": "agent_end", "newMessageIds": ["m0"]}).event,
            {"type": "agent_end", "newMessageIds": ["m0"], "newMessages": []},
        )
        self.assertEqual(
            inflater.inflate({"type": "turn_end", "messageId": None, "toolResultIds": ["m0"]}).event,
            {"type": "turn_end", "messageId": None, "toolResultIds": ["m0"], "toolResults": []},
        )

    def test_a_run_takes_with_it_what_the_server_names_no_more_and_all_but_the_last_calls(self) -> None:
        inflater = Inflater()
        user: Json = {"role": "user", "id": "m1", "timestamp": 1, "content": []}
        inflater.inflate({"type": "message_start", "message": user})
        end: Json = {"type": "agent_end", "newMessageIds": ["m1"], "forget": True}

        def call(number: int) -> None:
            inflater.inflate({"type": "tool_execution_start", "toolCallId": f"c{number}", "toolName": "t", "args": {}})

        for number in range(1, 64):
            call(number)
        self.assertEqual(
            inflater.inflate(end).event, {"type": "agent_end", "newMessageIds": ["m1"], "newMessages": [user]}
        )
        self.assertEqual(inflater.inflate(end).event["newMessages"], [user])
        self.assertEqual(inflater.inflate(end).event["newMessages"], [])
        call(64)
        inflater.inflate(end)
        self.assertEqual(inflater.args("c1"), {})
        for number in range(65, 129):
            call(number)
        inflater.inflate(end)
        self.assertEqual([inflater.args(f"c{number}") for number in (64, 65, 128)], [None, {}, {}])

    def test_a_discarded_message_is_told_and_forgotten(self) -> None:
        inflater = Inflater()
        message = {**started()["message"], "content": [{"type": "text", "text": "half"}]}
        end = inflater.inflate({"type": "message_end", "message": message, "discarded": True})
        self.assertEqual(
            end.event, {"type": "message_end", "message": message, "messageId": "m2", "discarded": True}
        )
        after = inflater.inflate({"type": "turn_end", "messageId": "m2", "toolResultIds": []})
        self.assertNotIn("message", after.event)

    def test_a_tool_message_is_completed_from_the_end_of_its_call(self) -> None:
        inflater = Inflater()
        result = {"content": [{"type": "text", "text": "out"}], "details": {"exitCode": 1}, "isError": True}
        inflater.inflate({"type": "tool_execution_end", "toolCallId": "c1", "result": result, "isError": True})
        message = {"role": "tool", "id": "m3", "timestamp": 1, "toolCallId": "c1", "toolName": "t", "isError": True}
        start = inflater.inflate({"type": "message_start", "message": message})
        self.assertEqual(
            start.event["message"],
            {**message, "content": [{"type": "text", "text": "out"}], "details": {"exitCode": 1}},
        )

    def test_an_event_is_not_changed_by_being_made_whole(self) -> None:
        inflater = Inflater()
        event: Json = {"type": "agent_end", "newMessageIds": []}
        inflater.inflate(event)
        self.assertEqual(event, {"type": "agent_end", "newMessageIds": []})

    def test_a_body_shown_to_a_hook_counts_as_sent_but_never_replaces_history(self) -> None:
        inflater = Inflater()
        user: Json = {"role": "user", "id": "m1", "timestamp": 1, "content": []}
        inflater.inflate({"type": "message_start", "message": user})
        earlier: Json = {"role": "user", "id": "m0", "timestamp": 0, "content": []}
        rewritten = {**user, "content": [{"type": "text", "text": "rewritten"}]}
        self.assertEqual(inflater.whole_messages(["m0", "m1"], [earlier, rewritten]), [earlier, rewritten])
        self.assertEqual(inflater.whole_messages(["m0", "m1"], []), [earlier, user])


class ArgsTest(unittest.TestCase):
    def test_the_arguments_of_a_call_are_kept_for_its_end(self) -> None:
        verifies("R118", "R119", "R132")
        inflater = Inflater()
        inflater.inflate({"type": "tool_execution_start", "toolCallId": "c1", "args": {"path": "a"}})
        inflater.inflate({"type": "tool_execution_start", "toolCallId": "c2", "args": {"path": "b"}})
        inflater.inflate({"type": "tool_decision", "toolCallId": "c2", "args": {"path": "c"}})
        self.assertEqual(inflater.args("c1"), {"path": "a"})
        self.assertEqual(inflater.args("c2"), {"path": "c"})
        self.assertIsNone(inflater.args("c3"))


class ParseTest(unittest.TestCase):
    def test_an_event_that_is_not_as_its_type_says_is_refused_and_one_without_a_type_is_unknown(self) -> None:
        for broken in ({"type": "agent_end"}, {"type": "turn_end", "toolResultIds": 4}):
            with self.assertRaises(WireError):
                parse_event(Inflater().inflate(broken))
        for unknown in ({"no": "type"}, {}):
            self.assertIsInstance(parse_event(Inflater().inflate(unknown)), UnknownEvent)

    def test_a_delta_is_what_its_class_reads_of_it(self) -> None:
        block = {"type": "text", "text": ""}
        for more in ({}, {"block": block}, {"chunk": {"raw": 1}}, {"block": None, "chunk": None, "colour": "green"}):
            wire: Json = {"type": "message_update", "delta": "hi", "deltaKind": "text", "contentIndex": 0, **more}
            event = parse_event(Inflater().inflate(wire))
            self.assertIs(type(event), MessageUpdate)
            self.assertEqual(event, MessageUpdate.from_wire(wire, lambda: self.fail()))
            with self.assertRaises(FrozenInstanceError):
                setattr(event, "delta", "other")
