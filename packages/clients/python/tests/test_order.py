"""No event is missed and none comes twice, whatever the wire does."""

from __future__ import annotations

import asyncio
from typing import Any

from fake_server import FakeServer, Json, turns
from leak_case import LeakCase
from myelin import EventStream, Gap, MessageUpdate, MyelinError, TextBlock

STATE: Json = {
    "sessionId": "s1",
    "cwd": "/",
    "thinkingLevel": "off",
    "isRunning": False,
    "pendingToolCalls": [],
    "steering": [],
    "followUp": [],
    "totalUsage": {"inputTokens": 0, "outputTokens": 0, "cacheReadTokens": 0, "cacheWriteTokens": 0},
}


class OrderTest(LeakCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.server = FakeServer()

    def notice(self, seq: int, prev: int | None = None) -> None:
        place = {} if prev is None else {"prev": prev}
        event = {"type": "notice", "level": "info", "message": str(seq)}
        self.event(seq, event, **place)

    def event(self, seq: int, event: Json, **place: Any) -> None:
        self.server.say({"method": "session/event", "params": {"sessionId": "s1", "seq": seq, **place, "event": event}})

    def attached(self, seq: int) -> None:
        self.server.answer({"sessionId": "s1", "seq": seq, "state": STATE})

    def attaches(self) -> list[Json]:
        return [message["params"] for message in self.server.sent if message["method"] == "session/attach"]

    async def texts(self, stream: EventStream, count: int) -> list[str]:
        return [str(getattr(await anext(stream), "message")) for _ in range(count)]

    async def test_an_event_that_follows_the_last_one_is_taken_though_numbers_are_left_out(self) -> None:
        stream = self.server.open_session().events()
        self.notice(1)
        self.notice(7, prev=1)
        self.assertEqual(await self.texts(stream, 2), ["1", "7"])
        self.assertEqual(self.attaches(), [])

    async def test_missing_events_are_asked_for_again_once_and_come_in_order(self) -> None:
        stream = self.server.open_session().events()
        self.notice(1)
        with self.assertLogs("myelin"):
            self.notice(3)
        self.notice(4)
        self.assertEqual(self.attaches(), [{"sessionId": "s1", "afterSeq": 1, "whenFull": "wait", "windowBytes": 262144}])
        self.attached(4)
        for seq in (2, 3, 4, 5):
            self.notice(seq)
        self.assertEqual(await self.texts(stream, 5), ["1", "2", "3", "4", "5"])

    async def test_what_has_come_before_is_left_out(self) -> None:
        stream = self.server.open_session().events()
        for seq in (1, 2, 1, 2, 3):
            self.notice(seq)
        self.assertEqual(await self.texts(stream, 3), ["1", "2", "3"])
        self.assertEqual(self.attaches(), [])

    async def test_a_gap_is_an_event_and_the_next_one_follows_it(self) -> None:
        stream = self.server.open_session().events()
        self.notice(1)
        self.event(9, {"type": "gap", "from": 2, "to": 9, "state": STATE}, prev=1)
        self.notice(10)
        self.assertEqual(await self.texts(stream, 1), ["1"])
        gap = await anext(stream)
        assert isinstance(gap, Gap)
        self.assertEqual((gap.from_, gap.to), (2, 9))
        self.assertEqual(await self.texts(stream, 1), ["10"])

    async def test_events_that_the_server_cannot_send_end_the_stream_with_its_reason(self) -> None:
        stream = self.server.open_session().events()
        with self.assertLogs("myelin"):
            self.notice(3)
        self.server.say(
            {"id": self.server.sent[-1]["id"], "error": {"code": -32000, "message": "no", "data": {"code": "SESSION_NOT_FOUND"}}}
        )
        with self.assertRaises(MyelinError) as caught:
            await anext(stream)
        self.assertEqual(caught.exception.code, "SESSION_NOT_FOUND")

    async def test_a_server_that_leaves_them_out_again_is_not_asked_for_ever(self) -> None:
        stream = self.server.open_session().events()
        with self.assertLogs("myelin"):
            self.notice(3)
        self.attached(3)
        self.notice(3)
        with self.assertRaises(MyelinError) as caught:
            await anext(stream)
        self.assertEqual(caught.exception.code, "INVALID_ANSWER")
        self.assertEqual(len(self.attaches()), 1)

    async def test_earlier_events_are_asked_for_and_nobody_else_is_given_them_twice(self) -> None:
        session = self.server.open_session()
        stream = session.events()
        for seq in (1, 2, 3):
            self.notice(seq)
        late = session.events(after_seq=1)
        self.assertEqual(self.attaches(), [{"sessionId": "s1", "afterSeq": 1, "seenSeq": 3, "whenFull": "wait", "windowBytes": 262144}])
        self.attached(3)
        for seq in (2, 3, 4, 5):
            self.notice(seq)
        self.assertEqual(await self.texts(late, 4), ["2", "3", "4", "5"])
        self.assertEqual(await self.texts(stream, 5), ["1", "2", "3", "4", "5"])

    async def test_two_streams_from_different_places_each_have_all_of_theirs(self) -> None:
        session = self.server.open_session()
        for seq in range(1, 7):
            self.notice(seq)
        early = session.events(after_seq=1)
        self.attached(6)
        self.notice(2)
        later = session.events(after_seq=4)
        self.assertEqual([params["afterSeq"] for params in self.attaches()], [1, 2])
        self.attached(6)
        for seq in (3, 4, 5, 6, 7):
            self.notice(seq)
        self.assertEqual(await self.texts(early, 6), ["2", "3", "4", "5", "6", "7"])
        self.assertEqual(await self.texts(later, 3), ["5", "6", "7"])

    async def test_streams_that_go_back_at_once_each_have_all_of_theirs(self) -> None:
        session = self.server.open_session()
        for seq in range(1, 7):
            self.notice(seq)
        early, later, last = (session.events(after_seq=seq) for seq in (3, 2, 4))
        self.assertEqual([params["afterSeq"] for params in self.attaches()], [3, 2, 2])
        for place in (-3, -2):
            self.server.answer({"sessionId": "s1", "seq": 6, "state": STATE}, to=place)
            self.notice(3)
        self.attached(6)
        for seq in range(3, 8):
            self.notice(seq)
        self.assertEqual(await self.texts(early, 4), ["4", "5", "6", "7"])
        self.assertEqual(await self.texts(later, 5), ["3", "4", "5", "6", "7"])
        self.assertEqual(await self.texts(last, 3), ["5", "6", "7"])

    async def test_what_is_told_until_the_past_is_there_is_not_told_again_within_a_merged_delta(self) -> None:
        for is_program in (False, True):
            with self.subTest(is_program=is_program):
                self.server = FakeServer()
                session = self.server.open_session()
                along = session.events()
                self.event(1, {"type": "message_update", "delta": "a", "deltaKind": "text", "contentIndex": 0})
                self.event(2, {"type": "message_update", "delta": "b"})
                attaching = asyncio.ensure_future(session.attach(after_seq=1)) if is_program else None
                back = None if is_program else session.events(after_seq=1)
                await turns()
                self.event(3, {"type": "message_update", "delta": "c"})
                self.attached(3)
                self.event(2, {"type": "message_update", "delta": "b", "deltaKind": "text", "contentIndex": 0})
                self.event(4, {"type": "message_update", "delta": "cd"}, prev=2)
                self.assertEqual([(params["afterSeq"], params["seenSeq"]) for params in self.attaches()], [(1, 2), (1, 3)])
                self.attached(4)
                self.event(2, {"type": "message_update", "delta": "b", "deltaKind": "text", "contentIndex": 0})
                self.event(3, {"type": "message_update", "delta": "c"})
                self.event(4, {"type": "message_update", "delta": "d"})
                self.assertEqual(await self.deltas(along, 4), ["a", "b", "c", "d"])
                if back is not None:
                    self.assertEqual(await self.deltas(back, 3), ["b", "c", "d"])
                if attaching is not None:
                    await attaching

    async def deltas(self, stream: EventStream, count: int) -> list[str]:
        return [str(getattr(await anext(stream), "delta")) for _ in range(count)]

    async def test_what_is_not_as_its_type_says_leaves_nothing_behind_and_the_first_of_a_type_is_warned_of(self) -> None:
        session = self.server.open_session()
        stream = session.events()
        head: Json = {"role": "assistant", "id": "m1", "timestamp": 1, "content": [], "model": {"provider": "p", "id": "i"}}
        with self.assertLogs("myelin", "WARNING") as logs:
            self.event(1, {"type": "message_start", "message": head})
            self.event(2, {"type": "message_update", "delta": 5})
            self.event(3, {"type": "message_update"})
            self.event(4, {"type": "message_update", "delta": "whole"})
        self.assertEqual(len(logs.records), 1)
        seen = [await anext(stream) for _ in range(4)]
        self.assertEqual([event.to_wire() for event in seen[1:3]], [{"type": "message_update", "delta": 5}, {"type": "message_update"}])
        last = seen[3]
        assert isinstance(last, MessageUpdate)
        self.assertEqual(last.message.content, (TextBlock(text="whole"),))

    async def test_a_place_that_the_server_will_not_go_back_to_fails_that_stream_alone(self) -> None:
        session = self.server.open_session()
        self.notice(1)
        self.notice(2)
        stream = session.events()
        wrong = session.events(after_seq=1)
        self.server.say({"id": self.server.sent[-1]["id"], "error": {"code": -32602, "message": "no"}})
        with self.assertRaises(MyelinError) as caught:
            await anext(wrong)
        self.assertEqual(caught.exception.code, "INVALID_PARAMS")
        self.notice(3)
        self.assertEqual(await self.texts(stream, 1), ["3"])

    async def test_a_stream_from_a_place_that_is_still_to_come_begins_there(self) -> None:
        stream = self.server.open_session().events(after_seq=2)
        for seq in (1, 2, 3):
            self.notice(seq)
        self.assertEqual(await self.texts(stream, 1), ["3"])
        self.assertEqual((stream.seq, self.attaches()), (3, []))

    async def test_a_stream_from_where_things_stand_asks_nothing(self) -> None:
        session = self.server.open_session()
        self.notice(1)
        self.assertEqual(session.seq, 1)
        stream = session.events(after_seq=session.seq)
        self.notice(2)
        self.assertEqual(await self.texts(stream, 1), ["2"])
        self.assertEqual(self.attaches(), [])

    async def test_a_message_that_streams_while_events_come_again_stays_whole(self) -> None:
        session = self.server.open_session()
        stream = session.events()
        message: Json = {"role": "assistant", "id": "m1", "timestamp": 1, "content": [], "model": {"provider": "d", "id": "d"}}
        place = {"deltaKind": "text", "contentIndex": 0}
        self.event(1, {"type": "message_start", "message": message})
        self.event(2, {"type": "message_update", "delta": "a", **place, "block": {"type": "text", "text": ""}})
        self.event(3, {"type": "message_update", "delta": "b"})
        late = session.events(after_seq=2)
        self.attached(3)
        self.event(3, {"type": "message_update", "delta": "b", **place})
        self.event(4, {"type": "message_update", "delta": "c"})
        for events, seen in ((stream, ["a", "ab", "abc"]), (late, ["ab", "abc"])):
            found: list[str] = []
            while len(found) < len(seen):
                event = await anext(events)
                if isinstance(event, MessageUpdate):
                    [block] = event.message.content
                    assert isinstance(block, TextBlock)
                    found.append(block.text)
            self.assertEqual(found, seen)

    async def test_after_events_came_again_what_is_taken_is_acknowledged_anew(self) -> None:
        session = self.server.open_session()
        self.notice(1)
        self.notice(2)
        late = session.events(after_seq=0)
        self.attached(2)
        self.notice(1)
        self.notice(2)
        await self.texts(late, 2)
        self.server.acks.clear()
        taking = asyncio.ensure_future(self.texts(late, 1))
        await asyncio.wait_for(self.acknowledged(2), 5)
        taking.cancel()

    async def test_streams_of_a_session_that_is_detached_end_and_begin_anew_with_it(self) -> None:
        session = self.server.open_session()
        stream = session.events()
        detaching = asyncio.create_task(session.detach())
        await turns()
        self.server.answer({})
        await detaching
        self.assertEqual([event async for event in stream], [])
        self.assertEqual([event async for event in session.events()], [])
        attaching = asyncio.create_task(session.attach())
        await turns()
        self.assertEqual(self.attaches(), [{"sessionId": "s1", "whenFull": "wait", "windowBytes": 262144}])
        self.attached(5)
        await attaching
        stream = session.events()
        self.notice(6)
        self.assertEqual(await self.texts(stream, 1), ["6"])

    async def acknowledged(self, seq: int) -> None:
        while seq not in self.server.acks:
            await asyncio.sleep(0)
