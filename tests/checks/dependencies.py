"""Who may use whom: the dependency rule, read from the code itself."""

import re
import shutil
import tempfile
from pathlib import Path

from project import Check, run

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
CPP = (".h", ".hpp", ".inc", ".cpp")
ENGINE = re.compile(r"^(godot_cpp/|godot/|gdextension_interface)")
THIRD_PARTY = re.compile(r"^(sqlite3|yaml-cpp/|nlohmann/|concurrentqueue/|boost/|openssl/|doctest/)")
ROOMS = "tests/checks/rooms.txt"
# What starts a program that lives on when we end, and what carries it out.
OUTLIVES = ("src/core/io/launch_detached.cpp", "src/core/io/child_plan.cpp")
GENERATED = ("agent_runtime_version.h", "agent_runtime_topics.h")  # src/scons/generated.py


def includes(project, under):
    """(file, line, is quoted, what) of each include below a folder."""
    for name in project.matching(*CPP, under=under):
        for number, line in project.lines(name):
            found = INCLUDE.match(line)
            if found:
                yield name, number, found.group(1) == '"', found.group(2)


def rooms(project):
    return [line for number, line in project.lines(ROOMS) if line and not line.startswith("#")]


def core_knows_no_engine(project):
    return [
        f"{name}:{number}: includes {what}: core is plain C++; move what needs the engine to src/godot"
        for under in ("src/core/", "src/cru/", "src/host/", "tests/core/")
        for name, number, quoted, what in includes(project, under)
        if ENGINE.match(what)
    ]


def rooms_are_in_order(project):
    order = rooms(project)
    findings = []
    for name in project.matching(*CPP, under="src/core/"):
        room = name.split("/")[2]
        if "/" not in name[len("src/core/") :] or room not in order:
            findings.append(f"{name}: is in no room; move it to one, or add its folder to {ROOMS}")
    for name, number, quoted, what in includes(project, "src/core/"):
        user, used = name.split("/")[2], what.split("/")
        if quoted and used[0] != "core" and what not in GENERATED:
            findings.append(f'{name}:{number}: includes "{what}": write includes from src/, as "core/base/status.h"')
        if used[0] != "core" or user not in order or used[1] not in order:
            continue
        if order.index(used[1]) > order.index(user):
            findings.append(
                f"{name}:{number}: {user} uses {used[1]}, which stands below it in {ROOMS}; turn the use round"
            )
    return findings


def binding_is_thin(project):
    return [
        f"{name}:{number}: includes {what}: the binding uses core and godot-cpp only; wrap it in core"
        for name, number, quoted, what in includes(project, "src/godot/")
        if THIRD_PARTY.match(what)
    ]


def bindings_know_only_the_engine(project):
    return [
        f"{name}:{number}: includes {what}: godot-cpp knows nothing of this house; pass it in from src/godot"
        for name, number, quoted, what in includes(project, "godot-cpp/")
        if what.startswith(("core/base", "core/runtime", "agent_runtime", "../")) or THIRD_PARTY.match(what)
    ]


def scripts_use_names(project):
    """The addon works wherever it lies, and the demo uses classes as any game would."""
    findings = []
    for name in project.matching(".gd", ".tscn", ".tres", under="addons/"):
        for number, line in project.lines(name):
            for path in re.findall(r"res://[^\"' ]*", line):
                if path != "res://" and not (path + "/").startswith("res://addons/agent_runtime/"):
                    findings.append(f"{name}:{number}: names {path}: the addon's files are all it can count on")
    for name in project.matching(".gd", ".tscn", ".tres", under="demo/"):
        for number, line in project.lines(name):
            if re.search(r"res://addons|\.\./addons", line):
                findings.append(f"{name}:{number}: names a path in addons/; use the public class by its name")
    for name in project.matching(".gd", under="addons/") + project.matching(".gd", under="demo/"):
        top = "addons/agent_runtime" if name.startswith("addons/") else "demo"
        depth = len(name.split("/")) - 1 - len(top.split("/"))
        for number, line in project.lines(name):
            up = re.search(r"[\"']((?:\.\./)+)", line)
            if up and up.group(1).count("..") > depth:
                findings.append(f"{name}:{number}: a path that leaves {top}/; use the public class by its name")
    return findings


def nothing_else_outlives(project):
    """Whatever this library starts ends with it, but for what launch_detached() starts."""
    return [
        f"{name}:{number}: starts what outlives this process; that is for launch_detached() alone"
        for name in project.matching(*CPP, under="src/")
        if name not in OUTLIVES
        for number, line in project.lines(name)
        if re.search(r"\boutlives = true\b|\bsetsid\(|\bdaemon\(", line)
    ]


def core_builds_alone(project):
    """Reads the build in a copy without engine and bindings: the whole of the core's commands must be there."""
    wanted = ("SConstruct", "VERSION", "src/core/", "src/host/", "src/scons/", "src/setup/", "tests/core/")
    with tempfile.TemporaryDirectory(prefix="checks-") as folder:
        for name in project.files:
            if name.startswith(wanted):
                copy = Path(folder) / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(project.root / name, copy)
        ran = run(["scons", "-C", folder, "-n", "verbose=yes", "core_tests"])
    if ran.returncode != 0:
        return [f"scons core_tests fails without godot-cpp; it says:\n{ran.stdout}"]
    commands = [line for line in ran.stdout.split("\n") if line.startswith(("g++", "gcc"))]
    findings = [f"this command of the core's build knows the engine:\n{line}" for line in commands if "godot" in line]
    return findings if commands else ["scons core_tests would compile nothing; see src/scons/core.py"]


CHECKS = [
    Check("core names no header of the engine", core_knows_no_engine),
    Check("a room of the core uses only rooms above it", rooms_are_in_order),
    Check("the binding uses core and godot-cpp only", binding_is_thin),
    Check("godot-cpp knows nothing of this house", bindings_know_only_the_engine),
    Check("scripts use public classes by name, no paths into other rooms", scripts_use_names),
    Check("nothing outlives the game but what launch_detached() starts", nothing_else_outlives),
    Check("the core builds with godot-cpp absent", core_builds_alone),
]
