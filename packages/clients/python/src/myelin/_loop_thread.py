"""An event loop in a thread of its own, for programs that have none."""

from __future__ import annotations

import asyncio
import functools
import inspect
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, get_type_hints

from ._sync_tool_context import SyncToolContext
from ._tools import ToolContext

Result = TypeVar("Result")


class LoopThread:
    """Runs coroutines for other threads, and other threads' functions for coroutines."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="myelin", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether it has not been closed."""
        return self._thread.is_alive()

    def wait(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """What the coroutine comes to. Whatever interrupts the wait (Ctrl-C) cancels it."""
        if threading.current_thread() is self._thread or not self._thread.is_alive():
            coroutine.close()
            raise RuntimeError("call this from a thread of your own, while the client is open")
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result()
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
        """Ends the loop and its thread; nothing may wait any more."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
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
