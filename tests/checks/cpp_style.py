"""Format and names of the C++: clang-format on all of it, clang-tidy on what changed and, run by run, on the rest."""

import hashlib
import os
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from project import ROOT, Check, cores, run

sys.path.insert(0, str(ROOT / "src/scons"))
import places  # noqa: E402

CPP = (".h", ".hpp", ".cpp")
TIDIED = ("src/core/", "src/godot/", "src/cru/", "tests/core/", "tests/godot/", "godot-cpp/src/")
GODOT = ("src/godot/", "tests/godot/", "godot-cpp/")
# Names in godot-cpp are those of the API that it implements.
NOT_OURS = {"godot-cpp/": "-readability-identifier-naming"}
# Seconds for files that did not change: a fresh machine comes to the end of them in a few runs.
BUDGET = 60
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


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


def flags(project, name):
    """What clang-tidy compiles with. The build's own flags are g++'s, which clang does not all know."""
    third_party = places.third_party()
    system = [third_party / "sqlite", third_party / "yaml-cpp/include"]
    if name.startswith(GODOT):
        bindings = ("godot-cpp/include", "build/godot-cpp/gen/include", "build/godot_api")
        system += [project.root / path for path in bindings]
    own = ["-std=c++20", f"-I{project.root}/src", f"-I{project.root}/build/gen", "-DDEBUG_ENABLED"]
    return own + [part for folder in system for part in ("-isystem", str(folder))]


def read_with_own_headers(project, name, seen):
    """The text of a file and of all our headers that it includes."""
    if name in seen:
        return
    text = project.read(name)
    seen[name] = text
    for included in INCLUDE.findall(text):
        for folder in ("src", str(Path(name).parent)):
            candidate = os.path.normpath(f"{folder}/{included}")
            if (project.root / candidate).is_file():
                read_with_own_headers(project, candidate, seen)
                break


def fingerprint(project, name, version):
    """Changes when anything changes that clang-tidy's answer depends on."""
    seen = {}
    read_with_own_headers(project, name, seen)
    settings = [project.read(path) for path in project.files if path.endswith(".clang-tidy")]
    parts = [version, *settings, *flags(project, name), *(text for path, text in sorted(seen.items()))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def changed(project):
    """Files that differ from the last commit on the main line, or from the commit before this one."""
    for base in ("origin/main", "origin/HEAD", "HEAD~1"):
        ran = run(["git", "-C", project.root, "merge-base", "HEAD", base])
        if ran.returncode == 0:
            # On the main line itself the merge base is HEAD: then the last commit is what changed.
            head = run(["git", "-C", project.root, "rev-parse", "HEAD"]).stdout.strip()
            since = ran.stdout.strip() if ran.stdout.strip() != head else "HEAD~1"
            return set(run(["git", "-C", project.root, "diff", "--name-only", since]).stdout.split())
    return set()


def tidy(project, name):
    """clang-tidy's complaints about a file and the headers of ours it includes."""
    without = next((checks for folder, checks in NOT_OURS.items() if name.startswith(folder)), "")
    ran = run(["clang-tidy", "--quiet", f"--checks={without}", name, "--", *flags(project, name)], cwd=project.root)
    said = re.findall(r"^(\S+?:\d+:\d+: (?:error|warning): .*)$", ran.stdout, re.MULTILINE)
    if ran.returncode != 0 and not said:
        said = [f"{name}: clang-tidy failed; it said:\n{ran.stdout}"]
    return sorted({line.replace(f"{project.root}/", "") for line in said})


def tidied(project, everything=False):
    version = run(["clang-tidy", "--version"]).stdout
    cache = project.root / "build/tests/checks/tidy"
    cache.mkdir(parents=True, exist_ok=True)
    first = changed(project)
    waiting = [
        (name, cache / key)
        for name in project.matching(".cpp")
        if name.startswith(TIDIED) and not (cache / (key := fingerprint(project, name, version))).exists()
    ]
    waiting.sort(key=lambda pair: pair[0] not in first)
    end = time.monotonic() + BUDGET

    def examine(pair):
        name, answer = pair
        if name not in first and not everything and time.monotonic() > end:
            return None
        findings = tidy(project, name)
        if not findings:
            answer.touch()
        return findings

    with ThreadPoolExecutor(cores()) as pool:
        answers = list(pool.map(examine, waiting))
    left = answers.count(None)
    if left:
        print(f"     clang-tidy: {left} unchanged files are left for the next runs")
    return sorted({finding for findings in answers if findings for finding in findings})


CHECKS = [
    Check("all C++ is formatted", formatted),
    Check("clang-tidy has no complaint", tidied),
]
