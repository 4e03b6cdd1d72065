"""The plain C++ core: one archive for everything that links it, and its test programs."""

import os

from SCons.Script import Action

import flags
import generated
import places
import third_party


def environment(base, settings):
    """The environment for our C++ outside the bindings. Includes are written from src/: "core/base/status.h"."""
    env = base.Clone(CPPPATH=["#src", "#build/gen"], CXXFLAGS=flags.CXX)
    env.Append(CCFLAGS=flags.for_our_code(settings) + third_party.include_flags())
    env.Append(LINKFLAGS=["-pthread"])
    env["instrumented"] = settings.instrumented
    generated.version_header(env)
    generated.topics_header(env)
    generated.queue_header(env)
    return env


def variant_of(env, variant):
    """The same environment, optimised or with a sanitizer."""
    own = env.Clone()
    own.Append(CCFLAGS=flags.VARIANTS[variant], LINKFLAGS=flags.sanitizer(variant))
    return own


def objects(env, variant, folder):
    """The objects of all sources below a folder of the project, file by file."""
    return [
        env.SharedObject(f"#build/obj/{variant}/{source.removesuffix('.cpp')}", f"#{source}")
        for source in places.sources(folder)
    ]


def each_file(env):
    """For compile_commands.json alone: editors ask about files, not about units."""
    own = variant_of(env, "plain")
    return [objects(own, "each", folder) for folder in ("src/core", "tests/core")]


# A unit of its own: the linker takes it from the archive only for programs that link OpenSSL.
WITH_TLS = "src/core/io/beast_"
# How many files of a room are compiled as one. Most of the time goes into headers and templates of others, JSON above
# all, which they share: by eights a build from nothing takes a third of the time, and an edit still compiles few files.
# Sanitizers double the cost of templates, and are seldom waited for: there it is all files of a room.
TOGETHER = 8


# What most files of the core include of others: half of the time that a unit takes goes into reading it.
COMMON_HEADERS = (
    "algorithm",
    "array",
    "atomic",
    "chrono",
    "condition_variable",
    "deque",
    "functional",
    "map",
    "memory",
    "mutex",
    "nlohmann/json.hpp",
    "optional",
    "set",
    "shared_mutex",
    "span",
    "string",
    "string_view",
    "thread",
    "tuple",
    "unordered_map",
    "utility",
    "variant",
    "vector",
)


def with_common_headers(env, variant):
    """The same environment, whose compiler has read the common headers before, and the file that it has of them.

    A file that forgets to include one of them compiles here. clang-tidy, which reads each file alone, finds it.
    """
    own = env.Clone()
    path = f"obj/{variant}/common.h"
    text = "".join(f"#include <{name}>\n" for name in COMMON_HEADERS)
    header = generated.text_file(env, places.BUILD / path, text)
    compiled_header = own.Command(
        f"#build/{path}.gch",
        header,
        Action("$SHCXX -o $TARGET $SHCXXFLAGS $SHCCFLAGS $_CCCOMCOM -x c++-header $SOURCE", "$SHCXXCOMSTR"),
    )
    own.Append(CCFLAGS=["-Winvalid-pch", "-include", f"build/{path}"])
    return own, compiled_header


def units(env, variant, folder, together=TOGETHER, without=()):
    """The objects of all sources below a folder but not below others, several files of a room compiled as one unit.
    So names within a room's unnamed namespaces are different ones.
    """
    files = {}
    for source in places.sources(folder):
        if source.startswith(tuple(without)):
            continue
        room = f"{WITH_TLS}tls" if source.startswith(WITH_TLS) else os.path.dirname(source)
        files.setdefault(room, []).append(source)
    made = []
    for room, sources in files.items():
        for first in range(0, len(sources), together or len(sources)):
            of_unit = sources[first : first + (together or len(sources))]
            text = "".join(f'#include "{source}"\n' for source in of_unit)
            # Within an archive an object has no folder: its name says of which room it is.
            path = f"obj/{variant}/{room}/{room.split('/')[-1]}_{first}"
            unit = generated.text_file(env, places.BUILD / f"{path}.cpp", text)
            made += env.SharedObject(f"#build/{path}", unit, CPPPATH=["#"] + env["CPPPATH"])
    return made


