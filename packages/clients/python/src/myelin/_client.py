"""A server, and everything that is asked of it as a whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Unpack

from . import _link
from ._generated.protocol import (
    Empty,
    InitializeResult,
    ModelList,
    ModelRef,
    PluginInfo,
    PluginList,
    PluginLoadParams,
    PluginParams,
    PluginResult,
    ServerStatus,
    SessionCreateParams,
    SessionInfo,
    SessionList,
    SessionOpenResult,
    SessionParams,
    SessionResult,
    SettingsGetParams,
    SettingsValue,
    ThinkingLevel,
    UiNotifyParams,
    UiRequestParams,
    UiRequestResult,
)
from ._hello import Hello
from ._json import as_object
from ._link import Link
from ._questions import Asker
from ._scope import Scope
from ._session import Session
from ._subscription import Wishes, subscription_terms

if TYPE_CHECKING:
    from ._sync_client import SyncMyelin


class Myelin(Scope):
    """A server and its sessions. Made by `Myelin.spawn`, `connect` or `connect_stdio`; its methods raise MyelinError."""

    def __init__(self, link: Link) -> None:
        super().__init__(link.peer, link.peer.registrations, None)
        self._link = link
        self._connection = link.peer.connection

    @classmethod
    def spawn(
        cls,
        command: Sequence[str] | None = None,
        *,
        name: str = "myelin-python",
        on_ask: Asker | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = 30.0,
    ) -> Spawning:
        """Starts a server and opens the connection: `async with Myelin.spawn() as myelin`.

        `command` is the server's program with its arguments; without it the variable `MYELIN_COMMAND` counts, else
        `myelin rpc` from the PATH. `name` is how the server's lists and decisions name this program. `env` adds to the
        environment. `on_ask` asks a person what plugins want to know (`UiAskParams`). Raises `SPAWN_FAILED` (also after `timeout` seconds without an answer), `PROCESS_EXITED`,
        `VERSION_MISMATCH`.
        """
        return Spawning(lambda: _link.spawn(command, Hello(name, on_ask), cwd, env, timeout))

    @classmethod
    def connect(
        cls,
        path: str | os.PathLike[str],
        *,
        name: str = "myelin-python",
        on_ask: Asker | None = None,
        timeout: float = 30.0,
        reconnect: float = 30.0,
    ) -> Spawning:
        """Opens a connection to a server on a Unix socket (`myelin rpc --socket PATH`): `async with Myelin.connect(path)`.

        A connection that breaks is made again, for up to `reconnect` seconds: hooks and tools are registered anew, events
        go on after the last one that came, prompts without an answer get it. Other calls that were under way raise
        `DISCONNECTED`; those that begin meanwhile wait. Closing leaves the server and its sessions as they are.
        Raises `DISCONNECTED` (also after `timeout` seconds without an answer), `VERSION_MISMATCH`.
        """
        return Spawning(lambda: _link.connect(path, Hello(name, on_ask), timeout, reconnect))

    @classmethod
    def connect_stdio(
        cls, *, name: str = "myelin-python", on_ask: Asker | None = None, timeout: float = 30.0
    ) -> Spawning:
        """Opens the connection to the server that started this program as a plugin: `async with Myelin.connect_stdio() as myelin`.

        Standard input and output are the protocol's from then on: what the program prints goes to stderr. Raises
        `DISCONNECTED` (also after `timeout` seconds without an answer), `VERSION_MISMATCH`.
        """
        return Spawning(lambda: _link.connect_stdio(Hello(name, on_ask), timeout))

    @classmethod
    def spawn_sync(
        cls,
        command: Sequence[str] | None = None,
        *,
        name: str = "myelin-python",
        on_ask: Asker | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = 30.0,
    ) -> SyncMyelin:
        """The same as `spawn` for programs without an event loop: `with Myelin.spawn_sync() as myelin`.

        Its methods wait until they are done, runs are looped over with a plain `for`, and guards and tools are plain
        functions, each call in a thread of its own. Raises as `spawn` does, at once.
        """
        from ._sync_client import SyncMyelin

        return SyncMyelin(
            lambda thread: cls.spawn(
                command, name=name, on_ask=on_ask and thread.in_thread(on_ask), cwd=cwd, env=env, timeout=timeout
            )
        )

    @classmethod
    def connect_sync(
        cls,
        path: str | os.PathLike[str],
        *,
        name: str = "myelin-python",
        on_ask: Asker | None = None,
        timeout: float = 30.0,
        reconnect: float = 30.0,
    ) -> SyncMyelin:
        """The same as `connect` for programs without an event loop: `with Myelin.connect_sync(path) as myelin`."""
        from ._sync_client import SyncMyelin

        return SyncMyelin(
            lambda thread: cls.connect(
                path, name=name, on_ask=on_ask and thread.in_thread(on_ask), timeout=timeout, reconnect=reconnect
            )
        )

    @property
    def server(self) -> InitializeResult:
        """What the server said of itself: its name, the protocol version in use, the limits in force."""
        return self._link.info

    async def create_session(
        self,
        *,
        cwd: str | os.PathLike[str] | None = None,
        model: ModelRef | None = None,
        thinking_level: ThinkingLevel | None = None,
        system_prompt: str | None = None,
        **wishes: Unpack[Wishes],
    ) -> Session:
        """Makes a session and subscribes to it. `cwd` is the folder it works in: the server's own if absent."""
        terms = subscription_terms(wishes)
        params = SessionCreateParams(
            cwd=None if cwd is None else os.path.abspath(cwd),
            model=model,
            thinking_level=thinking_level,
            system_prompt=system_prompt,
        )

        def adopt(answer: Any) -> Session:
            """Makes a session known before the reader looks at its first event."""
            result = SessionResult.from_wire(answer)
            known = self._peer.know(result.session_id, terms)
            known.subscription.begin(result.seq, as_object(answer["state"]))
            return Session(known, self._peer)

        return await self._connection.request(
            "session/create",
            {**params.to_wire(), **terms},
            adopt,
            when_late=lambda answer: self._give_up("session/close", answer),
        )

    async def open_session(self, session_id: str, **wishes: Unpack[Wishes]) -> Session:
        """Goes on with a session that the server holds or keeps, and subscribes to it.

        `session.findings` says what a person should know of it as it was found. Raises `SESSION_NOT_FOUND`,
        `SESSION_LOCKED`.
        """
        known = self._peer.sessions.get(session_id)
        if known is not None and known.subscription.is_attached:
            await known.subscription.attach(None)
            return Session(known, self._peer)
        terms = subscription_terms(wishes)

        def adopt(answer: Any) -> Session:
            result = SessionOpenResult.from_wire(answer)
            known = self._peer.know(result.session_id, terms)
            known.subscription.begin(result.seq, as_object(answer["state"]))
            return Session(known, self._peer, result.findings or ())

        return await self._connection.request(
            "session/open",
            {"sessionId": session_id, **terms},
            adopt,
            when_late=lambda answer: self._give_up("session/detach", answer),
        )

    async def delete_session(self, session_id: str) -> None:
        """Deletes a session for good. Raises `SESSION_BUSY` while a run is live, `SESSION_NOT_FOUND`, `SESSION_LOCKED`."""
        params = SessionParams(session_id=session_id).to_wire()
        await self._connection.request("session/delete", params, lambda _: self._peer.drop_session(session_id))

    async def sessions(self) -> tuple[SessionInfo, ...]:
        """The sessions that are open in the server, and those that it keeps."""
        return (await self._connection.request("session/list", _NOTHING, SessionList.from_wire)).sessions

    async def models(self) -> ModelList:
        """The models to choose from, and the default."""
        return await self._connection.request("models/list", _NOTHING, ModelList.from_wire)

    async def plugins(self) -> tuple[PluginInfo, ...]:
        """The server's plugins in load order, this program among them once it registered something."""
        return (await self._connection.request("plugins/list", _NOTHING, PluginList.from_wire)).plugins

    async def load_plugin(self, path: str | os.PathLike[str]) -> PluginInfo:
        """Loads a plugin from a file or folder; its code runs in the server. One that cannot be set up comes back as `failed`."""
        params = PluginLoadParams(path=os.path.abspath(path)).to_wire()
        return (await self._connection.request("plugins/load", params, PluginResult.from_wire)).plugin

    async def reload_plugin(self, name: str) -> PluginInfo:
        """Takes a plugin out and loads it again, with whatever its file has become."""
        params = PluginParams(name=name).to_wire()
        return (await self._connection.request("plugins/reload", params, PluginResult.from_wire)).plugin

    async def unload_plugin(self, name: str) -> None:
        """Takes a plugin out, with all it registered."""
        params = PluginParams(name=name).to_wire()
        await self._connection.request("plugins/unload", params, lambda _: None)

    async def settings(self, key: str | None = None) -> Any:
        """What is set in the server's settings file, all of it or what is at `key` (`"model.id"`); None if nothing is.

        Members that are named like secrets are `"***"`.
        """
        params = SettingsGetParams(key=key).to_wire()
        return (await self._connection.request("settings/get", params, SettingsValue.from_wire)).value

    async def set_setting(self, key: str, value: Any) -> None:
        """Changes the server's settings file; None takes the setting away. Raises `INVALID_SETTING` for what makes no sense."""
        await self._connection.request("settings/set", {"key": key, "value": value}, lambda _: None)

    async def ask(self, question: UiRequestParams) -> UiRequestResult:
        """Asks the person before a session in this program's name, through every client that can ask one.

        Where there is nobody, the question's default holds.
        """
        return await self._connection.request("ui/request", question.to_wire(), UiRequestResult.from_wire)

    async def notify(self, session_id: str, message: str, level: Literal["info", "warning"] = "info") -> None:
        """Tells the person before a session something: a `Notice`."""
        params = UiNotifyParams(session_id=session_id, message=message, level=level).to_wire()
        await self._connection.request("ui/notify", params, lambda _: None)

    async def status(self) -> ServerStatus:
        """How the server fares: its process, its memory, what it holds."""
        return await self._connection.request("server/status", _NOTHING, ServerStatus.from_wire)

    async def serve(self) -> None:
        """Says that all hooks and tools are registered, and returns when the server is gone.

        What a plugin in a process of its own ends with. Raises `HOOK_REJECTED` if one was refused.
        """
        await self._registrations.settle()
        await self._connection.notify("plugin/ready", _NOTHING)
        await self._peer.over.wait()

    async def close(self) -> None:
        """Ends the server and all that it started; gone when this returns. What still waits fails as DISCONNECTED.

        A server that was there before goes on: one on a socket, and one that started this program, which it starts again.
        """
        await self._link.close()

    def _give_up(self, method: str, answer: Any) -> None:
        """The session that an answer names is wanted by nobody here any more."""
        self._connection.begin(method, {"sessionId": answer["sessionId"]}, lambda _: None)


class Spawning:
    """A connection that is about to begin: `async with` it, or await it and `close` the client yourself."""

    def __init__(self, start: Callable[[], Coroutine[Any, Any, Link]]) -> None:
        self._start = start
        self._myelin: Myelin | None = None

    def __await__(self) -> Generator[Any, None, Myelin]:
        return self._begin().__await__()

    async def __aenter__(self) -> Myelin:
        self._myelin = await self._begin()
        return self._myelin

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._myelin is not None:
            await self._myelin.close()

    async def _begin(self) -> Myelin:
        return Myelin(await self._start())


_NOTHING = Empty().to_wire()
