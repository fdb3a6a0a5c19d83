"""Plays the program's side of a transcript through the library; test/transcripts/README.md tells the language."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from transcript_matching import expect_match, fill

from myelin import (
    Block,
    ContextPatch,
    ContextPayload,
    EventStream,
    Goal,
    GoalAction,
    ModelRef,
    ModelRequestPatch,
    Myelin,
    MyelinError,
    ProcessExitedError,
    Run,
    Session,
    SessionEvent,
    ToolCallInfo,
    ToolContext,
    ToolProgress,
    ToolResult,
    ToolResultPatch,
    UiAskParams,
    UnknownEvent,
    UiRequestParams,
)
from myelin._generated.protocol import parse_content_block

Json = dict[str, Any]
TIMEOUT = 10.0


@dataclass
class Question:
    """One call of a hook or tool, which waits until a line says what it does."""

    payload: Json
    context: ToolContext | None = None
    answer: asyncio.Future[Json] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    aborted: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Asked:
    """A hook or tool that was registered, and the calls of it."""

    function: Callable[..., Any] | None = None
    questions: asyncio.Queue[Question] = field(default_factory=asyncio.Queue[Question])
    current: Question | None = None

    async def ask(self, question: Question) -> Json:
        self.questions.put_nowait(question)
        try:
            answer = await question.answer
        except asyncio.CancelledError:
            question.aborted.set()
            raise
        finally:
            question.over.set()
        if "throw" in answer:
            raise RuntimeError(answer["throw"])
        return answer


@dataclass
class Prompted:
    """A run, the loop over its events, and a task that awaits it: cancelling the run is cancelling that task."""

    run: Run[Any]
    waiting: asyncio.Task[Any]
    loop: AsyncIterator[SessionEvent] | None = None
    is_left: bool = False

    @property
    def events(self) -> AsyncIterator[SessionEvent]:
        """The loop, which begins when it is looked at."""
        assert not self.is_left, "the loop was left"
        if self.loop is None:
            self.loop = aiter(self.run)
        return self.loop


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
            **_wishes(params),
        )

    async def open(self, step: Json) -> None:
        opened = self.client.open_session(step["sessionId"], **_wishes(step.get("params", {})))
        self._sessions[step.get("as", "session")] = await opened

    async def prompt(self, step: Json) -> None:
        run = self.session(step).prompt(_said(step), when_busy=step.get("whenBusy"), **_terms(step))
        self._runs[step.get("as", "run")] = Prompted(run, asyncio.ensure_future(_summary(run)))
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
            answer = await asked.ask(Question(_observed(payload)))
            return Block(answer["block"]) if "block" in answer else _transformed(point, answer)

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


async def _summary(run: Run[Any]) -> Any:
    return await run


def _said(step: Json) -> Any:
    return step["text"] if "text" in step else [parse_content_block(block) for block in step["content"]]


def full_form(event: SessionEvent) -> Json:
    """The event with everything that the wire left out."""
    wire = dict(event.to_wire())
    if event.type == "message_update":
        wire["message"] = event.message.to_wire()
    return wire


def _terms(step: Json) -> Any:
    terms: Json = {name: step[wire] for name, wire in (("thinking_level", "thinkingLevel"), ("tools", "tools")) if wire in step}
    return terms | ({"model": ModelRef.from_wire(step["model"])} if "model" in step else {})


def _observed(payload: Any) -> Json:
    """An event has its messages whole where it is observed; their ids, which it has too, do not travel beside them."""
    if isinstance(payload, UnknownEvent):
        return dict(payload.raw) if len(payload.raw) > 1 else {}
    wire: Json = payload.to_wire()
    ids = {"messageId", "toolResultIds", "newMessageIds"} if hasattr(payload, "type") else set[str]()
    return {key: value for key, value in wire.items() if key not in ids}


def _wishes(params: Json) -> Any:
    names = {"snapshots", "chunks", "types", "acknowledge"}
    renamed = {"window_bytes": "windowBytes", "when_full": "whenFull"}
    said = {name: params[wire] for name, wire in renamed.items() if wire in params}
    return {name: params[name] for name in names & params.keys()} | said


_PATCHES: dict[str, Callable[[Json], Any]] = {
    "context": ContextPatch.from_wire,
    "tool_result": ToolResultPatch.from_wire,
    "model_request": ModelRequestPatch.from_wire,
}


def _transformed(point: str, answer: Json) -> Any:
    value = answer.get("patch", answer.get("value"))
    return _PATCHES[point](value) if value is not None and point in _PATCHES else value


def _place(step: Json) -> Any:
    params: Json = step.get("params", {})
    return _wishes(params) | ({"after_seq": params["afterSeq"]} if "afterSeq" in params else {})


async def _answered(call: Coroutine[Any, Any, Any]) -> Any:
    await call
    return {}


async def _plain(call: Coroutine[Any, Any, Any]) -> Any:
    found = await call
    return list(cast("tuple[Any, ...]", found)) if isinstance(found, tuple) else found


async def _goal(call: Coroutine[Any, Any, Goal | None]) -> Any:
    goal = await call
    return None if goal is None else goal.to_wire()


async def _setting(call: Coroutine[Any, Any, Any]) -> Any:
    value = await call
    return {} if value is None else {"value": value}


def _unqueue(session: Session, step: Json) -> Coroutine[Any, Any, Any]:
    return session.unqueue(*step["itemIds"]) if "itemIds" in step else session.clear_queue()


async def _steered(item_id: Coroutine[Any, Any, str]) -> Json:
    return {"itemId": await item_id}


async def _read(answer: Coroutine[Any, Any, Any]) -> Any:
    found = await answer
    if isinstance(found, tuple):
        return [item.to_wire() for item in cast("tuple[Any, ...]", found)]
    return {} if found is None else found.to_wire()


_Call: TypeAlias = Callable[[Driver, Json], Coroutine[Any, Any, Any]]
_CALLS: dict[str, _Call] = {
    "spawn": Driver.spawn,
    "create": Driver.create,
    "steer": lambda driver, step: _steered(driver.session(step).steer(step["text"])),
    "followUp": lambda driver, step: _steered(driver.session(step).follow_up(step["text"])),
    "abort": lambda driver, step: _read(driver.session(step).abort(step.get("reason"))),
    "setModel": lambda driver, step: _read(driver.session(step).set_model(ModelRef.from_wire(step["model"]))),
    "state": lambda driver, step: _read(driver.session(step).state()),
    "tools": lambda driver, step: _read(driver.session(step).tools()),
    "models": lambda driver, _: _read(driver.client.models()),
    "plugins": lambda driver, _: _read(driver.client.plugins()),
    "connect": Driver.connect,
    "open": Driver.open,
    "sessions": lambda driver, _: _read(driver.client.sessions()),
    "status": lambda driver, _: _read(driver.client.status()),
    "deleteSession": lambda driver, step: _answered(driver.client.delete_session(step["sessionId"])),
    "settings": lambda driver, step: _setting(driver.client.settings(step.get("key"))),
    "setSetting": lambda driver, step: _answered(driver.client.set_setting(step["key"], step["value"])),
    "ask": lambda driver, step: _read(driver.client.ask(UiRequestParams.from_wire(step["question"]))),
    "notify": lambda driver, step: _answered(driver.client.notify(step["sessionId"], step["message"])),
    "loadPlugin": lambda driver, step: _read(driver.client.load_plugin(step["path"])),
    "reloadPlugin": lambda driver, step: _read(driver.client.reload_plugin(step["name"])),
    "unloadPlugin": lambda driver, step: _answered(driver.client.unload_plugin(step["name"])),
    "attach": lambda driver, step: _answered(driver.session(step).attach(**_place(step))),
    "detach": lambda driver, step: _answered(driver.session(step).detach()),
    "setThinkingLevel": lambda driver, step: _answered(driver.session(step).set_thinking_level(step["thinkingLevel"])),
    "rename": lambda driver, step: _answered(driver.session(step).rename(step["name"])),
    "entries": lambda driver, step: _read(driver.session(step).entries(**step.get("params", {}))),
    "label": lambda driver, step: _answered(driver.session(step).label(step["entryId"], step["label"])),
    "navigate": lambda driver, step: _answered(driver.session(step).navigate(step["entryId"])),
    "fork": lambda driver, step: _plain(driver.session(step).fork(step.get("entryId"))),
    "queue": lambda driver, step: _read(driver.session(step).queue()),
    "unqueue": lambda driver, step: _plain(_unqueue(driver.session(step), step)),
    "setTools": lambda driver, step: _answered(driver.session(step).set_tools(step["tools"])),
    "setGoal": lambda driver, step: _goal(driver.session(step).set_goal(GoalAction.from_wire(step["goal"]))),
    "compact": lambda driver, step: _read(driver.session(step).compact(step.get("instructions"))),
    "commands": lambda driver, step: _read(driver.session(step).commands()),
    "runCommand": lambda driver, step: _read(driver.session(step).run_command(step["name"], step.get("args"))),
    "closeSession": lambda driver, step: _read(driver.session(step).close()),
    "close": lambda driver, _: _read(driver.client.close()),
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
