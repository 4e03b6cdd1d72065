"""Tests of the checks: each must find what is wrong in a small sample that is wrong in that one way."""

import contextlib
import functools
import shutil
import stat
import tempfile
from pathlib import Path

import clang_tidy
import cpp_style
import crowded_classes
import dependencies
import engine_checks
import extension
import layout
import portable
import self_test_samples as samples
import sentences
import tables
import thread_safety
from project import ROOT, Project, run


class Sample:
    """A project of a few files in a folder of its own."""

    def __init__(self, folder, files):
        self.root = folder
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        self.project = Project(folder)


def finds(find, good, bad, *expected):
    """Whether a check is silent about the good files and says all that is `expected` about the bad ones."""
    answers = []
    for files in (good, bad):
        folder = Path(tempfile.mkdtemp(prefix="checks-"))
        try:
            answers.append(find(Sample(folder, files).project))
        finally:
            shutil.rmtree(folder)
    findings = [f"complains of a good sample: {line}" for line in answers[0]]
    for words in expected:
        if not any(words in line for line in answers[1]):
            findings.append(f"does not say {words!r} of a bad sample, but: {answers[1]}")
    return findings


def of_files(report):
    for title, find, good, bad, expected in samples.FILES:
        report.add(f"self-test: {title}", finds(find, good, bad, expected))


def built(folder, source, *flags):
    """A library in the places where the addon's and the host of jobs are."""
    library = folder / "addons/agent_runtime/bin/libagent_runtime.linux.template_debug.x86_64.so"
    library.parent.mkdir(parents=True)
    (folder / "sample.cpp").write_text(source)
    flags = [flag.replace("FOLDER_HERE", str(folder)) for flag in flags]
    ran = run(["g++", "-shared", "-fPIC", "-o", library, "sample.cpp", *flags], cwd=folder)
    if ran.returncode != 0:
        return ran.stdout
    host = folder / extension.HOST
    host.parent.mkdir(parents=True)
    shutil.copy(library, host)
    return None


def of_libraries(report):
    """Libraries with one flaw each; the same checks must be content with the one without."""
    for title, find, source, flags, expected in samples.LIBRARIES:
        folder = Path(tempfile.mkdtemp(prefix="checks-"))
        try:
            problem = built(folder, source, *flags)
            found = find(Project(folder)) if not problem else []
        finally:
            shutil.rmtree(folder)
        as_expected = any(expected in line for line in found) if expected else not found
        wrong = [problem] if problem else []
        if not problem and not as_expected:
            wrong = [f"expected {expected or 'no finding'!r}, got {found}"]
        report.add(f"self-test: {title}", wrong)


def of_symbol_versions(report):
    wrong = []
    if extension.too_new("GLIBC_2.35 f\nGLIBCXX_3.4.30 g\nGLIBC_2.2.5 h\nCXXABI_1.3.13 i\nGCC_3.0 j"):
        wrong.append("complains of versions that Ubuntu 22.04 has")
    if extension.too_new("GLIBC_2.36 f\nGLIBCXX_3.4.31 g") != ["GLIBCXX_3.4.31", "GLIBC_2.36"]:
        wrong.append("misses GLIBC_2.36 or GLIBCXX_3.4.31")
    report.add("self-test: too new symbol versions are found", wrong)


def of_complaints(report):
    found = engine_checks.complaints(samples.ENGINE_LOG)
    wrong = [] if len(found) == 2 and "Warning treated as error" in found[0] else [f"found {found}"]
    report.add("self-test: complaints in the engine's output are found", wrong)


def runs_of_core_tests(report):
    """tests/core/run.sh must notice each way in which a test program can go wrong."""
    programs = ROOT / "build/tests/core"
    programs.mkdir(parents=True, exist_ok=True)
    for title, kind, source, flags, expected in samples.PROGRAMS:
        # A name of its own: two runs of the checks may meet.
        folder = Path(tempfile.mkdtemp(prefix="self_test.", dir=programs))
        program = folder / "core_tests"
        problem = None
        if kind == "c++":
            (folder / "sample.cpp").write_text(source)
            ran = run(["g++", "-std=c++20", "-O0", "-g", "-o", program, folder / "sample.cpp", *flags])
            problem = ran.stdout if ran.returncode != 0 else None
        else:
            program.write_text(source)
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
        if not problem:
            ran = run(["env", "CORE_TESTS_TIME_LIMIT=2", ROOT / "tests/core/run.sh", folder.name])
            closing = ran.stdout.rstrip("\n").split("\n")[-1]
            ended_well = ran.returncode == 0
            if closing != expected or ended_well != expected.endswith(" 0 failed"):
                problem = f"expected {expected!r}, got code {ran.returncode} and:\n{ran.stdout}"
        shutil.rmtree(folder)
        report.add(f"self-test: {title}", [problem] if problem else [])


SETTINGS = {name: (ROOT / name).read_bytes() for name in (".clang-tidy", ".clang-format")}
SAMPLE = "src/core/base/sample.cpp"
SAMPLE_HEADER = "src/core/base/sample.h"
GOOD_CPP = SETTINGS | {
    SAMPLE: '#include "core/base/sample.h"\n\nint twice(int number) {\n\treturn 2 * number;\n}\n',
    SAMPLE_HEADER: "int twice(int number);\n",
}
BAD_NAME = "int TwiceAs(int number);\n"


