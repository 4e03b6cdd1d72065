"""The plain C++ core: one archive for everything that links it, and its test programs."""

import os
from typing import NamedTuple

from SCons.Script import Action, CScanner

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


# OpenSSL's users: programs link them. The addon's library does not: there the engine brings TLS.
WITH_TLS = "src/core/io/beast_"
# How many files of a room are compiled as one. Most of the time goes into headers and templates of others, JSON above
# all, which they share: by eights a build from nothing takes a third of the time, and an edit still compiles few files.
# Sanitizers double the cost of templates, and are seldom waited for: there, and for tests, it is more.
TOGETHER = 8
TOGETHER_AT_MOST = 24  # with more, a core would be left with one unit while the other has nothing to do


# What most files include of others: half of the time that a unit takes goes into reading it.
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


def with_common_headers(env, folder, others=()):
    """The same environment, whose compiler has read the common headers and `others` before, and the file that it has of
    them, below build/obj.

    A file that forgets to include one of them compiles here. clang-tidy, which reads each file alone, finds it.
    """
    own = env.Clone()
    path = f"obj/{folder}/common.h"
    text = "".join(f"#include <{name}>\n" for name in COMMON_HEADERS + tuple(others))
    header = generated.text_file(env, places.BUILD / path, text)
    compiled_header = own.Command(
        f"#build/{path}.gch",
        header,
        Action("$SHCXX -o $TARGET $SHCXXFLAGS $SHCCFLAGS $_CCCOMCOM -x c++-header $SOURCE", "$SHCXXCOMSTR"),
        source_scanner=CScanner,  # what it includes of ours
    )
    own.Append(CCFLAGS=["-Winvalid-pch", "-include", f"build/{path}"])
    return own, compiled_header


def units(env, variant, sources, headers, together=TOGETHER):
    """The objects of these sources, several files of a room compiled as one unit. So names within a room's unnamed
    namespaces are different ones. `headers` is what with_common_headers() takes, or None.
    """
    quick, common_headers = with_common_headers(env, *headers) if headers else (env, [])
    rooms = {}
    for source in sources:
        room = os.path.dirname(source)
        rooms.setdefault((room, source.startswith(WITH_TLS)), []).append(source)
    made = []
    for (room, _), files in rooms.items():
        for first in range(0, len(files), together):
            of_unit = files[first : first + together]
            text = "".join(f'#include "{source}"\n' for source in of_unit)
            # Within an archive an object has no folder: its name says of which room it is, and which file comes first.
            name = f"{os.path.basename(room)}-{os.path.basename(of_unit[0]).removesuffix('.cpp')}"
            path = f"obj/{variant}/{room}/{name}"
            unit = generated.text_file(quick, places.BUILD / f"{path}.cpp", text)
            made += quick.SharedObject(f"#build/{path}", unit, CPPPATH=["#"] + quick["CPPPATH"])
    quick.Depends(made, common_headers)
    return made


class Core(NamedTuple):
    """The core as it is compiled once."""

    objects: list
    archive: list  # of those that do not speak TLS
    tls_archive: list
    third_party: list


known = {}  # variant -> Core: SCons wants each described once


def compiled(env, variant):
    if variant not in known:
        known[variant] = described(env, variant)
    return known[variant]


def described(env, variant):
    own = variant_of(env, variant)
    unhurried = own.Clone()
    unhurried.Append(CCFLAGS=flags.UNHURRIED)
    together = TOGETHER if variant == "plain" else TOGETHER_AT_MOST
    rooms = tuple(f"src/core/{room}/" for room in flags.UNHURRIED_ROOMS)
    hurried_sources, unhurried_sources = [], []
    for source in places.sources("src/core"):
        is_unhurried = variant != "plain" and source.startswith(rooms)
        (unhurried_sources if is_unhurried else hurried_sources).append(source)
    made = units(own, variant, hurried_sources, [variant], together)
    if unhurried_sources:
        made += units(unhurried, variant, unhurried_sources, [f"{variant}/unhurried"], together)
    tls = [unit for unit in made if "/io-beast_" in str(unit)]
    return Core(
        made,
        own.StaticLibrary(f"#build/lib/{variant}/agent_runtime_core", [unit for unit in made if unit not in tls]),
        own.StaticLibrary(f"#build/lib/{variant}/agent_runtime_tls", tls),
        third_party.libraries(env, variant if env["instrumented"] else "plain"),
    )


def libraries(env, variant):
    """The core and the libraries that it needs, in link order."""
    core = compiled(env, variant)
    return [core.archive] + core.third_party


def libraries_of_programs(env, variant):
    """The same for programs that speak TLS by OpenSSL (core/io/beast_transport.h)."""
    return [compiled(env, variant).tls_archive] + libraries(env, variant) + OF_THE_SYSTEM


OF_THE_SYSTEM = ["ssl", "crypto", "dl"]


# Rooms whose code runs on one thread and whose tests make no other: ThreadSanitizer finds nothing in them. Long runs
# try them all the same.
ON_ONE_THREAD = ("auto_mode", "providers", "world")


known_tests = {}  # variant -> objects


