"""Which command starts the server, and what is said when there is none."""

from __future__ import annotations

import stat
import tempfile
import unittest
from collections.abc import Sequence
from pathlib import Path

from myelin import MyelinError
from myelin._command import find_command


class CommandTest(unittest.TestCase):
    def test_a_command_that_was_given_wins(self) -> None:
        self.assertEqual(find_command(["a", "b"], {"MYELIN_COMMAND": '["c"]'}), ["a", "b"])

    def test_the_variable_is_a_json_array_or_a_script(self) -> None:
        self.assertEqual(find_command(None, {"MYELIN_COMMAND": '["a", "b c"]'}), ["a", "b c"])
        self.assertEqual(find_command(None, {"MYELIN_COMMAND": "/x y/server.cjs"}), ["node", "/x y/server.cjs"])

    def test_the_path_is_searched_last(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "myelin")
            program.touch()
            program.chmod(stat.S_IRWXU)
            self.assertEqual(find_command(None, {"PATH": folder}), [str(program), "rpc"])

    def test_without_any_the_error_says_what_was_looked_for(self) -> None:
        with self.assertRaises(MyelinError) as caught:
            find_command(None, {"PATH": "/nowhere"})
        self.assertEqual(caught.exception.code, "SPAWN_FAILED")
        for word in ("MYELIN_COMMAND", "`myelin` on the PATH", "command="):
            self.assertIn(word, str(caught.exception))

    def test_nonsense_is_refused(self) -> None:
        for value in ("myelin rpc", "[]", "[1]", '{"a":1}', ""):
            with self.assertRaises(MyelinError, msg=value) as caught:
                find_command(None, {"MYELIN_COMMAND": value})
            self.assertEqual(caught.exception.code, "SPAWN_FAILED")
        commands: tuple[Sequence[str], ...] = ("myelin rpc", [])
        for command in commands:
            with self.assertRaises(MyelinError):
                find_command(command, {})
