"""The plain C++ core: one archive for everything that links it, and its test programs."""

from SCons.Script import Action

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
    return env


def variant_of(env, variant):
    """The same environment, optimised or with a sanitizer."""
    own = env.Clone()
    own.Append(CCFLAGS=flags.VARIANTS[variant], LINKFLAGS=flags.sanitizer(variant))
    return own


parsed = {}  # variant -> the large headers of others, parsed


def with_parsed_headers(env, variant):
    """The same, with what most files include parsed once. Not for the plain variant, which thereby
    shows where an include is missing."""
    if variant not in parsed:
        header = places.BUILD / f"obj/{variant}/parsed.h"
        text = generated.text_file(env, header, "#include <nlohmann/json.hpp>\n")
        command = "$SHCXX -x c++-header -o $TARGET -c $SHCXXFLAGS $SHCCFLAGS $_CCCOMCOM $SOURCE"
        made = env.Command(f"{header}.gch", text, Action(command, "Parsing headers for $TARGET"))
        parsed[variant] = (str(header), made)
    header, made = parsed[variant]
    own = env.Clone()
    own.Append(CXXFLAGS=["-include", header, "-Winvalid-pch"])
    return own, made


def objects(env, variant, folder):
    """The objects of all sources below a folder of the project."""
    headers = []
    if variant in ("asan", "tsan"):
        env, headers = with_parsed_headers(env, variant)
    made = [
        env.SharedObject(f"#build/obj/{variant}/{source.removesuffix('.cpp')}", f"#{source}")
        for source in places.sources(folder)
    ]
    env.Depends(made, headers)
    return made


known = {}  # variant -> libraries: SCons wants each archive described once


def libraries(env, variant):
    """The core and what it stands on, in link order."""
    if variant not in known:
        own = variant_of(env, variant)
        core = own.StaticLibrary(f"#build/lib/{variant}/agent_runtime_core", objects(own, variant, "src/core"))
        known[variant] = [core] + third_party.libraries(env, variant)
    return known[variant]


def tests(env, variant):
    """build/tests/core/VARIANT/core_tests. What is tested is compiled as always, the tests themselves quickly."""
    own = variant_of(env, variant)
    own.Append(CCFLAGS=["-O0"])
    return own.Program(
        f"#build/tests/core/{variant}/core_tests",
        objects(own, variant, "tests/core"),
        LIBS=libraries(env, variant) + ["dl"],
    )


def peers_host(env):
    """build/tests/peers/host: a runtime with its gateway, for clients from elsewhere to talk to."""
    own = variant_of(env, "plain")
    return own.Program(
        "#build/tests/peers/host", objects(own, "plain", "tests/peers/host"), LIBS=libraries(env, "plain") + ["dl"]
    )


def benchmarks(env):
    """One program for each tests/bench/NAME_bench.cpp: benchmarks are run by hand, never as tests."""
    own = variant_of(env, "plain")
    return [
        own.Program(
            f"#build/bench/{source.split('/')[-1].removesuffix('.cpp')}",
            own.SharedObject(f"#build/obj/plain/{source.removesuffix('.cpp')}", f"#{source}"),
            LIBS=libraries(env, "plain"),
        )
        for source in places.sources("tests/bench", "*_bench.cpp")
    ]
