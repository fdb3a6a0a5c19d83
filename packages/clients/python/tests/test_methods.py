"""Every request of the protocol has its call, and those that only a real server can answer are tried on one."""

from __future__ import annotations

import json
import re
import unittest
from pathlib import Path

import myelin
from myelin import GoalAction, TextBlock, UserMessage
from server_case import ROOT, ServerCase, code_of

# Said by the library itself, or never by a client that owns its server.
NOT_CALLED = {"initialize", "shutdown"} | {
    f"{kind}/{verb}" for kind in ("hooks", "tools", "commands") for verb in ("register", "unregister")
}


class EveryMethodTest(unittest.TestCase):
    def test_each_request_of_the_protocol_is_made_somewhere(self) -> None:
        protocol = json.loads((ROOT / "packages" / "rpc-server" / "schema" / "protocol.json").read_text("utf-8"))
        sources = "".join(path.read_text("utf-8") for path in Path(myelin.__file__).parent.glob("*.py"))
        made = set(re.findall(r'"([a-z]+/[a-zA-Z]+)"', sources))
        self.assertEqual(sorted(set(protocol["clientRequests"]) - NOT_CALLED - made), [])


class KeptSessionTest(ServerCase):
    async def test_a_session_is_found_opened_named_and_deleted(self) -> None:
        arguments = ["--sessions", str(self.folder / "sessions")]
        async with self.spawn(arguments) as first:
            session = await first.create_session(cwd=self.folder)
            await session.prompt("hello")
            await session.rename("greeting")
        async with self.spawn(arguments) as myelin:
            [listed] = await myelin.sessions()
            self.assertEqual((listed.session_id, listed.name, listed.is_open), (session.id, "greeting", False))
            again = await myelin.open_session(session.id)
            self.assertEqual((await again.state()).name, "greeting")
            page = await again.entries(limit=100)
            kept = [entry for entry in page.entries if entry.type == "message"]
            await again.label(kept[0].id, "the beginning")
            fork = await myelin.open_session(await again.fork(kept[0].id))
            self.assertEqual((await fork.prompt("and again")).end_reason, "stop")
            await again.navigate(None)
            await fork.close()
            await myelin.delete_session(fork.id)
            self.assertEqual([one.session_id for one in await myelin.sessions()], [session.id])
            self.assertEqual(await code_of(myelin.open_session(fork.id)), "SESSION_NOT_FOUND")

    async def test_a_session_that_is_open_here_is_opened_again_without_loss(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            stream = session.events()
            again = await myelin.open_session(session.id)
            await again.prompt("hello")
            self.assertEqual((await anext(stream)).type, "agent_start")


class WorkingSessionTest(ServerCase):
    async def test_what_waits_is_listed_and_taken_back(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            run = session.prompt('bash command="sleep 60"')
            first, second = await session.follow_up("one"), await session.steer([TextBlock(text="two")])
            waiting = await session.queue()
            self.assertEqual([[item.id for item in waiting.follow_up], [item.id for item in waiting.steering]], [[first], [second]])
            self.assertEqual(await session.unqueue(second, "nobody"), (second,))
            self.assertEqual(await session.clear_queue(), (first,))
            await session.abort()
            self.assertEqual((await run).end_reason, "aborted")

    async def test_tools_level_and_goal_are_set(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            await session.set_tools(["read"])
            self.assertEqual((await session.prompt('bash command="touch trace"')).tool_calls, 0)
            await session.set_tools(None)
            self.assertEqual((await session.prompt('bash command="touch trace"', tools=["read"])).tool_calls, 0)
            await session.set_thinking_level("high")
            self.assertEqual((await session.state()).thinking_level, "high")
            goal = await session.set_goal(GoalAction(action="create", text="say hello"))
            assert goal is not None
            self.assertEqual(goal.text, "say hello")
            self.assertIsNone(await session.set_goal(GoalAction(action="clear")))
            await session.abort()
        self.assertFalse((self.folder / "trace").exists())

    async def test_plugins_are_loaded_and_their_commands_run(self) -> None:
        plugin = self.folder / "greeter.mjs"
        plugin.write_text(
            "export default { name: 'greeter', setup(myelin) {"
            " myelin.registerCommand({ name: 'greet', description: 'Greets', run: (args) => `hello ${args}` }); } };"
        )
        async with self.spawn() as myelin:
            self.assertEqual((await myelin.load_plugin(plugin)).status, "loaded")
            session = await myelin.create_session(cwd=self.folder)
            self.assertIn("greet", [command.name for command in await session.commands()])
            self.assertEqual((await session.run_command("greet", "you")).text, "hello you")
            self.assertEqual(await code_of(session.run_command("nothing")), "COMMAND_NOT_FOUND")
            self.assertEqual((await myelin.reload_plugin("greeter")).status, "loaded")
            await myelin.unload_plugin("greeter")
            self.assertEqual((await myelin.reload_plugin("greeter")).status, "loaded")
            self.assertEqual(await code_of(myelin.reload_plugin("nobody")), "PLUGIN_NOT_FOUND")

    async def test_settings_are_read_and_changed_and_nonsense_is_refused(self) -> None:
        async with self.spawn() as myelin:
            self.assertIsNone(await myelin.settings("model"))
            await myelin.set_setting("model", "demo/demo")
            self.assertEqual(await myelin.settings("model"), "demo/demo")
            await myelin.set_setting("model", None)
            self.assertIsNone(await myelin.settings("model"))
            self.assertEqual(await code_of(myelin.set_setting("model", 7)), "INVALID_SETTING")

    async def test_a_short_history_is_not_compacted(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            self.assertEqual(await code_of(session.compact()), "NOTHING_TO_COMPACT")

    async def test_one_may_look_away_and_come_back(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            await session.detach()
            self.assertEqual((await session.prompt("hello")).end_reason, "stop")
            before = session.seq
            self.assertFalse((await session.attach()).is_running)
            self.assertGreater(session.seq, before)
            begun = [event async for event in session.prompt("hello")][2]
            assert begun.type == "message_start" and isinstance(begun.message, UserMessage)
            self.assertEqual(begun.message.content, (TextBlock(text="hello"),))
