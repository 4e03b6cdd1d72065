"""Locks: every mutex says what it guards, in the words of core/base/mutex.h. clang-tidy holds the code against them."""

import re

from project import Check

OURS = "src/core/base/mutex.h"
CPP = (".h", ".cpp")
STANDARD = re.compile(
    r"\bstd::(?:recursive_|shared_)?(?:timed_)?mutex\b"
    r"|\bstd::(?:lock_guard|unique_lock|scoped_lock|shared_lock)\b"
    r"|#include <(?:mutex|shared_mutex)>"
)
DECLARED = re.compile(r"^\s*(?:mutable |static )*(?:Shared)?Mutex (\w+);")


def mutexes_are_ours(project):
    """clang knows nothing of what a mutex of the standard library guards."""
    return [
        f"{name}:{number}: takes {found[0]}; take what {OURS} has"
        for name in project.matching(*CPP, under="src/")
        if name != OURS
        for number, line in project.lines(name)
        if (found := STANDARD.search(line))
    ]


def mutexes_guard_something(project):
    findings = []
    for name in project.matching(*CPP, under="src/"):
        text = project.read(name)
        for number, line in project.lines(name):
            declared = DECLARED.match(line)
            if declared and not re.search(rf"AR_(?:GUARDED_BY|REQUIRES)\([^)]*\b{declared[1]}\b", text):
                findings.append(
                    f"{name}:{number}: {declared[1]} guards nothing; write AR_GUARDED_BY({declared[1]}) behind "
                    "what it does guard"
                )
    return findings


CHECKS = [
    Check("all mutexes are those of core/base", mutexes_are_ours),
    Check("each mutex says what it guards", mutexes_guard_something),
]
