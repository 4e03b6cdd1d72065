"""The plain C++ core: one archive for everything that links it, and its test programs."""

import os

import flags
import generated
import places
import third_party


def environment(base, settings):
    """What compiles our C++ outside the bindings. Includes are written from src/: "core/base/status.h"."""
    env = base.Clone(CPPPATH=["#src", "#build/gen"], CXXFLAGS=flags.CXX)
    env.Append(CCFLAGS=flags.for_our_code(settings) + third_party.include_flags())
    env.Append(LINKFLAGS=["-pthread"])
    generated.version_header(env)
    generated.topics_header(env)
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


def rooms(env, variant, folder):
    """The same with all files of a room compiled as one: what they share, headers and templates of others above
    all, is compiled once. So names within a room's unnamed namespaces are different ones.
    """
    files = {}
    for source in places.sources(folder):
        files.setdefault(os.path.dirname(source), []).append(source)
    made = []
    for room, sources in files.items():
        text = "".join(f'#include "{source}"\n' for source in sources)
        together = generated.text_file(env, places.BUILD / f"obj/{variant}/{room}/room.cpp", text)
        made += env.SharedObject(f"#build/obj/{variant}/{room}/room", together, CPPPATH=["#"] + env["CPPPATH"])
    return made


# Programs may speak TLS by OpenSSL (core/io/beast_transport.h). The addon's library does not link it: there the
# engine brings TLS, and what nobody refers to stays in the archive.
OF_THE_SYSTEM = ["ssl", "crypto", "dl"]


known = {}  # variant -> objects of the core, libraries: SCons wants each described once


def compiled(env, variant):
    if variant not in known:
        own = variant_of(env, variant)
        made = (objects if variant == "plain" else rooms)(own, variant, "src/core")
        core = own.StaticLibrary(f"#build/lib/{variant}/agent_runtime_core", made)
        known[variant] = made, [core] + third_party.libraries(env, variant)
    return known[variant]


def libraries(env, variant):
    """The core and what it stands on, in link order."""
    return compiled(env, variant)[1]


def tests(env, variant):
    """build/tests/core/VARIANT/core_tests. What is tested is compiled as always, the tests themselves quickly.

    The core's objects come first: of templates that both have, theirs are taken.
    """
    own = variant_of(env, variant)
    core, (_, *third_party_libraries) = compiled(env, variant)
    own.Append(CCFLAGS=["-O0"])
    return own.Program(
        f"#build/tests/core/{variant}/core_tests",
        core + rooms(own, variant, "tests/core"),
        LIBS=third_party_libraries + OF_THE_SYSTEM,
    )


def peers(env):
    """build/tests/peers/NAME for each folder of tests/peers: what programs from elsewhere are tried with."""
    own = variant_of(env, "plain")
    return [
        own.Program(
            f"#build/tests/peers/{name}",
            objects(own, "plain", f"tests/peers/{name}"),
            LIBS=libraries(env, "plain") + OF_THE_SYSTEM,
        )
        for name in ("host", "cli_probe", "http_probe")
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
    return [
        own.Program(
            f"#build/bench/{source.split('/')[-1].removesuffix('.cpp')}",
            own.SharedObject(f"#build/obj/plain/{source.removesuffix('.cpp')}", f"#{source}"),
            LIBS=libraries(env, "plain") + OF_THE_SYSTEM,
        )
        for source in places.sources("tests/bench", "*_bench.cpp")
    ]
