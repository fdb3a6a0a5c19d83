"""JSON-RPC 2.0 over a transport: calls in both directions, each ended by an answer, a cancellation or the end."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from ._call import Call, Result
from ._errors import LinkLostError, MyelinError, error_from_answer
from ._framing import DEFAULT_MAX_FRAME_BYTES, LineDecoder, decode, encode
from ._json import JsonDict, as_object, required_object
from ._own_loop import OwnLoop
from ._wire import JsonObject

logger = logging.getLogger("myelin")

_RPC_CODES = {"METHOD_NOT_FOUND": -32601, "CANCELLED": -32800}
_DOMAIN_ERROR = -32000


class Transport(Protocol):
    """Where bytes go."""

    def write(self, data: bytes) -> None:
        """Hands over bytes, in order and without waiting."""
        ...

    async def drain(self) -> None:
        """Waits until there is room for more."""
        ...

    def dismiss(self) -> None:
        """The other side is of no more use: it is told that nothing more will come."""
        ...


class Handler(Protocol):
    """Who answers the server. Its code runs in tasks of its own, never on the reader."""

    def request(self, method: str, params: JsonDict) -> Coroutine[Any, Any, object]:
        """Answers a request, in a task of its own; a MyelinError that it raises becomes the error answer."""
        ...

    def notification(self, method: str, params: JsonDict, size: int) -> None:
        """Takes a notification of so many bytes, on the reader: must not run a program's code."""
        ...

    def lost(self, error: MyelinError) -> bool:
        """The link broke. Whether another will be connected, so that this is not the end."""
        ...

    def ended(self, error: MyelinError) -> None:
        """Nothing more will come."""
        ...


