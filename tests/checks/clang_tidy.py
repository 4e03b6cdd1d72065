"""clang-tidy on every C++ file. A verdict holds for as long as nothing changes that it depends on: it is kept beside
the downloads, so that a second clone and a cleaned one have it too.

Files without a verdict are read many at a time, as one unit: nearly all the time goes into headers, which they share.
"""

import contextlib
import functools
import hashlib
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from project import ROOT, Check, cores, run

sys.path.insert(0, str(ROOT / "src/scons"))
import places  # noqa: E402

READ = ("src/", "tests/", "godot-cpp/src/")
# What stands in for headers that a test's build makes.
NOT_READ = "tests/install/upstream/"
GODOT = ("src/godot/", "tests/godot/", "godot-cpp/")
# Names in godot-cpp are those of the API that it implements.
NOT_OURS = {"godot-cpp/": "-readability-identifier-naming"}
# Folders that includes start from, beside that of the file itself.
FOLDERS = ("src", "", "godot-cpp/include")
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
# A program cannot share a unit with another. Those of tests and benchmarks are a third of all time, so long runs alone
# read them.
PROGRAM = re.compile(r"^int main\(", re.MULTILINE)
IN_LONG_RUNS = ("tests/bench/", "tests/peers/", "tests/soak/")
FINDING = re.compile(r"^([^:\n]+):(\d+):\d+: (?:fatal )?(?:error|warning): (.*) \[([\w.-]+)", re.MULTILINE)
NOT_CPP = "clang-diagnostic-error"
OF_HEADERS = "google-global-names-in-headers"
# Seconds for one unit; the largest takes a tenth of it on an idle machine.
LIMIT = 600
# Characters of a unit of several rooms: enough of them for each core to have its share.
UNIT = 260_000
# What is defined outside of classes and functions, at the beginning of its line.
TYPE = re.compile(r"^(?:(?:class|struct|enum class) (\w+)(?: final)?(?: :|: | \{)|using (\w+) =)", re.MULTILINE)
CONSTANT = re.compile(r"^inline const[^\n(]* (\w+)(?: = |\{)", re.MULTILINE)
VALUE = re.compile(r"^(?!using|class|struct|enum)[\w:<>,*& ]+[ *&](\w+)(?: = |\(|\[|\{|;)", re.MULTILINE)
# Days after which a verdict that nobody asked for is forgotten.
KEPT = 30


@dataclass(frozen=True)
class Unit:
    """Files of one room, or of several with the same settings, that are read together."""

    files: tuple

    @property
    def folder(self):
        return str(Path(self.files[0]).parent)

    def rooms(self):
        """A unit for each folder."""
        return [Unit(tuple(files)) for _, files in itertools.groupby(self.files, lambda name: str(Path(name).parent))]


class Sources:
    """The project's C++ with what each file includes of it."""

    def __init__(self, project):
        self.project = project
        self.version = run(["clang-tidy", "--version"]).stdout
        self.settings = [f"{name}\n{project.read(name)}" for name in project.files if name.endswith(".clang-tidy")]
        self.names = [
            name for name in project.matching(".cpp") if name.startswith(READ) and not name.startswith(NOT_READ)
        ]
        self.since = time.time()

    @functools.cache
    def text(self, name):
        return self.project.read(name)

    @functools.cache
    def included_by(self, name):
        folders = (str(Path(name).parent), *FOLDERS)
        found = []
        for included in INCLUDE.findall(self.text(name)):
            candidates = (os.path.normpath(os.path.join(folder, included)) for folder in folders)
            found += [path for path in candidates if (self.project.root / path).is_file()][:1]
        return found

    @functools.cache
    def with_headers(self, name):
        """A file and all files of the project that it includes, directly or not."""
        seen, waiting = set(), [name]
        while waiting:
            path = waiting.pop()
            if path not in seen:
                seen.add(path)
                waiting += self.included_by(path)
        return seen

    @functools.cache
    def defined_in(self, files):
        """The names of everything that these files define."""
        values = (VALUE.findall(self.text(name)) for name in files)
        return self.types_in(files).union(*values)

    def types_in(self, files):
        """The names of types that these files define."""
        return frozenset(word for name in files for words in TYPE.findall(self.text(name)) for word in words if word)

    @functools.cached_property
    def names_of_headers(self):
        """The types and constants of all headers."""
        headers = [name for name in self.project.matching(".h") if name.startswith(READ)]
        return self.types_in(headers).union(*(CONSTANT.findall(self.text(name)) for name in headers))

    def size(self, files):
        return sum(len(self.text(name)) for name in files)

    def may_join(self, unit, other):
        """Whether the two have the same settings, and no name that both define."""
        alike = Path(unit.folder).parent == Path(other.folder).parent
        fits = self.size(unit.files + other.files) <= UNIT
        return alike and fits and not self.defined_in(unit.files) & self.defined_in(other.files)

    def have_changed(self, names):
        """Whether any of them was written to since this was read."""
        return any((self.project.root / name).stat().st_mtime >= self.since for name in names)

    def key(self, name):
        """Changes when anything changes that clang-tidy's answer depends on; the same in every clone."""
        texts = [f"{path}\n{self.text(path)}" for path in sorted(self.with_headers(name))]
        parts = [self.version, checks(name), *flags("PROJECT", name), *self.settings, *texts]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def checks(name):
    return next((checks for folder, checks in NOT_OURS.items() if name.startswith(folder)), "")


