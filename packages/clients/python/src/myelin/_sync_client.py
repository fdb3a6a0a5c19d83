"""A client for programs without an event loop: scripts, notebooks."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec

from ._client import Myelin, Spawning
from ._generated.protocol import InitializeResult
from ._loop_thread import LoopThread
from ._session import Session
from ._sync_scope import SyncScope, blocking
from ._sync_session import SyncSession

Parameters = ParamSpec("Parameters")


def _opening(
    method: Callable[Concatenate[Myelin, Parameters], Coroutine[Any, Any, Session]],
) -> Callable[Concatenate[SyncMyelin, Parameters], SyncSession]:
    @wraps(method)
    def wait(self: SyncMyelin, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> SyncSession:
        return SyncSession(self.thread.wait(method(self.inner, *args, **kwargs)), self.thread)

    return wait


class SyncMyelin(SyncScope):
    """A `Myelin` whose methods wait until they are done. Made by `Myelin.spawn_sync` and `Myelin.connect_sync`."""

    inner: Myelin

    def __init__(self, start: Callable[[LoopThread], Spawning]) -> None:
        thread = LoopThread()
        try:
            super().__init__(thread.wait(_begin(start(thread))), thread)
        except BaseException:
            thread.close()
            raise

    def __enter__(self) -> SyncMyelin:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def server(self) -> InitializeResult:
        """What the server said of itself: its name, the protocol version in use, the limits in force."""
        return self.inner.server

    def close(self) -> None:
        """Ends the server, or leaves it if it was there before; again it means nothing."""
        if self.thread.is_open:
            self.thread.wait(self.inner.close())
            self.thread.close()

    ask = blocking(Myelin.ask)
    create_session = _opening(Myelin.create_session)
    delete_session = blocking(Myelin.delete_session)
    load_plugin = blocking(Myelin.load_plugin)
    models = blocking(Myelin.models)
    notify = blocking(Myelin.notify)
    open_session = _opening(Myelin.open_session)
    plugins = blocking(Myelin.plugins)
    reload_plugin = blocking(Myelin.reload_plugin)
    sessions = blocking(Myelin.sessions)
    set_setting = blocking(Myelin.set_setting)
    settings = blocking(Myelin.settings)
    status = blocking(Myelin.status)
    unload_plugin = blocking(Myelin.unload_plugin)


async def _begin(starting: Spawning) -> Myelin:
    return await starting
