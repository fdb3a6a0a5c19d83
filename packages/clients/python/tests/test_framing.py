"""Bytes become messages whatever pieces they come in."""

from __future__ import annotations

import unittest

from myelin import MyelinError
from myelin._framing import LineDecoder, decode, encode


class LineDecoderTest(unittest.TestCase):
    def test_spaces_around_a_message_are_nothing_and_anything_else_is_an_error(self) -> None:
        self.assertEqual([decode(line) for line in (b'{"a":1}', b' {"a":1}\r', b"\t7 ")], [{"a": 1}, {"a": 1}, 7])
        for line in (b'{"a":1}x', b"{} {}", b"\xef\xbb\xbf{}", b"{"):
            with self.assertRaises(ValueError):
                decode(line)

    def test_lines_come_out_whole_whatever_the_pieces(self) -> None:
        data = '{"a":"é"}\n{"b":"😀\u2028"}\n'.encode()
        for size in range(1, len(data) + 1):
            decoder = LineDecoder()
            lines = [line for start in range(0, len(data), size) for line in decoder.push(data[start : start + size])]
            self.assertEqual([decode(line) for line in lines], [{"a": "é"}, {"b": "😀\u2028"}], f"pieces of {size}")

    def test_only_a_line_feed_ends_a_line(self) -> None:
        text = '{"text":"one\u2028two\u2029three\x85four"}'
        [line] = LineDecoder().push(text.encode() + b"\n")
        self.assertEqual(decode(line), {"text": "one\u2028two\u2029three\x85four"})

    def test_a_line_of_five_megabytes_has_no_other_limit(self) -> None:
        decoder = LineDecoder()
        data = encode({"text": "x" * 5_000_000})
        lines = [line for start in range(0, len(data), 65536) for line in decoder.push(data[start : start + 65536])]
        self.assertEqual([len(decode(line)["text"]) for line in lines], [5_000_000])

    def test_a_line_above_the_limit_is_refused_before_its_end_comes(self) -> None:
        decoder = LineDecoder(max_bytes=10)
        self.assertEqual(list(decoder.push(b"0123456789\n")), [b"0123456789"])
        self.assertEqual(list(decoder.push(b"0123456789")), [])
        with self.assertRaises(MyelinError) as caught:
            list(decoder.push(b"a"))
        self.assertEqual(caught.exception.code, "FRAME_TOO_LARGE")

    def test_blank_lines_mean_nothing(self) -> None:
        self.assertEqual(list(LineDecoder().push(b"\n\r\n  \n{}\r\n")), [b"{}\r"])


class EncodeTest(unittest.TestCase):
    def test_a_message_is_one_line_of_compact_utf_8(self) -> None:
        self.assertEqual(encode({"a": [1, "é\n"]}), '{"a":[1,"é\\n"]}\n'.encode())

    def test_half_a_surrogate_pair_is_escaped_rather_than_lost(self) -> None:
        self.assertEqual(encode({"a": "\ud83d"}), b'{"a":"\\ud83d"}\n')

    def test_what_json_has_no_word_for_is_refused(self) -> None:
        for value in (float("nan"), float("inf")):
            with self.assertRaises(ValueError):
                encode(value)
        with self.assertRaises(TypeError):
            encode(object())

    def test_nonsense_is_a_value_error(self) -> None:
        for line in (b"Welcome!", b"\xff\xfe", b"[" * 200_000):
            with self.assertRaises(ValueError):
                decode(line)
