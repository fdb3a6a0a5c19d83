"""The other end of a connection, in memory: it keeps what was sent and says what a test wants said."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from myelin import Asker, Session
from myelin._errors import MyelinError
from myelin._peer import Peer
from myelin._scope import Scope
from myelin._subscription import subscription_terms

Json = dict[str, Any]

USAGE: Json = {"inputTokens": 1, "outputTokens": 1, "cacheReadTokens": 0, "cacheWriteTokens": 0}
SUMMARY: Json = {
    "turnCount": 1,
    "toolCalls": 0,
    "toolErrors": 0,
    "endReason": "stop",
    "usage": USAGE,
    "durationMs": 5,
}


class FakeServer:
    """A transport that writes into a list. `peer` is the library's side."""

    def __init__(self, ask: Asker | None = None) -> None:
        self.sent: list[Json] = []
        self.acks: list[int] = []
        self.dismissed = False
        self.peer = Peer(ask)
        self.peer.connection.connect(self)
        self._seq = 0
        self._server_ids = 1_000_000
        self._room = asyncio.Event()
        self._room.set()

    def write(self, data: bytes) -> None:
        """Takes whole messages, as the library writes them."""
        assert data.endswith(b"\n") and data.count(b"\n") == 1
        message = json.loads(data)
        if message.get("method") == "session/ack":
            self.acks.append(message["params"]["seq"])
        else:
            self.sent.append(message)

    async def drain(self) -> None:
        """Waits while `hold` is in force."""
        await self._room.wait()

    def dismiss(self) -> None:
        """Notes that the library wants no more."""
        self.dismissed = True

    def hold(self) -> None:
        """Lets every drain wait."""
        self._room.clear()

    def release(self) -> None:
        """Lets every drain go on."""
        self._room.set()

    def open_session(self, session_id: str = "s1") -> Session:
        """A session as `create_session` makes it."""
        known = self.peer.know(session_id, subscription_terms({}))
        known.subscription.begin(0)
        return Session(known, self.peer)

    def open_client_scope(self) -> Scope:
        """What hooks and tools of the whole client are registered with."""
        return Scope(self.peer, self.peer.registrations, None)

    def say(self, *messages: Json) -> None:
        """Sends messages in one piece."""
        text = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
        self.peer.connection.received(text.encode())

    def answer(self, result: object, *, to: int = -1) -> None:
        """Answers a request by its place in `sent`."""
        self.say({"id": self.sent[to]["id"], "result": result})

    def ask(self, method: str, params: Json) -> int:
        """Asks the client, and gives the id of the question."""
        self._server_ids += 1
        self.say({"id": self._server_ids, "method": method, "params": params})
        return self._server_ids

    async def answer_to(self, request_id: int | str) -> Json:
        """Waits for the client's answer."""
        while True:
            for message in self.sent:
                if message.get("id") == request_id and "method" not in message:
                    return message
            await asyncio.sleep(0)

    def event(self, event: Json, *, prompt_id: str | None = None, session_id: str = "s1") -> None:
        """Says one event of the session."""
        self._seq += 1
        place: Json = {} if prompt_id is None else {"runId": "r1", "promptIds": [prompt_id]}
        self.say(
            {
                "method": "session/event",
                "params": {"sessionId": session_id, "seq": self._seq, **place, "event": event},
            }
        )

    def begin_run(self, place: int = -1) -> str:
        """Begins the run of a prompt by its place in `sent`, and gives the prompt's id."""
        prompt_id: str = self.sent[place]["params"]["promptId"]
        self.event({"type": "agent_start"}, prompt_id=prompt_id)
        return prompt_id

    def end_run(self, prompt_id: str) -> None:
        """Ends a run, and answers its prompt."""
        self.event(
            {"type": "agent_end", "newMessageIds": [], "summary": SUMMARY, "willRetry": False}, prompt_id=prompt_id
        )
        prompt = next(m for m in self.sent if m.get("params", {}).get("promptId") == prompt_id)
        self.say({"id": prompt["id"], "result": {"promptId": prompt_id, "runId": "r1", "summary": SUMMARY}})

    def die(self) -> None:
        """Ends the connection."""
        self.peer.connection.ended(MyelinError("DISCONNECTED", "gone"))


async def turns(count: int = 5) -> None:
    """Lets everything that is ready run."""
    for _ in range(count):
        await asyncio.sleep(0)
