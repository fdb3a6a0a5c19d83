"""An event loop in a thread of its own, for programs that have none."""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import inspect
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, get_type_hints

from ._errors import MyelinError, client_closed
from ._sync_tool_context import SyncToolContext
from ._tools import ToolContext

Result = TypeVar("Result")

_ON_THE_LOOP = (
    "this call waits, and was made on the thread that does what it waits for: by a coroutine function that is a hook, "
    "a tool or a command; make that a plain function, which runs in a thread of its own"
)
_LEAVING_SECONDS = 1.0
"""How long what is left on the loop may take to end, once the client is closed."""


class LoopThread:
    """Runs coroutines for other threads, and other threads' functions for coroutines."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._lock = threading.Lock()
        self._is_closed = False
        """Changed under the lock: what was asked for before is ended, nothing is asked for after."""
        self._thread = threading.Thread(target=self._run, name="myelin", daemon=True)
        self._thread.start()

    @property
    def is_open(self) -> bool:
        """Whether it can be asked; in a process that was forked off it cannot, since threads do not come along."""
        return not self._is_closed and self._thread.is_alive()

    def wait(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """What the coroutine comes to. Whatever interrupts the wait (Ctrl-C) cancels it.

        Raises DISCONNECTED once it is closed, WRONG_THREAD on the loop itself.
        """
        future = self._submit(coroutine)
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            if self._is_closed:
                raise client_closed() from None
            raise
        except BaseException:
            future.cancel()
            raise
        finally:
            # An error that it raised would hold it, and with it all that the callers hold, until the collector comes.
            del future

    def call(self, function: Callable[[], Result]) -> Result:
        """Calls a function on the loop."""

        async def run() -> Result:
            return function()

        return self.wait(run())

    def close(self) -> None:
        """Ends the loop and its thread; what still waits fails as DISCONNECTED. Again it means nothing."""
        with self._lock:
            if not self.is_open:
                return
            self._is_closed = True
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _submit(self, coroutine: Coroutine[Any, Any, Result]) -> concurrent.futures.Future[Result]:
        try:
            if threading.current_thread() is self._thread:
                raise MyelinError("WRONG_THREAD", _ON_THE_LOOP)
            with self._lock:
                if not self.is_open:
                    raise client_closed()
                return asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        except MyelinError:
            coroutine.close()
            raise

    def _run(self) -> None:
        self._loop.run_forever()
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        if left:
            self._loop.run_until_complete(asyncio.wait(left, timeout=_LEAVING_SECONDS))
        self._loop.close()

    def in_thread(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that runs in a thread, so that it may block and may call this library; a coroutine function as it is."""
        if inspect.iscoroutinefunction(function):
            return function

        @functools.wraps(function)
        async def run(*args: Any, **kwargs: Any) -> Any:
            outcome = self._loop.create_future()
            blocking = {name: self._for_thread(value) for name, value in kwargs.items()}
            work = functools.partial(_work, self._loop, outcome, functools.partial(function, *args, **blocking))
            threading.Thread(target=work, name=getattr(function, "__name__", "hook"), daemon=True).start()
            return await outcome

        run.__annotations__ = _async_hints(function)
        return run

    def _for_thread(self, value: Any) -> Any:
        return SyncToolContext(value, self.wait) if isinstance(value, ToolContext) else value


def _work(loop: asyncio.AbstractEventLoop, outcome: asyncio.Future[Any], function: Callable[[], Any]) -> None:
    result, error = _result_of(function)

    def settle() -> None:
        if outcome.done():
            return
        if error is None:
            outcome.set_result(result)
        else:
            outcome.set_exception(error)

    try:
        loop.call_soon_threadsafe(settle)
    except RuntimeError:
        pass  # The client was closed meanwhile: nobody waits for it.


def _result_of(function: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """What a function returned or raised; what would end its thread or confuse a coroutine is a failure like any other."""
    try:
        return function(), None
    except StopIteration as stop:
        return None, RuntimeError(f"the function raised {stop!r}")
    except Exception as error:
        return None, error
    except BaseException as leaving:
        return None, RuntimeError(f"the function raised {leaving!r}")


def _async_hints(function: Callable[..., Any]) -> dict[str, Any]:
    """The hints, with the context of a call as the coroutine around the function gets it."""
    try:
        hints = get_type_hints(function, include_extras=True)
    except (NameError, TypeError):
        return dict(getattr(function, "__annotations__", {}))
    return {name: ToolContext if hint is SyncToolContext else hint for name, hint in hints.items()}
