"""What is said to a session while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ._generated.protocol import AbortResult, ContentBlock, QueueList, QueueRemoved, SteerResult
from ._session_part import SessionPart

Input: TypeAlias = str | Sequence[ContentBlock]
"""What a person says: a text, or blocks."""


class SessionQueue(SessionPart):
    """Messages that wait for the live run to take them."""

    async def steer(self, text: Input) -> str:
        """Says something to the live run, taken after the next tool or turn. Gives the id that the message will have."""
        return (await self._ask("session/steer", SteerResult.from_wire, **text_or_content(text))).item_id

    async def follow_up(self, text: Input) -> str:
        """Says something that is taken when the run would stop. Gives the id that the message will have."""
        return (await self._ask("session/followUp", SteerResult.from_wire, **text_or_content(text))).item_id

    async def queue(self) -> QueueList:
        """What waits."""
        return await self._ask("queue/list", QueueList.from_wire)

    async def unqueue(self, *item_ids: str) -> tuple[str, ...]:
        """Takes waiting messages back, and gives the ids of those that did wait; prompts among them fail as `CANCELLED`."""
        return (await self._ask("queue/remove", QueueRemoved.from_wire, itemIds=list(item_ids))).removed

    async def clear_queue(self) -> tuple[str, ...]:
        """Takes all waiting messages back, and gives their ids."""
        return (await self._ask("queue/clear", QueueRemoved.from_wire)).removed

    async def abort(self, reason: str | None = None) -> AbortResult:
        """Ends the live run, and says what was stopped, what did not stop in time, and what still waits."""
        return await self._ask("session/abort", AbortResult.from_wire, reason=reason)


def text_or_content(said: Input) -> dict[str, Any]:
    """The two ways to say something, on the wire."""
    return {"text": said} if isinstance(said, str) else {"content": [block.to_wire() for block in said]}
