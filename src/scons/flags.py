"""How our own C++ is compiled and how the addon's library is linked."""

import places

# A null pointer crashes, and AddressSanitizer tells where: to check each pointer would double the compile time of
# what is full of them, JSON above all. ThreadSanitizer does not see fences, which ConcurrentQueue uses; g++ would
# warn of each.
VARIANTS = {
    "plain": ["-O2"],
    "asan": [
        "-O1",
        "-g1",
        "-fno-omit-frame-pointer",
        "-fsanitize=address,undefined",
        "-fno-sanitize=null,alignment,object-size,vptr",
        "-fno-sanitize-recover=all",
    ],
    "tsan": ["-O1", "-g1", "-fno-omit-frame-pointer", "-fsanitize=thread", "-Wno-tsan"],
}
# Under sanitizers, which double the cost of templates, rooms that wait for sockets, files and people are compiled
# quickly. What users get is optimised everywhere: less of it was measured in the store and in the bus.
UNHURRIED_ROOMS = (
    "auto_mode",
    "gateway",
    "hosting",
    "io",
    "jobs",
    "providers",
    "questions",
    "requests",
    "runtime",
    "services",
)
UNHURRIED = ["-O0"]
# How SQLite and yaml-cpp are compiled. What they do with the bytes that we hand them is theirs to answer for, and they
# are the slowest part of a sanitizer's run: it uses the plain archives, and `instrumented` ones in long runs. Undefined
# behaviour inside them would double SQLite's compile time.
THIRD_PARTY_VARIANTS = {
    "plain": ["-O2"],
    "asan": ["-O1", "-g1", "-fno-omit-frame-pointer", "-fsanitize=address"],
    "tsan": ["-O1", "-g1", "-fno-omit-frame-pointer", "-fsanitize=thread"],
}

# For libFuzzer: AddressSanitizer's, by clang, and what tells which ways input has taken. Warnings are g++'s affair.
FUZZED = [
    "-O1",
    "-g1",
    "-fno-omit-frame-pointer",
    "-fsanitize=fuzzer-no-link,address,undefined",
    "-fno-sanitize=null,alignment,object-size,vptr",
    "-fno-sanitize-recover=all",
]
FUZZER = ["-fsanitize=fuzzer,address,undefined"]
FUZZED_CXX = ["-std=c++20"]

CXX = ["-std=c++20", "-fno-gnu-unique", "-fvisibility-inlines-hidden"]
# One rounding for each operation: g++ would otherwise fuse a multiplication with an addition where the processor can
# (arm64 always, x86_64 with FMA), and a seeded run would come out differently from machine to machine.
ARITHMETIC = ["-ffp-contract=off"]
CC = ARITHMETIC + ["-fPIC", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections"]
WARNINGS = ["-Wall", "-Wextra", "-Wnon-virtual-dtor", "-Wshadow=local", "-Wno-maybe-uninitialized"]


def sanitizer(variant):
    return [flag for flag in VARIANTS[variant] if flag.startswith("-fsanitize")]


def for_our_code(settings):
    """Flags of every C++ file of ours. Paths in the output are relative: builds are alike wherever they are made."""
    return (
        CC
        + WARNINGS
        + (["-Werror"] if settings.werror else [])
        + (["-g"] if settings.debug_symbols else [])
        + [f"-ffile-prefix-map={places.PROJECT}/=", f"-ffile-prefix-map={places.third_party()}=third_party"]
    )


def for_the_library(settings, version_script):
    """The library exports only its entry symbol, and leaves no symbol undefined at link time."""
    return [
        "-Wl,--no-undefined",
        "-Wl,--exclude-libs,ALL",
        "-Wl,--gc-sections",
        "-Wl,-z,relro,-z,now",
        f"-Wl,--version-script={version_script}",
    ] + ([] if settings.debug_symbols else ["-s"])
