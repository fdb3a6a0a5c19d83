"""What a plugin wants to know of a person."""

from __future__ import annotations

import asyncio

from fake_server import FakeServer, Json
from leak_case import LeakCase
from myelin import Asker, SessionEvent, ToolExecutionEnd, UiAskParams, UiResolved
from server_case import ServerCase, collect, of_type

QUESTION: Json = {
    "sessionId": "s1",
    "questionId": "q1",
    "plugin": "permissions",
    "kind": "select",
    "title": "Which?",
    "options": [{"value": "a", "label": "The first"}, {"value": "b"}],
    "default": "a",
}


ASKING = """
export default { name: 'asking', setup(myelin) {
	myelin.on('tool_call', async (call, { ui }) => {
		const sure = await ui.confirm({ title: 'Really?', message: call.toolName });
		const where = await ui.select({ title: 'Where?', options: [{ value: 'here' }, { value: 'there' }], default: 'here' });
		const why = await ui.input({ title: 'Why?', default: 'no reason' });
		return { block: true, reason: `${sure} ${where} ${why}` };
	}, { timeoutMs: Infinity });
} };
"""


class QuestionsTest(LeakCase):
    async def answer_of(self, ask: Asker | None) -> Json:
        server = FakeServer(ask)
        return await server.answer_to(server.ask("ui/ask", QUESTION))

    async def test_the_answer_of_a_plain_function_and_of_a_coroutine_is_sent(self) -> None:
        asked: list[UiAskParams] = []

        async def slowly(question: UiAskParams) -> str:
            asked.append(question)
            return "b"

        self.assertEqual((await self.answer_of(slowly))["result"], {"value": "b"})
        self.assertEqual((await self.answer_of(lambda question: False))["result"], {"value": False})
        self.assertEqual([(option.value, option.label) for option in asked[0].options or ()], [("a", "The first"), ("b", None)])

    async def test_nothing_leaves_it_to_others(self) -> None:
        self.assertEqual(await self.answer_of(lambda question: None), {"jsonrpc": "2.0", "id": 1_000_001, "result": None})

    async def test_a_function_that_fails_does_not_answer(self) -> None:
        def fail(question: UiAskParams) -> bool:
            raise RuntimeError("no keyboard")

        with self.assertLogs("myelin"):
            error = (await self.answer_of(fail))["error"]
        self.assertEqual((error["data"]["code"], error["message"]), ("ASK_FAILED", "RuntimeError: no keyboard"))

    async def test_it_is_cancelled_when_somebody_else_was_faster(self) -> None:
        asked, cancelled = asyncio.Event(), asyncio.Event()

        async def wait(question: UiAskParams) -> None:
            asked.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.set()
                raise

        server = FakeServer(wait)
        number = server.ask("ui/ask", QUESTION)
        await asked.wait()
        server.say({"method": "$/cancelRequest", "params": {"id": number}})
        self.assertEqual((await server.answer_to(number))["error"]["code"], -32800)
        self.assertTrue(cancelled.is_set())

    async def test_a_program_that_has_nobody_to_ask_does_not_know_the_method(self) -> None:
        self.assertEqual((await self.answer_of(None))["error"]["code"], -32601)


class PersonTest(ServerCase):
    def asking(self) -> list[str]:
        (self.folder / "asking.mjs").write_text(ASKING)
        return ["--plugin", str(self.folder / "asking.mjs")]

    async def reason(self, events: list[SessionEvent]) -> str:
        [end] = of_type(events, ToolExecutionEnd)
        [block] = end.result.content
        return str(getattr(block, "text"))

    async def test_a_person_is_asked_through_this_program(self) -> None:
        asked: list[UiAskParams] = []

        async def ask(question: UiAskParams) -> bool | str | None:
            asked.append(question)
            return {"confirm": True, "select": "there", "input": "because"}[question.kind]

        async with self.spawn(self.asking(), on_ask=ask) as myelin:
            session = await myelin.create_session(cwd=self.folder)
            events = await collect(session.prompt('bash command="echo hi"'))
        self.assertEqual(await self.reason(events), "true there because")
        self.assertEqual([(one.kind, one.title, one.plugin) for one in asked][0], ("confirm", "Really?", "asking"))
        self.assertEqual([option.value for option in asked[1].options or ()], ["here", "there"])
        self.assertEqual([one.by for one in of_type(events, UiResolved)], ["driver"] * 3)

    async def test_where_nobody_answers_the_default_counts(self) -> None:
        def fail(question: UiAskParams) -> None:
            if question.kind == "input":
                raise RuntimeError("no keyboard")

        async with self.spawn(self.asking(), on_ask=fail) as myelin:
            session = await myelin.create_session(cwd=self.folder)
            with self.assertLogs("myelin"):
                events = await collect(session.prompt('bash command="echo hi"'))
        self.assertEqual(await self.reason(events), "false here no reason")

    async def test_a_program_without_a_person_is_not_asked(self) -> None:
        async with self.spawn(self.asking()) as myelin:
            session = await myelin.create_session(cwd=self.folder)
            events = await collect(session.prompt('bash command="echo hi"'))
        self.assertEqual(await self.reason(events), "false here no reason")
