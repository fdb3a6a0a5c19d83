"""Plays the program's side of a transcript through the library; test/transcripts/README.md tells the language."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from transcript_asked import Asked, Prompted, Question
from transcript_calls import CALLS
from transcript_matching import expect_match, fill
from transcript_values import Json, full_form, observed, said, summary_of, terms_of, transformed, wishes

from myelin import (
    Block,
    ContextPatch,
    ContextPayload,
    EventStream,
    ModelRef,
    Myelin,
    MyelinError,
    ProcessExitedError,
    Session,
    SessionEvent,
    ToolCallInfo,
    ToolContext,
    ToolProgress,
    ToolResult,
    UiAskParams,
    UnknownEvent,
)

TIMEOUT = 10.0


class Driver:
    """One transcript's program. Every wait has an end."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._player: asyncio.subprocess.Process | None = None
        self._myelin: Myelin | None = None
        self._sessions: dict[str, Session] = {}
        self._runs: dict[str, Prompted] = {}
        self._streams: dict[str, EventStream] = {}
        self._asked: dict[str, Asked] = {}
        self._calls: dict[str, asyncio.Task[Any]] = {}

    async def play(self, line: Json) -> None:
        """Does or expects what one line says. Raises AssertionError when something else is seen."""
        async with asyncio.timeout(TIMEOUT):
            if "do" in line:
                await self._do(fill(line["do"]))
            elif "expect" in line:
                await self._expect(line["expect"])

    async def close(self) -> None:
        """Ends everything that the transcript left open."""
        for task in (*self._calls.values(), *(prompted.waiting for prompted in self._runs.values())):
            task.cancel()
        if self._myelin is not None:
            await self._myelin.close()
        await asyncio.gather(
            *self._calls.values(), *(prompted.waiting for prompted in self._runs.values()), return_exceptions=True
        )
        if self._player is not None:
            await self._player.communicate()

    async def _do(self, step: Json) -> None:
        op: str = step["op"]
        if op in _CALLS:
            await self._call(op, step)
        else:
            await _ACTIONS[op](self, step)

    async def _call(self, op: str, step: Json) -> None:
        task = asyncio.ensure_future(_CALLS[op](self, step))
        name = step.get("call") if op in ("create", "open") else step.get("as")
        if name is None:
            await task
            return
        self._calls[name] = task
        await asyncio.sleep(0)

    async def spawn(self, step: Json) -> Any:
        self._myelin = await Myelin.spawn(self._command, **self._manners(step))

    async def connect(self, step: Json) -> Any:
        path = f"{self._command[-1]}.socket"
        self._player = await asyncio.create_subprocess_exec(
            *self._command, "--socket", path, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        assert self._player.stdout is not None
        assert await self._player.stdout.readline() == b"listening\n"
        patience = {"reconnect": step["reconnectMs"] / 1000} if "reconnectMs" in step else {}
        self._myelin = await Myelin.connect(path, **patience, **self._manners(step))

    def _manners(self, step: Json) -> Json:
        if not step.get("onAsk"):
            return {"name": step.get("name", "driver")}
        asked = self._asked["ask"] = Asked()

        async def ask(question: UiAskParams) -> bool | str | None:
            return (await asked.ask(Question(question.to_wire()))).get("value")

        return {"name": step.get("name", "driver"), "on_ask": ask}

    async def create(self, step: Json) -> None:
        params: Json = step.get("params", {})
        self._sessions[step.get("as", "session")] = await self.client.create_session(
            cwd=params.get("cwd"),
            model=None if "model" not in params else ModelRef.from_wire(params["model"]),
            thinking_level=params.get("thinkingLevel"),
            system_prompt=params.get("systemPrompt"),
            **wishes(params),
        )

    async def open(self, step: Json) -> None:
        opened = self.client.open_session(step["sessionId"], **wishes(step.get("params", {})))
        self._sessions[step.get("as", "session")] = await opened

    async def prompt(self, step: Json) -> None:
        run = self.session(step).prompt(said(step), when_busy=step.get("whenBusy"), **terms_of(step))
        self._runs[step.get("as", "run")] = Prompted(run, asyncio.ensure_future(summary_of(run)))
        await asyncio.sleep(0)

    async def leave(self, step: Json) -> None:
        if step.get("of") in self._streams:
            self._streams[step["of"]].close()
            return
        prompted = self._run(step)
        prompted.loop, prompted.is_left = None, True

    async def cancel(self, step: Json) -> None:
        name = step.get("of", "run")
        task = self._runs[name].waiting if name in self._runs else self._calls[name]
        task.cancel()
        await asyncio.wait([task])

    async def open_events(self, step: Json) -> None:
        self._streams[step.get("as", "stream")] = self.session(step).events(after_seq=step.get("afterSeq"))

    async def on_tool_call(self, step: Json) -> None:
        asked = self._asked[step.get("as", "guard")] = Asked()

        async def guard(call: ToolCallInfo) -> Any:
            answer = await asked.ask(Question(call.to_wire()))
            return Block(answer["block"]) if "block" in answer else None

        asked.function = guard
        self._scope(step).on_tool_call(
            hook_id=step.get("hookId"), timeout_ms=step.get("timeoutMs"), on_failure=step.get("onFailure")
        )(guard)

    async def on_context(self, step: Json) -> None:
        asked = self._asked[step.get("as", "context")] = Asked()

        async def rewrite(payload: ContextPayload) -> ContextPatch | None:
            answer = await asked.ask(Question(payload.to_wire()))
            return ContextPatch.from_wire(answer["patch"]) if "patch" in answer else None

        asked.function = rewrite
        self._scope(step).on_context(
            hook_id=step.get("hookId"), timeout_ms=step.get("timeoutMs"), required=step.get("required")
        )(rewrite)

    async def on(self, step: Json) -> None:
        point: Any = step["point"]
        asked = self._asked[step.get("as", point)] = Asked()

        async def hook(payload: Any) -> Any:
            answer = await asked.ask(Question(observed(payload)))
            return Block(answer["block"]) if "block" in answer else transformed(point, answer)

        asked.function = hook
        terms = {"timeout_ms": "timeoutMs", "on_failure": "onFailure", "required": "required"}
        given = {name: step[wire] for name, wire in terms.items() if wire in step}
        self._scope(step).on(point, hook_id=step.get("hookId"), **given)(hook)

    async def tool(self, step: Json) -> None:
        asked = self._asked[step.get("as", step["name"])] = Asked()

        async def run(context: ToolContext, **args: Any) -> str | ToolResult:
            payload = {"toolCallId": context.tool_call_id, "toolName": step["name"], "args": args}
            answer = await asked.ask(Question(payload, context))
            return answer["text"] if "text" in answer else ToolResult.from_wire(answer["result"])

        asked.function = run
        scope = self.client if "on" not in step else self._scope(step)
        scope.tool(name=step["name"], description=step["description"], parameters=step["parameters"])(run)

    async def answer(self, step: Json) -> None:
        question = self._current(step["of"])
        if not question.answer.done():
            question.answer.set_result(step["with"])
        await question.over.wait()
        await asyncio.sleep(0)

    async def progress(self, step: Json) -> None:
        context = self._current(step["of"]).context
        assert context is not None, f"{step['of']} is no tool"
        value = ToolProgress.from_wire(step)
        await context.progress(value.delta, value.kind)

    async def unregister(self, step: Json) -> None:
        function = self._asked[step["of"]].function
        assert function is not None
        scope = self.client if step.get("on") == "myelin" else self._scope(step)
        owners = [self.client, *self._sessions.values()] if "on" not in step else [scope]
        for owner in owners:
            await owner.remove_hook(function)
            await owner.remove_tool(function)

    async def _expect(self, wanted: Json) -> None:
        wanted = dict(wanted)
        name: str = wanted.pop("of", "run")
        seq = wanted.pop("seq", None)
        [(kind, value)] = wanted.items()
        await _EXPECTATIONS[kind](self, name, value)
        if seq is not None:
            expect_match(seq, self._streams[name].seq)

    async def expect_event(self, name: str, wanted: Any) -> None:
        expect_match(wanted, full_form(await self._next(name)))

    async def expect_types(self, name: str, wanted: list[str]) -> None:
        for expected in wanted:
            event = await self._next(name)
            expect_match(expected, event.original_type if isinstance(event, UnknownEvent) else event.type)

    async def expect_end(self, name: str, _: Any) -> None:
        try:
            event = await self._next(name)
        except StopAsyncIteration:
            return
        raise AssertionError(f"expected the end of {name}, found {event}")

    async def expect_summary(self, name: str, wanted: Any) -> None:
        summary = await self._runs[name].run
        expect_match(wanted, summary.to_wire())

    async def expect_queued(self, name: str, wanted: Any) -> None:
        run = self._runs[name].run
        expect_match(None, await run)
        expect_match(wanted, run.queued)

    async def expect_result(self, name: str, wanted: Any) -> None:
        expect_match(wanted, await self._calls[name])

    async def expect_error(self, name: str, wanted: Json) -> None:
        try:
            if name in self._runs:
                found: Any = await self._runs[name].run
            elif name in self._streams:
                found = await anext(self._streams[name])
            else:
                found = await self._calls[name]
        except asyncio.CancelledError:
            found = {"code": "CANCELLED"}
        except MyelinError as error:
            found = {"code": error.code, "message": str(error)}
            if isinstance(error, ProcessExitedError):
                found |= {"exitCode": error.exit_code, "stderr": error.stderr}
        else:
            raise AssertionError(f"expected {name} to fail with {wanted}, found {found}")
        expect_match(wanted, {key: value for key, value in found.items() if key in wanted})

    async def expect_call(self, name: str, wanted: Any) -> None:
        asked = self._asked[name]
        asked.current = await asked.questions.get()
        expect_match(wanted, asked.current.payload)

    async def expect_aborted(self, name: str, _: Any) -> None:
        question = self._current(name)
        await question.aborted.wait()
        await question.over.wait()
        await asyncio.sleep(0)

    async def _next(self, name: str) -> SessionEvent:
        return await anext(self._runs[name].events if name in self._runs else self._streams[name])

    @property
    def client(self) -> Myelin:
        assert self._myelin is not None, "nothing was spawned"
        return self._myelin

    def session(self, step: Json) -> Session:
        return self._sessions[step.get("on", "session")]

    def _scope(self, step: Json) -> Myelin | Session:
        return self.client if step.get("on") == "myelin" else self.session(step)

    def _current(self, name: str) -> Question:
        question = self._asked[name].current
        assert question is not None, f"{name} was not called"
        return question

    def _run(self, step: Json) -> Prompted:
        return self._runs[step.get("of", "run")]


_CALLS: dict[str, Callable[[Driver, Json], Coroutine[Any, Any, Any]]] = {
    **CALLS,
    "spawn": Driver.spawn,
    "create": Driver.create,
    "connect": Driver.connect,
    "open": Driver.open,
}
_ACTIONS: dict[str, Callable[[Driver, Json], Coroutine[Any, Any, None]]] = {
    "prompt": Driver.prompt,
    "leave": Driver.leave,
    "cancel": Driver.cancel,
    "events": Driver.open_events,
    "onToolCall": Driver.on_tool_call,
    "onContext": Driver.on_context,
    "on": Driver.on,
    "tool": Driver.tool,
    "answer": Driver.answer,
    "progress": Driver.progress,
    "unregister": Driver.unregister,
}
_EXPECTATIONS: dict[str, Callable[[Driver, str, Any], Coroutine[Any, Any, None]]] = {
    "event": Driver.expect_event,
    "types": Driver.expect_types,
    "end": Driver.expect_end,
    "summary": Driver.expect_summary,
    "queued": Driver.expect_queued,
    "result": Driver.expect_result,
    "error": Driver.expect_error,
    "call": Driver.expect_call,
    "aborted": Driver.expect_aborted,
}
