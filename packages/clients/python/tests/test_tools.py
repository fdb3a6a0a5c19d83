"""A function becomes a tool: its schema, its call, its answer."""

from __future__ import annotations

import asyncio
import unittest
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, Required, TypedDict

from fake_server import FakeServer, Json, turns
from leak_case import LeakCase
from myelin import MyelinError, TextBlock, ToolContext, ToolResult
from myelin._schema import arguments_schema, summary_of


class Place(TypedDict):
    """A place in a text."""

    line: int
    column: NotRequired[int]


class Offset(TypedDict, total=False):
    """A way from one place to another."""

    rows: Required[int]
    columns: int


def search(
    pattern: str,
    limit: int = 10,
    ratio: float | None = None,
    deep: bool = False,
    *,
    kinds: list[Literal["file", "folder"]],
    weights: dict[str, float],
    place: Place,
    anything: Any,
    names: Sequence[str] = (),
    env: Annotated[Mapping[str, str], "The environment."] = {},
) -> str:
    """Search the folder
    for a pattern.

    More about it.

    Args:
        pattern: A regular
            expression.
        limit (int): How many at most.

    Returns:
        What was found.
    """
    return f"{pattern}{limit}{ratio}{deep}{kinds}{weights}{place}{anything}{names}{env}"


class SchemaTest(unittest.TestCase):
    def test_the_schema_is_read_from_hints_defaults_and_docstring(self) -> None:
        self.assertEqual(
            arguments_schema(search),
            {
                "type": "object",
                "properties": {
                    "pattern": {"description": "A regular expression.", "type": "string"},
                    "limit": {"description": "How many at most.", "type": "integer", "default": 10},
                    "ratio": {"anyOf": [{"type": "number"}, {"type": "null"}], "default": None},
                    "deep": {"type": "boolean", "default": False},
                    "kinds": {"type": "array", "items": {"enum": ["file", "folder"]}},
                    "weights": {"type": "object", "additionalProperties": {"type": "number"}},
                    "place": {
                        "type": "object",
                        "properties": {"line": {"type": "integer"}, "column": {"type": "integer"}},
                        "required": ["line"],
                        "additionalProperties": False,
                    },
                    "anything": {},
                    "names": {"type": "array", "items": {"type": "string"}},
                    "env": {
                        "description": "The environment.",
                        "type": "object",
                        "additionalProperties": {"type": "string"},
                    },
                },
                "required": ["pattern", "kinds", "weights", "place", "anything"],
                "additionalProperties": False,
            },
        )

    def test_a_default_that_json_has_no_number_for_is_left_out(self) -> None:
        def wait(seconds: float = float("inf"), pause: float = float("nan"), step: float = 0.5) -> None: ...

        self.assertEqual(
            arguments_schema(wait)["properties"],
            {"seconds": {"type": "number"}, "pause": {"type": "number"}, "step": {"type": "number", "default": 0.5}},
        )

    def test_a_member_is_required_as_its_class_or_itself_says(self) -> None:
        def move(by: Offset) -> None: ...

        self.assertEqual(arguments_schema(move)["properties"]["by"]["required"], ["rows"])

    def test_the_first_paragraph_is_the_description(self) -> None:
        self.assertEqual(summary_of(search), "Search the folder for a pattern.")

    def test_param_fields_describe_parameters_too(self) -> None:
        def look(word: str) -> str:
            """Look up.

            :param word: The word.
            """
            return word

        self.assertEqual(arguments_schema(look)["properties"]["word"], {"description": "The word.", "type": "string"})

    def test_what_json_has_no_word_for_is_refused_where_it_is_declared(self) -> None:
        def unhinted(word): ...  # type: ignore
        def positional(word: str, /) -> None: ...
        def many(*words: str) -> None: ...
        def exotic(word: complex) -> None: ...
        def keyed(words: dict[int, str]) -> None: ...
        def unknown(word: Nowhere) -> None: ...  # type: ignore

        functions: list[Any] = [unhinted, positional, many, exotic, keyed, unknown]
        for function in functions:
            with self.assertRaises(TypeError, msg=function.__name__) as caught:
                arguments_schema(function)
            self.assertIn("parameters={…}", str(caught.exception))


