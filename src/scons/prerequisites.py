"""What the build needs of the machine. What is missing is named with the command that brings it."""

import shutil
import sys
from pathlib import Path

import places

# name, what shows that it is there (a program or a header), Debian package
ALWAYS = [
    ("the C++ compiler", "g++", "g++"),
    ("the C compiler", "gcc", "gcc"),
    ("the archiver", "ar", "binutils"),
    ("nlohmann/json", "/usr/include/nlohmann/json.hpp", "nlohmann-json3-dev"),
    ("Boost (Asio and Beast)", "/usr/include/boost/beast.hpp", "libboost1.81-dev"),
    ("OpenSSL's headers", "/usr/include/openssl/ssl.h", "libssl-dev"),
    ("ConcurrentQueue", "/usr/include/concurrentqueue/concurrentqueue.h", "libconcurrentqueue-dev"),
]
TESTS = [("doctest", "/usr/include/doctest/doctest.h", "doctest-dev")]
SOURCES = [("SQLite's source", "sqlite/sqlite3.c"), ("yaml-cpp's source", "yaml-cpp/VERSION")]


def stop(*sentences):
    """Ends the build with a message of ours instead of a stack trace."""
    print(*(f"scons: {sentence}" for sentence in sentences), sep="\n", file=sys.stderr)
    raise SystemExit(2)


def missing(with_tests, third_party):
    """One sentence for each thing that is not there."""
    sentences = []
    for name, proof, package in ALWAYS + (TESTS if with_tests else []):
        if not (Path(proof).exists() if proof.startswith("/") else shutil.which(proof)):
            sentences.append(f"{name} ({proof}) is missing; run {places.SETUP}, or: apt-get install {package}")
    for name, file in SOURCES:
        if not (third_party / file).exists():
            sentences.append(f"{name} ({third_party / file}) is missing; run {places.SETUP}")
    return sentences


def check(with_tests):
    sentences = missing(with_tests, places.third_party())
    if sentences:
        stop(*sentences)