def objects_of_tests(env, variant):
    """The tests themselves, compiled quickly. AddressSanitizer looks into what they try, and into their own code in
    long runs; ThreadSanitizer must see every lock and every atomic value.
    """
    if variant == "asan" and not env["instrumented"]:
        variant = "plain"
    if variant not in known_tests:
        own = variant_of(env, variant)
        own.Append(CCFLAGS=["-O0", "-g1"])
        without = ON_ONE_THREAD if variant == "tsan" and not env["instrumented"] else ()
        left_out = tuple(f"tests/core/{room}/" for room in without)
        sources = [source for source in places.sources("tests/core") if not source.startswith(left_out)]
        sources += [source for source in places.sources("tests/fuzz") if source != FUZZER]
        headers = [f"{variant}/tests", ["doctest/doctest.h"]]
        known_tests[variant] = units(own, variant, sources, headers, TOGETHER_AT_MOST)
    return known_tests[variant]


def tests(env, variant):
    """build/tests/core/VARIANT/core_tests. What is tested is compiled as always.

    The core's objects come first: of templates that both have, theirs are taken.
    """
    core = compiled(env, variant)
    return variant_of(env, variant).Program(
        f"#build/tests/core/{variant}/core_tests",
        core.objects + objects_of_tests(env, variant),
        LIBS=core.third_party + OF_THE_SYSTEM,
    )


PEERS = ("host", "cli_probe", "http_probe", "asker", "worker")
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
            LIBS=libraries_of_programs(env, "plain"),
        )
        for name in PEERS
    ]
    return programs + [
        lean(own, f"tests/peers/{name}", objects(own, "plain", f"tests/peers/{name}")) for name in LEAN_PEERS
    ]


# What the host uses of io/. No TLS, no sockets, no database: it stands beside programs that run for days.
IO_OF_THE_HOST = (
    "bound_program",
    "child_plan",
    "file_changes",
    "held_program",
    "launch_detached",
    "own_file",
    "own_folder",
    "process_family",
    "spawn",
)


# Rooms that the host needs as a whole, as they are compiled for everything else.
ROOMS_OF_THE_HOST = ("src/core/base/", "src/core/hosting/")


def host(env):
    """build/host/agent_runtime_host: the small program that holds the pipes of another one.

    It brings the C++ runtime with it: a third of its memory would go into loading that.
    """
    own = variant_of(env, "plain")
    own.Append(LINKFLAGS=["-static-libstdc++", "-static-libgcc", "-Wl,--gc-sections", "-s"])
    rooms = tuple(f"build/obj/plain/{room}" for room in ROOMS_OF_THE_HOST)
    made = [unit for unit in compiled(env, "plain").objects if str(unit).startswith(rooms)]
    sources = [f"src/core/io/{name}.cpp" for name in IO_OF_THE_HOST] + places.sources("src/host")
    made += units(own, "host", sources, None, TOGETHER_AT_MOST)
    return own.Program("#build/host/agent_runtime_host", made)


# What reads what others wrote, and what that uses.
FUZZED = (
    "base/*",
    "gateway/request_gate",
    "gateway/request_parser",
    "gateway/route_*",
    "gateway/stream_start",
    "gateway/websocket_frames",
    "hosting/*",
    "io/loopback",
    "io/token",
    "jobs/*driver*",
    "jobs/claude_*",
    "jobs/codex_*",
    "jobs/job_plan",
    "jobs/program_lines",
    "log/subject",
    "providers/claude_lines",
    "questions/*_check",
    "questions/question",
)
FUZZER = "tests/fuzz/fuzz.cpp"


def fuzz(env):
    """build/tests/fuzz/fuzz: the readers of tests/fuzz under libFuzzer, which is clang's."""
    own = env.Clone(CXX="clang++", CXXFLAGS=flags.FUZZED_CXX)
    own.Replace(CCFLAGS=flags.FUZZED + third_party.include_flags())
    own.Append(LINKFLAGS=flags.FUZZER)
    sources = {source for pattern in FUZZED for source in places.sources("src/core", f"{pattern}.cpp")}
    sources = sorted(sources) + [f"src/core/io/{name}.cpp" for name in IO_OF_THE_HOST]
    sources += [source for source in places.sources("tests/fuzz") if not source.endswith("_test.cpp")]
    sources += ["tests/core/jobs/driver_lines.cpp"]
    libraries_beside = third_party.libraries(env, "plain") + OF_THE_SYSTEM
    return own.Program("#build/tests/fuzz/fuzz", units(own, "fuzz", sources, None), LIBS=libraries_beside)


def soak(env):
    """build/tests/soak/soak: a crowd that lives for a while."""
    own = variant_of(env, "plain")
    return own.Program(
        "#build/tests/soak/soak", objects(own, "plain", "tests/soak"), LIBS=libraries_of_programs(env, "plain")
    )


def benchmarks(env):
    """One program for each tests/bench/NAME_bench.cpp: benchmarks are run by hand, never as tests."""
    own = variant_of(env, "plain")
    programs = {
        source.split("/")[-1].removesuffix(".cpp"): own.Program(
            f"#build/bench/{source.split('/')[-1].removesuffix('.cpp')}",
            own.SharedObject(f"#build/obj/plain/{source.removesuffix('.cpp')}", f"#{source}"),
            LIBS=libraries_of_programs(env, "plain"),
        )
        for source in places.sources("tests/bench", "*_bench.cpp")
    }
    for name in ("host_bench", "job_bench"):
        if name in programs:
            own.Depends(programs[name], "#build/host/agent_runtime_host")
    if "start_bench" in programs:
        # What it starts.
        empty = own.SharedObject("#build/obj/plain/tests/bench/empty", "#tests/bench/empty.cpp")
        own.Depends(programs["start_bench"], [lean(own, "bench/empty", empty), "#build/tests/peers/notebook"])
    return list(programs.values())