class ToolTest(LeakCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.server = FakeServer()
        self.session = self.server.open_session()

    async def execute(self, name: str, args: Json, session_id: str = "s1") -> Any:
        params = {"sessionId": session_id, "toolCallId": "c1", "toolName": name, "args": args, "progressToken": "t1"}
        answer = await self.server.answer_to(self.server.ask("tool/execute", params))
        return answer["result"] if "result" in answer else answer["error"]

    async def test_a_tool_is_offered_as_its_function_describes_it(self) -> None:
        @self.session.tool
        def lookup(word: str) -> str:
            """Look a word up."""
            return word

        self.assertEqual(lookup("it is still a function"), "it is still a function")
        self.assertEqual(self.server.sent[0]["method"], "tools/register")
        self.assertEqual(
            self.server.sent[0]["params"],
            {
                "tools": [
                    {
                        "name": "lookup",
                        "description": "Look a word up.",
                        "parameters": {
                            "type": "object",
                            "properties": {"word": {"type": "string"}},
                            "required": ["word"],
                            "additionalProperties": False,
                        },
                    }
                ],
                "sessionId": "s1",
            },
        )

    async def test_a_text_becomes_one_block(self) -> None:
        @self.session.tool(description="Look a word up")
        async def lookup(word: str) -> str:
            return f"{word}: a sheath"

        self.assertEqual(
            await self.execute("lookup", {"word": "myelin"}), {"content": [{"type": "text", "text": "myelin: a sheath"}]}
        )

    async def test_a_whole_result_goes_out_as_it_is(self) -> None:
        @self.session.tool(name="look-up", description="Look a word up", parameters={"type": "object"})
        def anything(**args: Any) -> ToolResult:
            return ToolResult(content=(TextBlock(text="none"),), details=args, is_error=True)

        self.assertEqual(
            await self.execute("look-up", {"a": 1}),
            {"content": [{"type": "text", "text": "none"}], "details": {"a": 1}, "isError": True},
        )

    async def test_what_it_raises_is_told_to_the_model(self) -> None:
        @self.session.tool(description="Fails")
        async def fail(how: str) -> str:
            if how == "in silence":
                raise TimeoutError
            if how == "by its answer":
                return None  # type: ignore
            raise ValueError("no dictionary")

        texts = {
            "loudly": "no dictionary",
            "in silence": "TimeoutError",
            "by its answer": "the tool 'fail' returned NoneType; a tool returns a str or a ToolResult",
        }
        for how, text in texts.items():
            self.assertEqual(
                await self.execute("fail", {"how": how}), {"content": [{"type": "text", "text": text}], "isError": True}
            )
        unfit = await self.execute("fail", {"nonsense": 1})
        self.assertTrue(unfit["isError"])

    async def test_progress_goes_out_under_its_token_before_the_answer(self) -> None:
        @self.session.tool(description="Count")
        async def count(context: ToolContext, to: int) -> str:
            for number in range(to):
                await context.progress(f"{number}\n")
            await context.progress("done", "status")
            return f"{context.session_id} {context.tool_call_id}"

        self.assertNotIn("context", self.server.sent[0]["params"]["tools"][0]["parameters"]["properties"])
        result = await self.execute("count", {"to": 1})
        self.assertEqual(result["content"][0]["text"], "s1 c1")
        self.assertEqual(
            [message["params"] for message in self.server.sent if message.get("method") == "$/progress"],
            [
                {"token": "t1", "value": {"kind": "output", "delta": "0\n"}},
                {"token": "t1", "value": {"kind": "status", "delta": "done"}},
            ],
        )

    async def test_progress_waits_for_room(self) -> None:
        told: list[int] = []

        @self.session.tool(description="Count")
        async def count(context: ToolContext) -> str:
            for number in range(3):
                await context.progress("x")
                told.append(number)
            return ""

        self.server.hold()
        asked = asyncio.create_task(self.execute("count", {}))
        await turns(20)
        self.assertEqual(told, [])
        self.server.release()
        await asked
        self.assertEqual(told, [0, 1, 2])

    async def test_a_tool_of_one_session_is_not_that_of_another(self) -> None:
        other = self.server.open_session("s2")
        self.session.tool(name="who", description="Who")(lambda: "one")
        other.tool(name="who", description="Who")(lambda: "two")
        self.assertEqual((await self.execute("who", {}, "s1"))["content"][0]["text"], "one")
        self.assertEqual((await self.execute("who", {}, "s2"))["content"][0]["text"], "two")
        self.assertEqual((await self.execute("who", {}, "s3"))["data"], {"code": "INVALID_PARAMS"})

    async def test_an_answer_that_json_cannot_hold_is_an_error_answer(self) -> None:
        @self.session.tool(description="Not a number")
        def nan() -> ToolResult:
            return ToolResult(content=(), details={"value": float("nan")})

        self.assertEqual((await self.execute("nan", {}))["data"], {"code": "INTERNAL"})

    async def test_a_tool_without_a_name_or_a_description_is_refused_where_it_is_declared(self) -> None:
        with self.assertRaises(TypeError):

            @self.session.tool
            def undescribed() -> str:
                return ""

        with self.assertRaises(ValueError):
            self.session.tool(description="x")(lambda: "")
        self.assertEqual(self.server.sent, [])

    async def test_a_refused_tool_stops_the_prompt_until_it_is_removed(self) -> None:
        @self.session.tool(description="x")
        def lookup() -> str:
            return ""

        self.server.answer({"accepted": [], "rejected": [{"id": "lookup", "reason": "there is one"}]})
        with self.assertRaises(MyelinError) as caught:
            await self.session.prompt("hi")
        self.assertEqual(caught.exception.code, "HOOK_REJECTED")
        await self.session.remove_tool(lookup)
        self.session.prompt("hi")
        self.assertEqual(self.server.sent[-1]["method"], "session/prompt")
