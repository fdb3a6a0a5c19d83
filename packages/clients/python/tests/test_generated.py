"""The generated types read and write the wire form without loss."""

from __future__ import annotations

import unittest

from myelin._generated.protocol import MessageUpdate, UnknownEvent, parse_session_event


class SessionEvents(unittest.TestCase):
    def test_a_text_delta_is_matched_by_its_kind(self) -> None:
        event = parse_session_event({"type": "message_update", "delta": "lo", "deltaKind": "text", "contentIndex": 0})
        match event:
            case MessageUpdate(delta_kind="text", delta=delta):
                self.assertEqual(delta, "lo")
            case _:
                self.fail(f"not matched: {event}")

    def test_an_event_of_a_later_version_is_kept_as_it_came(self) -> None:
        event = parse_session_event({"type": "weather", "sky": "blue"})
        self.assertEqual(event, UnknownEvent(original_type="weather", raw={"type": "weather", "sky": "blue"}))
        self.assertEqual(event.to_wire(), {"type": "weather", "sky": "blue"})


if __name__ == "__main__":
    unittest.main()
