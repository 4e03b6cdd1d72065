"""Runs all checks, or those whose title contains one of the words given. --all: clang-tidy on every file."""

import functools
import sys

import cpp_style
import dependencies
import engine_checks
import extension
import layout
import self_test
import sentences
import thread_safety
from project import ROOT, Project, Report


def main(arguments):
    words = [word for word in arguments if not word.startswith("-")]
    project = Project(ROOT)
    report = Report()
    rooms = (layout, dependencies, sentences, thread_safety, cpp_style, engine_checks, extension)
    checks = [check for room in rooms for check in room.CHECKS]
    for check in checks:
        if words and not any(word in check.title for word in words):
            continue
        find = check.find
        if find is cpp_style.tidied and "--all" in arguments:
            find = functools.partial(find, everything=True)
        try:
            findings = find(project)
        except Exception as problem:  # a check that breaks is a failed check, not the end of the others
            findings = [f"the check itself broke: {type(problem).__name__}: {problem}"]
        report.add(check.title, findings)
    if not words or "self-test" in words:
        self_test.run_all(report)
    print(f"{report.passed} passed, {report.failed} failed")
    return 0 if report.failed == 0 and report.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