def of_format(report):
    bad = GOOD_CPP | {SAMPLE: "int twice(int number){return 2*number;}\n"}
    report.add("self-test: wrong format is found", finds(cpp_style.formatted, GOOD_CPP, bad, "clang-format -i"))


def of_tidy(report):
    """clang-tidy with the project's own settings. Verdicts about the good sample are there when the bad one is read."""
    wrong_body = GOOD_CPP[SAMPLE].replace("return", "int Local = 1;\n\treturn Local *")
    for title, bad, expected in (
        ("a wrong name is found", {SAMPLE: wrong_body}, f"{SAMPLE}:4: invalid case style"),
        ("a wrong name in a header is found, although the source was read before", {SAMPLE_HEADER: BAD_NAME},
            f"{SAMPLE_HEADER}:1: invalid case style"),
        ("a wrong file beside a good one is found", {"src/core/base/other.cpp": BAD_NAME}, "other.cpp:1: invalid case"),
        ("a wrong file is found in a room that clang cannot read together with another", {SAMPLE: " int twin();\n",
            "src/core/io/other.cpp": " double twin();\n" + BAD_NAME}, "other.cpp:2: invalid case"),
        ("what clang cannot read is found", {SAMPLE: "int twice(int number) {\n"}, "make it compile"),
        ("settings that have changed are used", {".clang-tidy": SETTINGS[".clang-tidy"].replace(
            b"FunctionCase, value: lower_case", b"FunctionCase, value: CamelCase")}, "invalid case style for function"),
    ):
        with tempfile.TemporaryDirectory(prefix="checks-") as verdicts:
            find = functools.partial(clang_tidy.tidied, verdicts=verdicts)
            report.add(f"self-test: {title}", finds(find, GOOD_CPP, GOOD_CPP | bad, expected))


def of_verdicts(report):
    """What was found good is not read again, and what was not is."""
    wrong = []
    with contextlib.ExitStack() as ends:
        folder, verdicts = (ends.enter_context(tempfile.TemporaryDirectory(prefix="checks-")) for _ in range(2))
        project = Sample(Path(folder), GOOD_CPP | {"src/core/base/other.cpp": BAD_NAME}).project
        first = clang_tidy.tidied(project, verdicts)
        sources = clang_tidy.Sources(project)
        good = [name for name in sources.names if (Path(verdicts) / sources.key(name)).exists()]
        if good != [SAMPLE]:
            wrong.append(f"has verdicts of {good}")
        if not first or clang_tidy.tidied(project, verdicts) != first:
            wrong.append("finds something else at the second time")
        clone = Sample(ends.enter_context(tempfile.TemporaryDirectory(prefix="checks-")) / Path("b"), GOOD_CPP).project
        if clang_tidy.Sources(clone).key(SAMPLE) != sources.key(SAMPLE):
            wrong.append("a clone in another folder has another key")
    report.add("self-test: verdicts are kept of good files alone, for all clones", wrong)


def of_locks(report):
    """clang-tidy must object to what is read without the lock, and to a function that is called without it."""
    given = {name: (ROOT / name).read_bytes() for name in (".clang-tidy", "src/core/.clang-tidy", thread_safety.OURS)}
    good = given | {"src/core/base/sample.cpp": samples.COUNTER}
    without = samples.COUNTER
    for there, instead, _ in samples.WITHOUT_LOCK:
        without = without.replace(there, instead)
    bad = given | {"src/core/base/sample.cpp": without}
    expected = [words for *_, words in samples.WITHOUT_LOCK]
    with tempfile.TemporaryDirectory(prefix="checks-") as verdicts:
        find = functools.partial(clang_tidy.tidied, verdicts=verdicts)
        report.add("self-test: what happens without its lock is found", finds(find, good, bad, *expected))


def every_check_has_a_sample(report):
    """A check without a sample might never fail."""
    covered = {find for title, find, *rest in samples.FILES + samples.LIBRARIES}
    covered |= {cpp_style.formatted, clang_tidy.tidied}
    # These ask the real build or the real engine; what they judge by is tested above.
    covered |= {dependencies.core_builds_alone, engine_checks.scripts_are_without_warnings}
    covered |= {engine_checks.reference_is_up_to_date}
    rooms = (layout, dependencies, portable, sentences, tables, thread_safety, crowded_classes)
    rooms += (cpp_style, clang_tidy, engine_checks, extension)
    checks = [check for room in rooms for check in room.CHECKS]
    missing = [f"{check.title}: add a sample to self_test_samples.py" for check in checks if check.find not in covered]
    report.add("self-test: every check has a sample that it must find", missing)


def run_all(report):
    for part in (
        of_files,
        of_libraries,
        of_symbol_versions,
        of_complaints,
        of_format,
        of_tidy,
        of_verdicts,
        of_locks,
        runs_of_core_tests,
        every_check_has_a_sample,
    ):
        try:
            part(report)
        except Exception as problem:  # as in run.py
            report.add(f"self-test: {part.__name__}", [f"it broke: {type(problem).__name__}: {problem}"])
