"""Calls in both directions, each with an end."""

from __future__ import annotations

import asyncio
from typing import Any

from fake_server import FakeServer, turns
from leak_case import LeakCase
from myelin import MyelinError, ToolCallInfo


def plain(answer: Any) -> Any:
    return answer


class RequestTest(LeakCase):
    async def test_answers_wake_their_own_callers_in_any_order(self) -> None:
        server = FakeServer()
        first = asyncio.create_task(server.peer.connection.request("a", {}, plain))
        second = asyncio.create_task(server.peer.connection.request("b", {}, plain))
        await turns()
        server.answer({"place": 2}, to=1)
        server.answer({"place": 1}, to=0)
        self.assertEqual([await first, await second], [{"place": 1}, {"place": 2}])
        self.assertEqual([message["method"] for message in server.sent], ["a", "b"])

    async def test_an_error_answer_carries_its_own_code_and_data(self) -> None:
        server = FakeServer()
        cases: list[tuple[dict[str, Any], str]] = [
            ({"code": -32000, "message": "no", "data": {"code": "MOON_PHASE", "moon": 3}}, "MOON_PHASE"),
            ({"code": -32601, "message": "no"}, "METHOD_NOT_FOUND"),
            ({"code": 7, "message": "no"}, "UNKNOWN"),
        ]
        for error, code in cases:
            call = server.peer.connection.begin("a", {}, plain)
            server.say({"id": call.id, "error": error})
            with self.assertRaises(MyelinError) as caught:
                await server.peer.connection.wait(call)
            self.assertEqual(caught.exception.code, code)
            self.assertEqual(caught.exception.data, error.get("data", {}))

    async def test_cancelling_the_caller_tells_the_server_and_a_late_answer_is_ignored(self) -> None:
        server = FakeServer()
        task = asyncio.create_task(server.peer.connection.request("a", {}, plain))
        await turns()
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertEqual(server.sent[-1]["method"], "$/cancelRequest")
        self.assertEqual(server.sent[-1]["params"], {"id": server.sent[0]["id"]})
        server.answer("late", to=0)

    async def test_the_end_rejects_all_that_waits_and_all_that_comes(self) -> None:
        server = FakeServer()
        tasks = [asyncio.create_task(server.peer.connection.request("a", {}, plain)) for _ in range(3)]
        await turns()
        server.die()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            self.assertIsInstance(outcome, MyelinError)
        with self.assertRaises(MyelinError) as caught:
            await server.peer.connection.request("b", {}, plain)
        self.assertEqual(caught.exception.code, "DISCONNECTED")
        with self.assertRaises(MyelinError):
            await server.peer.connection.notify("c", {})
        self.assertEqual(len(server.sent), 3)

    async def test_an_answer_that_cannot_be_read_fails_its_call_alone(self) -> None:
        server = FakeServer()
        call = server.peer.connection.begin("a", {}, lambda answer: answer["missing"])
        other = server.peer.connection.begin("b", {}, plain)
        server.say({"id": call.id, "result": {}}, {"id": other.id, "result": {"x": 1}})
        with self.assertRaises(MyelinError) as caught:
            await server.peer.connection.wait(call)
        self.assertEqual(caught.exception.code, "INVALID_ANSWER")
        self.assertEqual(await server.peer.connection.wait(other), {"x": 1})

    async def test_a_request_larger_than_the_server_takes_is_not_sent(self) -> None:
        server = FakeServer()
        server.peer.connection.set_max_frame_bytes(1000)
        with self.assertRaises(MyelinError) as caught:
            await server.peer.connection.request("a", {"text": "x" * 1000}, plain)
        self.assertEqual(caught.exception.code, "FRAME_TOO_LARGE")
        self.assertEqual(server.sent, [])

    async def test_what_is_no_json_fails_its_call_alone(self) -> None:
        server = FakeServer()
        deep: list[Any] = []
        for _ in range(100_000):
            deep = [deep]
        for nonsense in (object(), float("nan"), deep):
            with self.assertRaises(MyelinError) as caught:
                await server.peer.connection.request("a", {"x": nonsense}, plain)
            self.assertEqual(caught.exception.code, "INVALID_PARAMS")
        call = server.peer.connection.begin("b", {}, plain)
        server.say({"id": call.id, "result": {}})
        self.assertEqual(await server.peer.connection.wait(call), {})

    async def test_what_is_no_message_ends_the_connection_and_is_quoted(self) -> None:
        for nonsense in (b"Welcome to the shop!\n", b"[1,2]\n", b'{"jsonrpc":"2.0"}\n', b"\xff\n"):
            server = FakeServer()
            call = server.peer.connection.begin("a", {}, plain)
            server.peer.connection.received(nonsense)
            with self.assertRaises(MyelinError) as caught:
                await server.peer.connection.wait(call)
            self.assertEqual(caught.exception.code, "DISCONNECTED")
            self.assertTrue(server.dismissed)
        self.assertIn("�", str(caught.exception))

    async def test_an_answer_to_nobody_is_ignored(self) -> None:
        server = FakeServer()
        server.say({"id": 99, "result": {}}, {"id": "y", "result": {}}, {"id": "x", "method": "nope"})
        with self.assertLogs("myelin"):
            server.say({"id": None, "error": {"code": -32700, "message": "what?"}})
        self.assertEqual((await server.answer_to("x"))["error"]["code"], -32601)


class ServingTest(LeakCase):
    async def test_an_unknown_method_is_refused_and_an_unknown_notification_ignored(self) -> None:
        server = FakeServer()
        server.say({"method": "session/gap", "params": {"sessionId": "s1"}})
        answer = await server.answer_to(server.ask("ui/ask", {}))
        self.assertEqual(answer["error"]["code"], -32601)
        self.assertEqual(answer["error"]["data"], {"code": "METHOD_NOT_FOUND"})

    async def test_a_question_cancelled_in_the_same_breath_is_heard_and_answered_as_cancelled(self) -> None:
        server, heard = FakeServer(), asyncio.Event()

        async def guard(call: ToolCallInfo) -> None:
            heard.set()
            await asyncio.Event().wait()

        server.open_client_scope().on_tool_call(hook_id="g")(guard)
        call: dict[str, Any] = {"toolCallId": "c", "toolName": "t", "args": {}}
        asked: dict[str, Any] = {"hookId": "g", "sessionId": "s", "point": "tool_call", "payload": call}
        server.say(
            {"id": 1000001, "method": "hook/call", "params": asked},
            {"method": "$/cancelRequest", "params": {"id": 1000001}},
        )
        answer = await server.answer_to(1000001)
        self.assertEqual((answer["error"]["code"], answer["error"]["data"]), (-32800, {"code": "CANCELLED"}))
        self.assertTrue(heard.is_set())

    async def test_cancelling_what_is_over_means_nothing(self) -> None:
        server = FakeServer()
        for params in ({"id": 1}, {}, {"id": [1]}):
            server.say({"method": "$/cancelRequest", "params": params})
        self.assertEqual(server.sent, [])
