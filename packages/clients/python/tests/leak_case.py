"""A test case that leaves nothing behind: no child process, no descriptor, no warning, no forgotten exception."""

from __future__ import annotations

import gc
import logging
import os
import sys
import unittest
from pathlib import Path
from typing import Any


class LeakCase(unittest.IsolatedAsyncioTestCase):
    """Compares what the process holds before and after the tests of a class. asyncio's debug mode is on."""

    maxDiff = None
    _descriptors_before = 0
    _complaints: list[str]

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls._complaints = []
        cls._hook_before = sys.unraisablehook
        sys.unraisablehook = cls._note_unraisable
        cls._handler = _Collector(cls._complaints)
        logging.getLogger("asyncio").addHandler(cls._handler)
        gc.collect()
        cls._descriptors_before = len(_descriptors())

    @classmethod
    def tearDownClass(cls) -> None:
        gc.collect()
        sys.unraisablehook = cls._hook_before
        logging.getLogger("asyncio").removeHandler(cls._handler)
        super().tearDownClass()
        children = _children()
        if children:
            raise AssertionError(f"child processes are left: {children}")
        descriptors = _descriptors()
        if len(descriptors) > cls._descriptors_before:
            raise AssertionError(f"{cls._descriptors_before} descriptors before, now {descriptors}")
        if cls._complaints:
            raise AssertionError("\n".join(cls._complaints))

    @classmethod
    def _note_unraisable(cls, unraisable: Any) -> None:
        cls._complaints.append(f"{unraisable.err_msg or 'ignored'}: {unraisable.exc_value!r} in {unraisable.object!r}")


class _Collector(logging.Handler):
    def __init__(self, complaints: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._complaints = complaints

    def emit(self, record: logging.LogRecord) -> None:
        self._complaints.append(record.getMessage())


def _descriptors() -> list[str]:
    folder = Path("/proc/self/fd")
    if not folder.exists():
        return []
    found: list[str] = []
    for link in folder.iterdir():
        try:
            found.append(os.readlink(link))
        except FileNotFoundError:
            continue
    return found


def _children() -> list[str]:
    files = Path("/proc/self/task").glob("*/children")
    return [pid for file in files for pid in file.read_text().split()]
