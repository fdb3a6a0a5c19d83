"""How a test says which requirement of `test/requirements.json` it proves."""

from __future__ import annotations

citations: list[str] = []
"""What the running test cited so far; the test runner empties it before each test."""


def verifies(*ids: str) -> None:
    """Says that the running test proves these requirements. They count only when the test passes."""
    citations.extend(ids)
