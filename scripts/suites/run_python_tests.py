"""Runs the unittest suite of a folder and writes its report as JSON to the file named by MYELIN_TEST_REPORT.

usage: run_python_tests.py FOLDER [NAME-PATTERN ...]
The report has the shape described in suite-report.mjs. Without the variable the closing line is printed.
"""

from __future__ import annotations

import json
import os
import sys
import unittest
from pathlib import Path


class ReportingResult(unittest.TextTestResult):
    """Counts tests as the other suites do and keeps the requirements that each one cites."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.passed = 0
        self.cited: list[str] = []
        self.shown: list[str] = []

    def startTest(self, test: unittest.TestCase) -> None:
        citations().clear()
        super().startTest(test)

    def stopTest(self, test: unittest.TestCase) -> None:
        self.cited.extend(citations())
        super().stopTest(test)

    def addSuccess(self, test: unittest.TestCase) -> None:
        self.passed += 1
        self.shown.extend(citations())
        super().addSuccess(test)

    def addExpectedFailure(self, test: unittest.TestCase, err) -> None:
        self.passed += 1
        super().addExpectedFailure(test, err)

    def report(self) -> dict[str, object]:
        """What the run came to; errors in a class's or module's set-up are failures too."""
        failed = len(self.failures) + len(self.errors) + len(self.unexpectedSuccesses)
        return {
            "passed": self.passed,
            "failed": failed,
            "skipped": len(self.skipped),
            "cited": self.cited,
            "shown": self.shown,
        }


def citations() -> list[str]:
    """The ids that the running test cited through `verifies.py` of its folder, if it was imported at all."""
    helper = sys.modules.get("verifies")
    return helper.citations if helper else []


def main(folder: Path, patterns: list[str]) -> int:
    for path in (folder, folder.parent, folder.parent / "src"):
        sys.path.insert(0, str(path))
    loader = unittest.TestLoader()
    if patterns:
        loader.testNamePatterns = [p if "*" in p else f"*{p}*" for p in patterns]
    suite = loader.discover(str(folder), top_level_dir=str(folder))
    runner = unittest.TextTestRunner(resultclass=ReportingResult, buffer=True)
    result = runner.run(suite)
    report = result.report()
    if file := os.environ.get("MYELIN_TEST_REPORT"):
        Path(file).write_text(json.dumps(report), encoding="utf-8")
    else:
        print(f"python: {report['passed']} passed, {report['failed']} failed, {report['skipped']} skipped")
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2:]))
