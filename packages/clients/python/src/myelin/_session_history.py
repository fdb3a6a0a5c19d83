"""What is kept of a session, and where it goes on."""

from __future__ import annotations

from ._generated.protocol import CompactResult, EntriesResult, ForkResult
from ._session_part import SessionPart, nothing


class SessionHistory(SessionPart):
    """The tree of what was said, and its names."""

    async def entries(self, *, after: str | None = None, limit: int | None = None) -> EntriesResult:
        """One page of what is kept, of all branches, in the order of writing; `next` of the page is where the next begins."""
        return await self._ask("session/entries", EntriesResult.from_wire, after=after, limit=limit)

    async def navigate(self, entry_id: str | None) -> None:
        """Goes on behind another entry; None is the beginning. Raises `SESSION_BUSY` while a run is live."""
        params = {"sessionId": self._id, "entryId": entry_id}
        await self._connection.request("session/navigate", params, nothing)

    async def fork(self, entry_id: str | None = None) -> str:
        """Makes another session of what stands up to an entry, or of all, and gives its id: `open_session` opens it."""
        return (await self._ask("session/fork", ForkResult.from_wire, entryId=entry_id)).session_id

    async def rename(self, name: str | None) -> None:
        """Names the session; None takes the name away."""
        await self._connection.request("session/rename", {"sessionId": self._id, "name": name}, nothing)

    async def label(self, entry_id: str, label: str | None) -> None:
        """Labels an entry; None takes the label away."""
        params = {"sessionId": self._id, "entryId": entry_id, "label": label}
        await self._connection.request("session/label", params, nothing)

    async def compact(self, instructions: str | None = None) -> CompactResult:
        """Lets a summary stand for the older messages, from the next request on; what is kept stays whole.

        Raises `SESSION_BUSY`, `NOTHING_TO_COMPACT`, `COMPACTION_FAILED`.
        """
        return await self._ask("session/compact", CompactResult.from_wire, instructions=instructions)
