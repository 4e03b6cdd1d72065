"""The options of the command line, and what a command asks to build."""

import os
from types import SimpleNamespace

from SCons.Script import BoolVariable, EnumVariable, GetLaunchDir, Variables

import places
from prerequisites import stop

TARGETS = ["template_debug", "template_release"]
ALIASES = {
    "addon": "the addon, for debug and release (default)",
    "tests": "the addon and all test programs",
    "core": "the core alone, as the library takes it",
    "host": "the small program that holds the pipes of others",
    "core_tests": "the core's test programs alone: needs no engine",
    "peers": "the programs that tests/peers talks to",
    "soak": "the crowd of tests/soak",
    "fuzz": "the readers of tests/fuzz under libFuzzer, by clang",
    "bindings_tests": "the extension that tests the bindings",
    "demo": "the addon for debug, linked into the demo",
    "bench": "the benchmarks",
    "docs": "the skeletons of the class reference, from the engine; fails where a description is missing",
    "zip": "build/dist/agent_runtime-VERSION.zip, and one without the program beside the library",
    "compiledb": "compile_commands.json",
}
# These need neither the engine nor the bindings.
CORE_ONLY = {"core", "core_tests", "fuzz", "host", "peers", "soak"}
# Options that belong to the bindings, listed so that they are not reported as typing errors.
OF_THE_BINDINGS = {"build_profile", "precision", "custom_api_file", "gdextension_dir"}


def cores():
    """How many jobs at once when -j is not given."""
    return len(os.sched_getaffinity(0))


def database():
    """The file in which SCons remembers what it has made; it adds an ending of its own."""
    return str(places.BUILD / ".sconsign")


def environment():
    """The part of the caller's environment that compiler and engine get."""
    passed = ("PATH", "HOME", "TMPDIR", "GODOT", "AGENT_RUNTIME_CACHE", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "DISPLAY")
    taken = {name: os.environ[name] for name in passed if name in os.environ} | {"LC_ALL": "C.UTF-8"}
    if "/" in taken.get("GODOT", ""):
        # The engine also runs in other folders.
        taken["GODOT"] = os.path.join(GetLaunchDir(), taken["GODOT"])
    return taken


def read(env, arguments):
    """Reads and checks the options; returns them as plain values."""
    known = Variables(None, arguments)
    known.AddVariables(
        EnumVariable("platform", "system to build for", "linux", ["linux"]),
        EnumVariable("arch", "processor to build for", "x86_64", ["x86_64"]),
        EnumVariable("target", "build this one only instead of both", "", ["", "editor"] + TARGETS),
        ("godot_cpp", "folder of an upstream godot-cpp to build on; one target a run", ""),
        BoolVariable("any_engine", "let zip take an engine newer than the one that releases are built with", False),
        BoolVariable("verbose", "show whole command lines", False),
        BoolVariable("debug_symbols", "keep debug information in the libraries", False),
        BoolVariable("instrumented", "sanitizers look into SQLite and yaml-cpp, too", False),
        BoolVariable("werror", "treat warnings in our code as errors; no for compilers it was not tried with", True),
    )
    try:
        known.Update(env)
    except Exception as problem:  # SCons raises several types here, all with a readable text
        stop(f"{problem}. Proven is Linux x86_64; scons -h lists the options.")
    unknown = sorted(set(known.UnknownVariables()) - OF_THE_BINDINGS)
    if unknown and not env["godot_cpp"]:
        stop(f"there is no option {', '.join(unknown)}; scons -h lists them")
    if not env["verbose"]:
        be_brief(env)
    targets = [env["target"]] if env["target"] else TARGETS
    if env["godot_cpp"] and not env["target"]:
        targets = TARGETS[:1]
    return SimpleNamespace(
        targets=targets,
        godot_cpp=env["godot_cpp"],
        any_engine=env["any_engine"],
        debug_symbols=env["debug_symbols"],
        instrumented=env["instrumented"],
        werror=env["werror"],
        help_text=help_text(known.GenerateHelpText(env)),
    )


def be_brief(env):
    """Prints one short line for each step instead of the command; verbose=yes prints the commands."""
    for tool in ("CC", "CXX", "SHCC", "SHCXX"):
        env[f"{tool}COMSTR"] = "Compiling $SOURCE"
    for tool in ("LINK", "SHLINK"):
        env[f"{tool}COMSTR"] = "Linking $TARGET"
    env["ARCOMSTR"] = "Archiving $TARGET"


def help_text(variables):
    lines = ["What can be made:", ""] + [f"    {name:12}{what}" for name, what in ALIASES.items()]
    return "\n".join(lines + ["", "Options, given as name=value:", variables])


def core_only(wanted):
    """Whether everything requested can be made without engine and bindings."""
    return bool(wanted) and all(name in CORE_ONLY or name.startswith("build/tests/core") for name in wanted)


def archive(wanted):
    """Whether the archive that users unpack is requested."""
    return any(name == "zip" or name.startswith("build/dist") for name in wanted)


def with_tests(wanted):
    """Whether test programs are requested, or at least must be known."""
    return any("tests" in name or name in ("peers", "soak", "bench", "compiledb") for name in wanted)
