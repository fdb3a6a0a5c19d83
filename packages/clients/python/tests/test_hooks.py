"""A program's own answer to a hook, and every way of not answering."""

from __future__ import annotations

import asyncio
from typing import Any

from fake_server import FakeServer, Json, turns
from leak_case import LeakCase
from myelin import Block, ContextPatch, ContextPayload, HookContext, MyelinError, ToolCallInfo, UserMessage

CALL = {"toolCallId": "c1", "toolName": "bash", "args": {"command": "rm -rf /"}}


def allow(call: ToolCallInfo) -> None:
    """Allows whatever comes."""


def unchanged(payload: ContextPayload) -> None:
    """Changes nothing."""


class HookCase(LeakCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.server = FakeServer()

    async def ask(self, hook_id: str, payload: Json = CALL, point: str = "tool_call") -> Any:
        params = {"hookId": hook_id, "sessionId": "s1", "point": point, "payload": payload}
        answer = await self.server.answer_to(self.server.ask("hook/call", params))
        return answer["result"] if "result" in answer else answer["error"]


class GuardTest(HookCase):
    async def test_nothing_allows_and_a_block_denies(self) -> None:
        session = self.server.open_session()

        @session.on_tool_call
        async def guard(call: ToolCallInfo) -> Block | None:
            return Block("not here") if "rm -rf" in call.args["command"] else None

        self.assertEqual(await self.ask("guard"), {"decision": "block", "reason": "not here"})
        harmless = {**CALL, "args": {"command": "ls"}}
        self.assertEqual(await self.ask("guard", harmless), {"decision": "allow"})

    async def test_a_plain_function_may_guard(self) -> None:
        @self.server.open_session().on_tool_call
        def guard(call: ToolCallInfo) -> Block:
            return Block(call.tool_name)

        self.assertEqual(await self.ask("guard"), {"decision": "block", "reason": "bash"})

    async def test_a_guard_that_raises_answers_an_error_that_names_the_exception(self) -> None:
        session = self.server.open_session()

        @session.on_tool_call
        async def guard(call: ToolCallInfo) -> None:
            raise KeyError(call.args["missing"])

        with self.assertLogs("myelin"):
            error = await self.ask("guard")
        self.assertEqual(
            error, {"code": -32000, "message": "guard: KeyError: 'missing'", "data": {"code": "HOOK_FAILED"}}
        )

    async def test_an_answer_that_is_no_verdict_never_allows(self) -> None:
        session = self.server.open_session()
        answers: tuple[Any, ...] = (True, False, "allow", {"decision": "allow"}, [], 0, Block)
        for nonsense in answers:

            def guard(call: ToolCallInfo, nonsense: Any = nonsense) -> Any:
                return nonsense

            session.on_tool_call(hook_id="guard")(guard)
            self.assertEqual((await self.ask("guard"))["decision"], "invalid", repr(nonsense))

    async def test_a_guard_that_takes_two_arguments_is_told_where_it_is_called(self) -> None:
        self.server.open_session()

        @self.server.open_client_scope().on_tool_call
        async def guard(call: ToolCallInfo, context: HookContext) -> Block:
            return Block(f"{call.tool_name} in {context.session_id}")

        self.assertEqual(await self.ask("guard"), {"decision": "block", "reason": "bash in s1"})

    async def test_an_argument_that_has_a_default_is_the_guards_own(self) -> None:
        @self.server.open_session().on_tool_call
        def guard(call: ToolCallInfo, reason: str = "mine") -> Block:
            return Block(reason)

        self.assertEqual(await self.ask("guard"), {"decision": "block", "reason": "mine"})

    async def test_a_failure_that_is_too_long_to_tell_is_told_in_short(self) -> None:
        session = self.server.open_session()
        self.server.peer.connection.set_max_frame_bytes(1000)

        @session.on_tool_call
        def guard(call: ToolCallInfo) -> Block:
            raise ValueError("x" * 1000)

        with self.assertLogs("myelin"):
            error = await asyncio.wait_for(self.ask("guard"), 10)
        self.assertEqual(error["data"], {"code": "HOOK_FAILED"})
        self.assertIn("hook/call failed, and why cannot be sent: an answer would be", error["message"])

    async def test_an_answer_that_is_no_json_is_an_error(self) -> None:
        deep: Any = []
        for _ in range(100_000):
            deep = [deep]
        for nonsense in (deep, float("nan"), object(), "x" * 40_000_000):

            def guard(call: ToolCallInfo, nonsense: Any = nonsense) -> Block:
                return Block(nonsense)

            self.server.open_session().on_tool_call(hook_id="guard")(guard)
            error = await asyncio.wait_for(self.ask("guard"), 10)
            self.assertIn(error["data"]["code"], ("INTERNAL", "FRAME_TOO_LARGE"))

    async def test_a_limit_travels_in_whole_milliseconds_and_none_as_0(self) -> None:
        session = self.server.open_session()
        for limit in (float("inf"), 2500.5, 7):
            session.on_tool_call(timeout_ms=limit)(allow)
        limits = [message["params"]["hooks"][0]["timeoutMs"] for message in self.server.sent]
        self.assertEqual(limits, [0, 2501, 7])

    async def test_a_guard_that_is_not_there_is_an_error(self) -> None:
        self.assertEqual((await self.ask("ghost"))["data"], {"code": "HOOK_FAILED"})

    async def test_a_guard_may_ask_the_server_meanwhile(self) -> None:
        session = self.server.open_session()

        @session.on_tool_call
        async def guard(call: ToolCallInfo) -> Block | None:
            return Block(await session.steer("what is this?"))

        asked = asyncio.create_task(self.ask("guard"))
        await turns()
        self.server.answer({"itemId": "m9"})
        self.assertEqual(await asked, {"decision": "block", "reason": "m9"})

    async def test_a_guard_that_nobody_waits_for_any_more_is_cancelled(self) -> None:
        session = self.server.open_session()
        ended = asyncio.Event()

        @session.on_tool_call
        async def guard(call: ToolCallInfo) -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        asked = asyncio.create_task(self.ask("guard"))
        await turns()
        self.server.say({"method": "$/cancelRequest", "params": {"id": 1_000_001}})
        self.assertEqual((await asked)["data"], {"code": "CANCELLED"})
        self.assertTrue(ended.is_set())

    async def test_what_runs_when_the_server_is_lost_is_cancelled(self) -> None:
        session = self.server.open_session()
        ended = asyncio.Event()

        @session.on_tool_call
        async def guard(call: ToolCallInfo) -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        self.server.ask("hook/call", {"hookId": "guard", "sessionId": "s1", "point": "tool_call", "payload": CALL})
        await turns()
        self.server.die()
        await asyncio.wait_for(ended.wait(), 5)


class ContextTest(HookCase):
    payload = {"messageIds": ["m0"], "messages": [], "systemPrompt": "", "thinkingLevel": "off"}

    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.session = self.server.open_session()
        message: Json = {"role": "user", "id": "m0", "timestamp": 1, "content": []}
        self.server.event({"type": "message_start", "message": message})

    async def test_the_hook_sees_every_message_whole(self) -> None:
        seen: list[ContextPayload] = []
        self.session.on_context(hook_id="look")(seen.append)
        self.assertIsNone(await self.ask("look", self.payload, "context"))
        self.assertEqual(seen[0].messages, (UserMessage(id="m0", timestamp=1, content=()),))

    async def test_a_patch_is_answered_in_its_wire_form(self) -> None:
        @self.session.on_context
        async def clock(payload: ContextPayload) -> ContextPatch:
            return ContextPatch(append=("It is noon.",), drop=("m0",))

        answer = await self.ask("clock", self.payload, "context")
        self.assertEqual(answer, {"append": ["It is noon."], "drop": ["m0"]})

    async def test_what_is_no_patch_is_an_error(self) -> None:
        def wrong(payload: ContextPayload) -> Any:
            return {"append": ["x"]}

        self.session.on_context(wrong)
        with self.assertLogs("myelin"):
            error = await self.ask("wrong", self.payload, "context")
        self.assertEqual(error["data"], {"code": "HOOK_FAILED"})


class RegistrationTest(HookCase):
    async def test_a_hook_is_named_by_its_function_and_names_are_unique(self) -> None:
        for session in (self.server.open_session("s1"), self.server.open_session("s2")):

            @session.on_tool_call
            async def guard(call: ToolCallInfo) -> None: ...

        specs = [message["params"]["hooks"] for message in self.server.sent]
        self.assertEqual(
            specs, [[{"hookId": "guard", "point": "tool_call"}], [{"hookId": "guard-2", "point": "tool_call"}]]
        )

    async def test_terms_are_sent_as_given(self) -> None:
        session = self.server.open_session()
        session.on_tool_call(hook_id="a", timeout_ms=10, on_failure="allow")(allow)
        session.on_context(hook_id="b", required=True)(unchanged)
        self.assertEqual(
            [message["params"] for message in self.server.sent],
            [
                {
                    "hooks": [{"hookId": "a", "point": "tool_call", "timeoutMs": 10, "onFailure": "allow"}],
                    "sessionId": "s1",
                },
                {"hooks": [{"hookId": "b", "point": "context", "required": True}], "sessionId": "s1"},
            ],
        )

    async def test_a_prompt_waits_until_its_guards_are_in_force(self) -> None:
        session = self.server.open_session()
        session.on_tool_call(hook_id="a")(allow)
        run = session.prompt("hi")
        await turns()
        self.assertEqual(len(self.server.sent), 1)
        self.server.answer({"accepted": [], "rejected": []})
        await turns()
        self.assertEqual(self.server.sent[1]["method"], "session/prompt")
        self.server.end_run(self.server.begin_run())
        await run

    async def test_once_its_guards_are_in_force_a_prompt_is_sent_at_once(self) -> None:
        session = self.server.open_session()
        session.on_tool_call(hook_id="a")(allow)
        self.server.answer({"accepted": [], "rejected": []})
        await turns()
        session.prompt("hi")
        self.assertEqual(self.server.sent[-1]["method"], "session/prompt")

    async def test_a_refused_guard_stops_every_prompt_until_it_is_removed(self) -> None:
        session = self.server.open_session()

        @session.on_tool_call
        def guard(call: ToolCallInfo) -> None: ...

        self.server.answer({"accepted": [], "rejected": [{"id": "guard", "reason": "taken"}]})
        for _ in range(2):
            with self.assertRaises(MyelinError) as caught:
                await session.prompt("hi")
            self.assertEqual(caught.exception.code, "HOOK_REJECTED")
            self.assertIn("taken", str(caught.exception))
        self.assertEqual(len(self.server.sent), 1)
        await session.remove_hook(guard)
        session.prompt("hi")
        self.assertEqual([message["method"] for message in self.server.sent], ["hooks/register", "session/prompt"])

    async def test_a_guard_is_answered_for_until_the_server_let_it_go(self) -> None:
        session = self.server.open_session()

        @session.on_tool_call
        def guard(call: ToolCallInfo) -> Block:
            return Block("no")

        self.server.answer({"accepted": [], "rejected": []})
        await turns()
        removing = asyncio.create_task(session.remove_hook(guard))
        await turns()
        self.assertEqual(self.server.sent[-1]["params"], {"ids": ["guard"]})
        unregistering = len(self.server.sent) - 1
        self.assertEqual(await self.ask("guard"), {"decision": "block", "reason": "no"})
        self.server.answer({}, to=unregistering)
        await removing
        self.assertEqual((await self.ask("guard"))["data"], {"code": "HOOK_FAILED"})

    async def test_a_prompt_cancelled_while_it_waits_for_a_guard_is_never_sent(self) -> None:
        session = self.server.open_session()
        session.on_tool_call(hook_id="a")(allow)
        task = asyncio.ensure_future(session.prompt("hi"))
        await turns()
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.server.answer({"accepted": [], "rejected": []})
        await turns()
        self.assertEqual([message["method"] for message in self.server.sent], ["hooks/register"])
