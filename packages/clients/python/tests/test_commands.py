"""A function becomes a command: what the server is told of it, how it is run, and when it is gone."""

from __future__ import annotations

import unittest
from typing import Any

from myelin import CommandContext, Myelin, MyelinError
from myelin._commands import Command
from server_case import SERVER, ServerCase, clean_environment, code_of


def described(function: Any, **terms: Any) -> Any:
    given = {"name": None, "description": None, "argument_hint": None, "timeout_ms": None} | terms
    return Command.describe(function, **given).offer.to_wire()


class OfferTest(unittest.TestCase):
    def test_what_is_not_given_is_read_from_the_function(self) -> None:
        def say_hello(args: str) -> str:
            """Greets."""
            return args

        self.assertEqual(described(say_hello), {"name": "say-hello", "description": "Greets."})
        self.assertEqual(
            described(say_hello, name="hi", argument_hint="NAME", timeout_ms=0.5),
            {"name": "hi", "description": "Greets.", "argumentHint": "NAME", "timeoutMs": 1},
        )

    def test_without_a_description_it_is_refused(self) -> None:
        def dumb(args: str) -> str:
            return args

        with self.assertRaisesRegex(TypeError, "the command 'dumb' needs a description"):
            described(dumb)


class CommandTest(ServerCase):
    async def test_a_command_is_listed_run_and_taken_back(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)

            @myelin.command(description="Greets.", argument_hint="NAME")
            async def greet(args: str, where: CommandContext) -> str:
                return f"hello {args} of {where.session_id == session.id}"

            @session.command(description="Says nothing.")
            def quiet(_args: str) -> None:
                return None

            @session.command(description="Fails.")
            def stumble(_args: str) -> str:
                raise ValueError("boom")

            session.prompt_template("review", "Review $1.", description="Reviews.")
            await session.prompt("hello")
            self.assertEqual(
                sorted((one.name, one.kind, one.plugin) for one in await session.commands()),
                [(name, kind, "driver") for name, kind in
                 (("greet", "action"), ("quiet", "action"), ("review", "prompt"), ("stumble", "action"))],
            )
            self.assertEqual((await session.run_command("greet", "Ada  L")).text, "hello Ada  L of True")
            self.assertIsNone((await session.run_command("quiet")).text)
            self.assertEqual((await session.run_command("review", "a.py")).text, "Review a.py.")
            with self.assertRaisesRegex(MyelinError, "the command stumble of driver failed: .*boom"):
                await session.run_command("stumble")
            await myelin.remove_command(greet)
            await session.remove_command("review")
            self.assertEqual([one.name for one in await session.commands()], ["quiet", "stumble"])
            self.assertEqual(await code_of(session.run_command("greet")), "COMMAND_NOT_FOUND")

    async def test_a_command_that_the_server_refuses_fails_the_next_prompt(self) -> None:
        async with self.spawn() as myelin:
            session = await myelin.create_session(cwd=self.folder)
            session.prompt_template("Greet Me", "x", description="")
            self.assertEqual(await code_of(session.prompt("hello")), "HOOK_REJECTED")
            await session.remove_command("Greet Me")
            self.assertEqual((await session.prompt("hello")).end_reason, "stop")


class PlainCommandTest(ServerCase):
    def test_a_plain_function_is_a_command_without_an_event_loop(self) -> None:
        with Myelin.spawn_sync(["node", str(SERVER)], name="driver", env=clean_environment(self.folder)) as myelin:
            session = myelin.create_session(cwd=self.folder)

            @session.command(description="Greets.")
            def greet(args: str) -> str:
                return f"hello {args}, one of {len(session.commands())}"

            session.prompt("hello").result()
            self.assertEqual(session.run_command("greet", "Ada").text, "hello Ada, one of 1")
            session.remove_command(greet)
            self.assertEqual(list(session.commands()), [])
