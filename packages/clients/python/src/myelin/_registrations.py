"""What was offered to the server and is not in force: a prompt must not run without a guard that was asked for."""

from __future__ import annotations

import asyncio
from typing import Any, Literal, TypeAlias

from ._connection import Connection
from ._errors import MyelinError
from ._json import as_list, as_object
from ._wire import JsonObject


Kind: TypeAlias = Literal["hooks", "tools", "commands"]


class Registrations:
    """Hooks, tools and commands on their way to the server. What it refuses stays here until somebody withdraws it."""

    def __init__(self, connection: Connection, outer: Registrations | None = None) -> None:
        self._connection = connection
        self._outer = outer
        self._offers: dict[tuple[Kind, str], JsonObject] = {}
        self._open: dict[tuple[Kind, str], asyncio.Future[None]] = {}
        self._has_link = asyncio.Event()
        self._has_link.set()

    def begin(self, kind: Kind, name: str, params: JsonObject, *, ahead: bool = False) -> None:
        """Sends the registration of one hook, tool or command at once; `settle` tells what came of it."""
        self._connection.own_loop.check()
        outcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._offers[kind, name] = params
        self._open[kind, name] = outcome
        call = self._connection.begin(f"{kind}/register", params, _read_refusal, ahead=ahead)

        def answered(answer: asyncio.Future[str | None]) -> None:
            error = _error_of(answer, name)
            if error is not None:
                outcome.set_exception(error)
                outcome.exception()
                return
            outcome.set_result(None)
            if self._open.get((kind, name)) is outcome:
                del self._open[kind, name]

        call.answer.add_done_callback(answered)

    def hold(self) -> None:
        """The link broke: nothing is settled until `release`."""
        self._has_link.clear()

    def release(self) -> None:
        """There is a link again on which all was offered, or there never will be one."""
        self._has_link.set()

    def offer_again(self) -> None:
        """Sends everything over another link."""
        for (kind, name), params in self._offers.items():
            self.begin(kind, name, params, ahead=True)

    async def answered(self) -> None:
        """Waits for all answers. Raises MyelinError if the server did not even look; what it refused stays refused."""
        outcomes = list(self._open.values())
        if outcomes:
            await asyncio.wait(outcomes)
        for outcome in outcomes:
            error = _failure_of(outcome)
            if error is not None and error.code != "HOOK_REJECTED":
                raise error

    def refusal(self) -> MyelinError | None:
        """Why the server refused something that is still wanted, if it did."""
        for outcome in self._open.values():
            if outcome.done() and (error := _failure_of(outcome)) is not None:
                return error
        return None if self._outer is None else self._outer.refusal()

    def forget(self) -> None:
        """The server has taken back all that was offered here."""
        self._offers.clear()
        self._open.clear()

    def are_settled(self) -> bool:
        """Whether nothing is on its way and nothing was refused."""
        return self._has_link.is_set() and not self._open and (self._outer is None or self._outer.are_settled())

    async def settle(self) -> None:
        """Waits for all answers. Raises MyelinError if something was refused."""
        self._connection.own_loop.check()
        if self._outer is not None:
            await self._outer.settle()
        while not self._has_link.is_set() or self._under_way():
            await self._has_link.wait()
            if under_way := self._under_way():
                await asyncio.wait(under_way)
        for outcome in self._open.values():
            if (error := _failure_of(outcome)) is not None:
                raise error

    def _under_way(self) -> list[asyncio.Future[None]]:
        return [outcome for outcome in self._open.values() if not outcome.done()]

    async def withdraw(self, kind: Kind, name: str) -> None:
        """Takes a hook or tool back, or forgets that it was refused."""
        self._connection.own_loop.check()
        self._offers.pop((kind, name), None)
        outcome = self._open.pop((kind, name), None)
        if outcome is not None:
            await asyncio.wait([outcome])
            if outcome.exception() is not None:
                return
        await self._connection.request(f"{kind}/unregister", {"ids": [name]}, lambda _: None)


def _read_refusal(answer: Any) -> str | None:
    for rejected in as_list(as_object(answer).get("rejected")):
        return str(as_object(rejected).get("reason", "no reason was given"))
    return None


def _error_of(answer: asyncio.Future[str | None], name: str) -> MyelinError | None:
    """Why it is not in force, whatever kept it from being so: also an offer that could not even be sent."""
    if answer.cancelled():
        return MyelinError("CANCELLED", f"the registration of {name!r} was cancelled")
    error = answer.exception()
    if isinstance(error, MyelinError) and error.code not in _ABOUT_THE_OFFER:
        return error
    if error is not None:
        return MyelinError("HOOK_REJECTED", f"{name!r} could not be registered: {error}")
    refusal = answer.result()
    return None if refusal is None else MyelinError("HOOK_REJECTED", f"the server refused {name!r}: {refusal}")


def _failure_of(outcome: asyncio.Future[None]) -> MyelinError | None:
    """Why a registration that was answered is not in force, fresh for one more caller."""
    error = outcome.exception()
    return error.again() if isinstance(error, MyelinError) else None


_ABOUT_THE_OFFER = ("FRAME_TOO_LARGE", "INVALID_ANSWER", "INVALID_PARAMS")
