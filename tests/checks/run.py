"""Runs all checks, or those whose title contains one of the words given."""

import sys

import clang_tidy
import cpp_style
import crowded_classes
import dependencies
import engine_checks
import extension
import layout
import portable
import self_test
import sentences
import tables
import thread_safety
from project import ROOT, Project, Report


def main(words):
    project = Project(ROOT)
    report = Report()
    rooms = (
        layout,
        dependencies,
        portable,
        sentences,
        tables,
        thread_safety,
        crowded_classes,
        cpp_style,
        clang_tidy,
        engine_checks,
        extension,
    )
    checks = [check for room in rooms for check in room.CHECKS]
    for check in checks:
        if words and not any(word in check.title for word in words):
            continue
        try:
            findings = check.find(project)
        except Exception as problem:  # a check that breaks is a failed check, not the end of the others
            findings = [f"the check itself broke: {type(problem).__name__}: {problem}"]
        report.add(check.title, findings, check.fails)
    if not words or "self-test" in words:
        self_test.run_all(report)
    print(f"{report.passed} passed, {report.failed} failed")
    return 0 if report.failed == 0 and report.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
