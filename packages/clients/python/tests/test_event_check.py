"""An event of a known type has what it must have in its kind."""

from __future__ import annotations

import unittest

from myelin._event_check import check_sent
from myelin._json import JsonDict
from myelin._wire import WireError


class EventCheckTest(unittest.TestCase):
    def test_what_was_sent_in_another_kind_is_said(self) -> None:
        wrong: list[tuple[JsonDict, str]] = [
            ({"type": "notice", "message": ["hi"]}, "its member `message` must be string, and is list"),
            ({"type": "agent_end", "willRetry": 0}, "its member `willRetry` must be boolean, and is number"),
            ({"type": "retry", "attempt": True}, "its member `attempt` must be number, and is boolean"),
            ({"type": "message_start", "message": None}, "its member `message` must be object, and is null"),
        ]
        for event, why in wrong:
            with self.subTest(event), self.assertRaises(WireError) as caught:
                check_sent(event)
            self.assertEqual(str(caught.exception), why)

    def test_what_is_not_sent_or_not_known_may_be_anything(self) -> None:
        check_sent({"type": "notice", "colour": 7})
        check_sent({"type": "retry", "attempt": 1, "delayMs": 0.5})
        check_sent({"type": "branch_changed", "from": None, "to": 7})
        for event in ({"type": "tomorrow"}, {"type": ["notice"]}, {}):
            check_sent(event)
