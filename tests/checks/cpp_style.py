"""Format of the C++."""

import re

from project import Check, run

CPP = (".h", ".hpp", ".cpp")


def formatted(project):
    """Findings by file and first line; clang-format's own output would be a page for each."""
    names = project.matching(*CPP)
    findings = {}
    for start in range(0, len(names), 100):
        ran = run(["clang-format", "--dry-run", "--Werror", *names[start : start + 100]], cwd=project.root)
        for name, line in re.findall(r"^(\S+?):(\d+):\d+: (?:error|warning):", ran.stdout, re.MULTILINE):
            findings.setdefault(name, line)
        if ran.returncode != 0 and not findings:
            return [f"clang-format failed; it said:\n{ran.stdout}"]
    return [f"{name}:{line}: is not formatted; run: clang-format -i {name}" for name, line in findings.items()]


CHECKS = [Check("all C++ is formatted", formatted)]