class Connection:
    """One conversation. The reader only wakes callers, starts tasks and hands over notifications.

    A link that breaks ends it, unless its handler brings another. Until that is in use, requests wait for it in order.
    """

    def __init__(self, handler: Handler) -> None:
        self.own_loop = OwnLoop()
        """Where it is used; whatever the program calls checks that first."""
        self.max_frame_bytes = DEFAULT_MAX_FRAME_BYTES
        self._handler = handler
        self._decoder = LineDecoder()
        self._transport: Transport | None = None
        self._ids = itertools.count(1)
        self._pending: dict[int, Call[Any]] = {}
        self._late: dict[int, Callable[[Any], None]] = {}
        self._serving: dict[int | str, asyncio.Task[object]] = {}
        self._tasks: set[asyncio.Task[object]] = set()
        self._held: dict[Call[Any], bytes] | None = None
        """Requests that wait for the next link; None while there is one in use."""
        self._end: MyelinError | None = None

    def connect(self, transport: Transport) -> None:
        """Names the transport; nothing can be sent before."""
        self._transport = transport

    def set_max_frame_bytes(self, limit: int) -> None:
        """The bound of one message either way, as the server told it."""
        self.max_frame_bytes = limit
        self._decoder.max_bytes = limit

    def begin(
        self,
        method: str,
        params: JsonObject,
        read: Callable[[Any], Result],
        *,
        when_late: Callable[[Any], None] | None = None,
        ahead: bool = False,
    ) -> Call[Result]:
        """Sends a request at once, so that it keeps its place among those that follow.

        `read` makes the result of the answer, on the reader: before anything that came after the answer. Raises
        WRONG_LOOP, else nothing: a request that cannot be sent is a call that has failed. One that goes `ahead` does not wait for a
        new link to be in use, but brings it there.
        """
        self.own_loop.check()
        call = Call(next(self._ids), method, read, asyncio.get_running_loop().create_future(), when_late)
        try:
            if self._end is not None:
                raise self._end.again()
            data = self._encode({"jsonrpc": "2.0", "id": call.id, "method": method, "params": params})
            if self._held is not None and not ahead:
                self._held[call] = data
            elif self._transport is None and self._held is not None:
                raise LinkLostError("the connection broke again")
            else:
                self._pending[call.id] = call
                self._write(data)
        except Exception as error:
            call.fail(error)
        return call

    async def wait(self, call: Call[Result]) -> Result:
        """The result. Raises MyelinError for an error answer and when the connection ends. Cancelled, it cancels."""
        try:
            return await call.answer
        except asyncio.CancelledError:
            self.cancel(call)
            raise

    async def request(
        self,
        method: str,
        params: JsonObject,
        read: Callable[[Any], Result],
        *,
        when_late: Callable[[Any], None] | None = None,
        ahead: bool = False,
    ) -> Result:
        """Asks, and gives the result, as `begin` and `wait` do."""
        return await self.wait(self.begin(method, params, read, when_late=when_late, ahead=ahead))

    def cancel(self, call: Call[Any]) -> None:
        """Waits no longer, and tells the server; nothing happens if the answer has come."""
        call.answer.cancel()
        if self._held is not None and self._held.pop(call, None) is not None:
            return
        if self._pending.pop(call.id, None) is not None:
            if call.when_late is not None:
                self._late[call.id] = call.when_late
            self._send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": call.id}})

    def tell(self, method: str, params: JsonObject) -> None:
        """Tells, if there is anybody to be told."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    async def notify(self, method: str, params: JsonObject) -> None:
        """Tells, and waits until the transport has room again. Raises MyelinError when the connection has ended."""
        self.own_loop.check()
        if self._end is not None:
            raise self._end.again()
        self.tell(method, params)
        if self._transport is not None:
            await self._transport.drain()

    def received(self, data: bytes) -> None:
        """The reader."""
        transport = self._transport
        try:
            for line in self._decoder.push(data):
                if self._end is not None or self._transport is not transport:
                    return
                self._take_line(line)
        except Exception as error:
            ours = error if isinstance(error, MyelinError) else breach(f"a message that cannot be taken: {error!r:.200}")
            self.ended(ours)
            if transport is not None:
                transport.dismiss()

    def ended(self, error: MyelinError) -> None:
        """The link is over, and with it everything, unless the handler brings another. The first reason counts."""
        if self._end is None and not self._handler.lost(error):
            self.close(error)

    def suspend(self, error: MyelinError) -> None:
        """Rejects everything that waits for an answer, and holds what is asked from now on until `resume`."""
        self._transport = None
        self._decoder = LineDecoder(self.max_frame_bytes)
        self._held = {} if self._held is None else self._held
        self._give_up(LinkLostError(str(error)))

    def resume(self) -> None:
        """The new link is in use: what was held is sent."""
        held, self._held = self._held or {}, None
        for call, data in held.items():
            self._pending[call.id] = call
            self._write(data)

    def close(self, error: MyelinError) -> None:
        """Rejects everything that waits, and everything that will be asked."""
        if self._end is not None:
            return
        self._end = error
        held, self._held = self._held or {}, None
        for call in held:
            call.fail(error.again())
        self._give_up(error)
        self._handler.ended(error)

    async def settle(self, seconds: float) -> None:
        """Waits for the tasks that still answer the server, but the one that may be closing the connection just now."""
        if tasks := self._tasks - {asyncio.current_task()}:
            await asyncio.wait(tasks, timeout=seconds)

    def _give_up(self, error: MyelinError) -> None:
        pending, self._pending = self._pending, {}
        self._late.clear()
        for call in pending.values():
            call.fail(error.again())
        self._serving.clear()
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()

    def _take_line(self, line: bytes) -> None:
        try:
            message = as_object(decode(line))
        except ValueError:
            message = {}
        method, request_id = message.get("method"), message.get("id")
        if isinstance(method, str):
            params = as_object(message.get("params"))
            if isinstance(request_id, (int, str)):
                self._start_serving(request_id, method, params)
            else:
                self._take_notification(method, params, len(line))
        elif "method" in message or not ("result" in message or "error" in message):
            raise breach(f"what is no JSON-RPC message: {_brief(line)}")
        elif type(request_id) is int:
            self._take_answer(request_id, message)
        elif "error" in message:
            logger.warning("the server could not read a message of ours: %r", message["error"])

    def _take_notification(self, method: str, params: JsonDict, size: int) -> None:
        if method != "$/cancelRequest":
            self._handler.notification(method, params, size)
        elif isinstance(request_id := params.get("id"), (int, str)) and request_id in self._serving:
            # Not before its first step: what was asked is heard, and then told to stop.
            asyncio.get_running_loop().call_soon(self._serving[request_id].cancel)

    def _take_answer(self, request_id: int, message: JsonDict) -> None:
        call = self._pending.pop(request_id, None)
        if call is None or call.answer.done():
            when_late = self._late.pop(request_id, None) if call is None else call.when_late
            if when_late is not None and isinstance(message.get("result"), dict):
                when_late(message["result"])
            return
        try:
            if "error" in message:
                call.fail(error_from_answer(call.method, required_object(message["error"])))
            else:
                call.answer.set_result(call.read(required_object(message["result"])))
        except MyelinError as error:
            call.fail(error)
        except Exception as error:
            unreadable = MyelinError("INVALID_ANSWER", f"cannot read the answer to {call.method}: {error}")
            unreadable.__cause__ = error
            call.fail(unreadable)

    def _start_serving(self, request_id: int | str, method: str, params: JsonDict) -> None:
        task = asyncio.get_running_loop().create_task(self._handler.request(method, params))
        self._serving[request_id] = task
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._answer(request_id, method, task))

    def _answer(self, request_id: int | str, method: str, task: asyncio.Task[object]) -> None:
        """Runs when the task is over, however it ended: also when it was cancelled before it began."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if self._serving.get(request_id) is not task:
            return
        del self._serving[request_id]
        head = {"jsonrpc": "2.0", "id": request_id}
        if task.cancelled():
            return self._send({**head, **_error("CANCELLED", f"{method} was cancelled")})
        if error is None:
            try:
                return self._send({**head, "result": task.result()})
            except Exception as unsendable:
                error = unsendable
        code = error.code if isinstance(error, MyelinError) else "INTERNAL"
        try:
            self._send({**head, **_error(code, str(error))})
        except Exception as unsendable:
            self._send({**head, **_error(code, f"{method} failed, and why cannot be sent: {unsendable!s:.200}")})

    def _encode(self, message: JsonDict) -> bytes:
        """The message as one line. Raises MyelinError, whatever keeps it from being one."""
        try:
            data = encode(message)
        except Exception as error:
            code = "INVALID_PARAMS" if "method" in message else "INTERNAL"
            what = message.get("method", "an answer")
            raise MyelinError(code, f"{what} cannot be sent as JSON: {error}") from error
        if len(data) > self.max_frame_bytes:
            raise MyelinError(
                "FRAME_TOO_LARGE",
                f"{message.get('method', 'an answer')} would be {len(data)} bytes long; "
                f"the server takes {self.max_frame_bytes} at most",
            )
        return data

    def _send(self, message: JsonDict) -> None:
        if self._end is None and self._transport is not None:
            self._write(self._encode(message))

    def _write(self, data: bytes) -> None:
        if self._transport is None:
            raise RuntimeError("the connection has no transport yet")
        self._transport.write(data)


def _error(code: str, message: str) -> JsonDict:
    return {"error": {"code": _RPC_CODES.get(code, _DOMAIN_ERROR), "message": message, "data": {"code": code}}}


def breach(what: str) -> MyelinError:
    """The error for a server that wrote what the protocol does not have, after which nothing that it says can be trusted."""
    return MyelinError("DISCONNECTED", f"the server wrote {what}")


def _brief(line: bytes) -> str:
    return repr(line[:200].decode(errors="replace"))