# Programs may speak TLS by OpenSSL (core/io/beast_transport.h). The addon's library does not link it: there the
# engine brings TLS, and what nobody refers to stays in the archive.
OF_THE_SYSTEM = ["ssl", "crypto", "dl"]


known = {}  # variant -> objects of the core, libraries: SCons wants each described once


def compiled(env, variant):
    if variant not in known:
        own = variant_of(env, variant)
        together = TOGETHER if variant == "plain" else None
        quick, common_headers = with_common_headers(own, variant)
        made = units(quick, variant, "src/core", together)
        quick.Depends(made, common_headers)
        core = own.StaticLibrary(f"#build/lib/{variant}/agent_runtime_core", made)
        others = variant if env["instrumented"] else "plain"
        known[variant] = made, [core] + third_party.libraries(env, others)
    return known[variant]


def libraries(env, variant):
    """The core and the libraries that it needs, in link order."""
    return compiled(env, variant)[1]


# Rooms whose code runs on one thread and whose tests make no other: ThreadSanitizer finds nothing in them. Long runs
# try them all the same.
ON_ONE_THREAD = ("auto_mode", "providers", "world")


def tests(env, variant):
    """build/tests/core/VARIANT/core_tests. What is tested is compiled as always, the tests themselves quickly.

    The core's objects come first: of templates that both have, theirs are taken.
    """
    own = variant_of(env, variant)
    core, (_, *third_party_libraries) = compiled(env, variant)
    own.Append(CCFLAGS=["-O0"])
    without = ON_ONE_THREAD if variant == "tsan" and not env["instrumented"] else ()
    return own.Program(
        f"#build/tests/core/{variant}/core_tests",
        core + units(own, variant, "tests/core", None, [f"tests/core/{room}/" for room in without]),
        LIBS=third_party_libraries + OF_THE_SYSTEM,
    )


PEERS = ("host", "cli_probe", "http_probe")
# Programs without a game. What they link is looked at: nothing of a room that they do not use.
LEAN_PEERS = ("visitor", "notebook")


def lean(env, name, sources):
    """A program of what it refers to alone, without TLS, with the linker's map beside it."""
    own = env.Clone()
    own.Append(LINKFLAGS=["-Wl,--gc-sections", f"-Wl,-Map={places.BUILD / name}.map"])
    program = own.Program(f"#build/{name}", sources, LIBS=libraries(env, "plain") + ["dl"])
    own.SideEffect(f"#build/{name}.map", program)
    return program


def peers(env):
    """build/tests/peers/NAME for each folder of tests/peers: what tries out programs from elsewhere."""
    own = variant_of(env, "plain")
    programs = [
        own.Program(
            f"#build/tests/peers/{name}",
            objects(own, "plain", f"tests/peers/{name}"),
            LIBS=libraries(env, "plain") + OF_THE_SYSTEM,
        )
        for name in PEERS
    ]
    return programs + [
        lean(own, f"tests/peers/{name}", objects(own, "plain", f"tests/peers/{name}")) for name in LEAN_PEERS
    ]


def soak(env):
    """build/tests/soak/soak: a crowd that lives for a while."""
    own = variant_of(env, "plain")
    return own.Program(
        "#build/tests/soak/soak", objects(own, "plain", "tests/soak"), LIBS=libraries(env, "plain") + OF_THE_SYSTEM
    )


def benchmarks(env):
    """One program for each tests/bench/NAME_bench.cpp: benchmarks are run by hand, never as tests."""
    own = variant_of(env, "plain")
    programs = {
        source.split("/")[-1].removesuffix(".cpp"): own.Program(
            f"#build/bench/{source.split('/')[-1].removesuffix('.cpp')}",
            own.SharedObject(f"#build/obj/plain/{source.removesuffix('.cpp')}", f"#{source}"),
            LIBS=libraries(env, "plain") + OF_THE_SYSTEM,
        )
        for source in places.sources("tests/bench", "*_bench.cpp")
    }
    if "start_bench" in programs:
        # What it starts.
        empty = own.SharedObject("#build/obj/plain/tests/bench/empty", "#tests/bench/empty.cpp")
        own.Depends(programs["start_bench"], [lean(own, "bench/empty", empty), "#build/tests/peers/notebook"])
    return list(programs.values())
