"""What the checks look at: a project's folder, and the list of checks."""

import functools
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Project:
    """A folder with the house's layout; the self-test makes small ones."""

    root: Path

    @functools.cached_property
    def files(self):
        """Paths of all files that are or would be committed, relative, sorted."""
        if not (self.root / ".git").exists():
            return sorted(str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_file())
        command = ["git", "-C", str(self.root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")
        return sorted({name for name in listed if name and (self.root / name).is_file()})

    def matching(self, *endings, under=""):
        return [name for name in self.files if name.endswith(endings) and name.startswith(under)]

    def read(self, name):
        return (self.root / name).read_text(encoding="utf-8", errors="replace")

    def lines(self, name):
        """(number, line) of a text file; nothing for one that is not text."""
        data = (self.root / name).read_bytes()
        if b"\0" in data:
            return []
        return list(enumerate(data.decode("utf-8", errors="replace").split("\n"), start=1))


@dataclass
class Check:
    title: str  # a sentence that is true when the check passes
    find: Callable[[Project], list]  # what is wrong, where, and what to do: one string each
    fails: bool = True  # otherwise what it finds is reported alone


@dataclass
class Report:
    passed: int = 0
    failed: int = 0
    notes: list = field(default_factory=list)

    def add(self, title, findings, fails=True):
        if findings and not fails:
            self.passed += 1
            print(f"ok   {title}: not yet; this fails soon")
        elif findings:
            self.failed += 1
            print(f"FAIL {title}")
        else:
            self.passed += 1
            print(f"ok   {title}", flush=True)
        for finding in findings:
            print("    " + str(finding).replace("\n", "\n    "))


def run(command, **options):
    """Runs a program with its output captured as one text."""
    options.setdefault("timeout", 300)
    return subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
        check=False,
        **options,
    )


def cores():
    return len(os.sched_getaffinity(0))