def flags(root, name):
    """What clang-tidy compiles with. The build's own flags are g++'s, which clang does not all know."""
    system = [f"{places.third_party()}/{path}" for path in ("sqlite", "yaml-cpp/include")]
    if name.startswith(GODOT):
        system += [f"{root}/{path}" for path in ("godot-cpp/include", "build/godot-cpp/gen/include", "build/godot_api")]
    own = ["-std=c++20", f"-I{root}", f"-I{root}/src", f"-I{root}/build/gen", "-DDEBUG_ENABLED"]
    return own + [part for folder in system for part in ("-isystem", folder)]


def units(sources, names):
    """Units for all of these files, the largest first, so that no core is left with one at the end.

    A program has one of its own. Rooms share one as long as no name is defined in two of them, and none in a file that
    is also a name of some header.
    """
    rooms, alone = {}, []
    for name in names:
        if PROGRAM.search(sources.text(name)):
            alone.append(Unit((name,)))
        else:
            rooms.setdefault(str(Path(name).parent), []).append(name)
    joined = []
    for files in sorted(rooms.values(), key=lambda files: -sources.size(files)):
        unit = Unit(tuple(files))
        if sources.defined_in(unit.files) & sources.names_of_headers:
            alone.append(unit)
            continue
        for i, other in enumerate(joined):
            if sources.may_join(unit, other):
                joined[i] = Unit(other.files + unit.files)
                break
        else:
            joined.append(unit)
    return sorted(joined + alone, key=lambda unit: -sources.size(unit.files))


def read(project, unit):
    """What clang-tidy says of a unit: (file, line, sentence, check) of each finding.

    The unit is a file that is not there, in the room itself: settings are looked for upwards from it.
    """
    root = project.root
    name = f"{unit.folder}/tidy_unit.cpp"
    with tempfile.TemporaryDirectory(prefix="tidy-") as folder:
        text = "".join(f'#include "{root}/{file}" // NOLINT(bugprone-suspicious-include)\n' for file in unit.files)
        (Path(folder) / "unit.cpp").write_text(text)
        overlay = Path(folder) / "overlay.yaml"
        shown = {"type": "file", "name": f"{root}/{name}", "external-contents": f"{folder}/unit.cpp"}
        overlay.write_text(json.dumps({"version": 0, "roots": [shown]}, ensure_ascii=False))
        ours = f"^{re.escape(str(root))}/(src/core|src/godot|src/cru|tests|godot-cpp/src)/"
        command = ["clang-tidy", "--quiet", f"--vfsoverlay={overlay}", f"--header-filter={ours}"]
        command += [f"--checks={checks(name)}", f"{root}/{name}", "--", *flags(root, name)]
        try:
            ran = run(command, cwd=root, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return {(unit.files[0], 1, f"clang-tidy took more than {LIMIT} s for {unit.folder}", NOT_CPP)}
    said = FINDING.findall(ran.stdout)
    if ran.returncode < 0 or (ran.returncode != 0 and not said):
        said = [(unit.files[0], 1, f"clang-tidy failed; it said:\n{ran.stdout}", NOT_CPP)]
    return {
        (path.removeprefix(f"{root}/"), int(line), what, check)
        for path, line, what, check in said
        # To a unit the sources that it includes are headers.
        if not (check == OF_HEADERS and path.endswith(".cpp"))
    }


def advice(check):
    if check == NOT_CPP:
        return "clang cannot read it together with its room; make it compile, with names that the room has once"
    return f"correct it, or say beside it why not: NOLINT({check}): why"


def judged(project, sources, unit, verdicts):
    """The findings of a unit. Files that have no part in one get their verdict.

    Rooms that clang cannot read together, for a name that defined_in() did not see, are read one by one.
    """
    findings = read(project, unit)
    rooms = unit.rooms()
    if len(rooms) > 1 and any(check == NOT_CPP for *_, check in findings):
        return set().union(*(judged(project, sources, room, verdicts) for room in rooms))
    wrong = {path for path, *_ in findings}
    if not any(check == NOT_CPP for *_, check in findings):
        for name in unit.files:
            read_here = sources.with_headers(name)
            if not read_here & wrong and not sources.have_changed(read_here):
                (verdicts / sources.key(name)).touch()
    return findings


def forget_old(verdicts):
    for verdict in verdicts.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another clone may do the same
            if time.time() - verdict.stat().st_mtime > KEPT * 86400:
                verdict.unlink()


def tidied(project, verdicts=None):
    verdicts = Path(verdicts or places.setting("CACHE") / "tidy")
    verdicts.mkdir(parents=True, exist_ok=True)
    forget_old(verdicts)
    sources = Sources(project)
    unread = []
    for name in sources.names:
        if name.startswith(IN_LONG_RUNS) and not os.environ.get("AGENT_RUNTIME_LONG"):
            continue
        verdict = verdicts / sources.key(name)
        if verdict.exists():
            verdict.touch()
        else:
            unread.append(name)
    with ThreadPoolExecutor(cores()) as pool:
        answers = list(pool.map(lambda unit: judged(project, sources, unit, verdicts), units(sources, unread)))
    findings = sorted(set().union(*answers))
    return [f"{path}:{line}: {what} [{check}]: {advice(check)}" for path, line, what, check in findings]


CHECKS = [Check("clang-tidy has no complaint about any file (programs of tests: in long runs)", tidied)]
