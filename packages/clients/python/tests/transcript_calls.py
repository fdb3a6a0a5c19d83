"""The operations of a transcript that are one call of the library, by their name in the language."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeAlias, cast

from transcript_values import Json, place_of

from myelin import Goal, GoalAction, ModelRef, Myelin, Session, UiRequestParams


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


class Program(Protocol):
    """Whose calls they are."""

    @property
    def client(self) -> Myelin: ...

    def session(self, step: Json) -> Session: ...


Call: TypeAlias = Callable[[Program, Json], Coroutine[Any, Any, Any]]
CALLS: dict[str, Call] = {
    "steer": lambda driver, step: _steered(driver.session(step).steer(step["text"])),
    "followUp": lambda driver, step: _steered(driver.session(step).follow_up(step["text"])),
    "abort": lambda driver, step: _read(driver.session(step).abort(step.get("reason"))),
    "setModel": lambda driver, step: _read(driver.session(step).set_model(ModelRef.from_wire(step["model"]))),
    "state": lambda driver, step: _read(driver.session(step).state()),
    "tools": lambda driver, step: _read(driver.session(step).tools()),
    "models": lambda driver, _: _read(driver.client.models()),
    "plugins": lambda driver, _: _read(driver.client.plugins()),
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
    "attach": lambda driver, step: _answered(driver.session(step).attach(**place_of(step))),
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
