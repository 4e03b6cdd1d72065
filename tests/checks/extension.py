"""The built library and the file that leads the engine to it: what a user's machine will meet."""

import configparser
import re
import sys
from pathlib import Path

from project import ROOT, Check, run

sys.path.insert(0, str(ROOT / "src/scons"))
import places  # noqa: E402

ADDON = "addons/agent_runtime"
ENTRY_SYMBOL = "agent_runtime_library_init"
# What Ubuntu 22.04 has.
NEWEST = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}
ALLOWED = re.compile(r"(libstdc\+\+|libm|libgcc_s|libc|ld-linux-x86-64)\.so\.\d+$")

HOST = "build/host/agent_runtime_host"
MOST_BYTES_OF_HOST = 1_048_576
OF_HOST = re.compile(r"(libm|libc|ld-linux-x86-64)\.so\.\d+$")


def parse(text):
    """Sections of the file. The engine's format is close to INI; keys keep their case."""
    parser = configparser.ConfigParser(delimiters=("=",), comment_prefixes=(";",), interpolation=None)
    parser.optionxform = str
    parser.read_string(text)
    return parser


def description_is_sound(project, path=f"{ADDON}/agent_runtime.gdextension"):
    """Built files are looked at on the disk: the file and the libraries are not committed."""
    file = project.root / path
    if not file.exists():
        return [f"{path} is not built; run: scons"]
    sections = parse(file.read_text(encoding="utf-8"))
    if not sections.has_section("configuration") or not sections.has_section("libraries"):
        return [f"{path}: needs the sections [configuration] and [libraries]"]
    configuration, libraries = sections["configuration"], sections["libraries"]
    findings = []
    if not re.fullmatch(r'"4\.\d+"', configuration.get("compatibility_minimum", "")):
        findings.append(f'{path}: compatibility_minimum must be quoted and major.minor, as "4.6"')
    if configuration.get("reloadable") != "false":
        findings.append(f"{path}: reloadable must be false: the library's threads do not survive a reload")
    if configuration.get("entry_symbol") != f'"{ENTRY_SYMBOL}"':
        findings.append(f'{path}: entry_symbol must be "{ENTRY_SYMBOL}"')
    for key in libraries:
        pair = key.replace("debug", "release") if "debug" in key else key.replace("release", "debug")
        if pair not in libraries:
            findings.append(f"{path}: lists {key} without {pair}; build both: scons")
    return findings + files_agree(project, path, sections)


def files_agree(project, path, sections):
    """Each file that is named exists, with this very case, and nothing lies in bin/ unnamed."""
    folder = (project.root / path).parent
    named = set()
    findings = []
    for section in ("libraries", "icons"):
        for key, value in sections[section].items() if sections.has_section(section) else []:
            name = value.strip('"')
            named.add(name)
            if value != f'"{name}"' or name.startswith(("res://", "/")):
                findings.append(f"{path}: {key} must be a quoted path relative to the file, not {value}")
            elif not (folder / name).is_file():
                findings.append(f"{path}: {key} names {name}, which is not there; run: scons")
    for key, value in sections["dependencies"].items() if sections.has_section("dependencies") else []:
        name = re.fullmatch(r'\{ "([^"/][^":]*)": "" \}', value)
        if name is None:
            findings.append(f'{path}: {key} must be {{ "PATH": "" }} with a path relative to the file, not {value}')
        elif not (folder / name[1]).is_file():
            findings.append(f"{path}: {key} names {name[1]}, which is not there; run: scons")
        else:
            named.add(name[1])
    for file in sorted((folder / "bin").glob("*")):
        if f"bin/{file.name}" not in named:
            findings.append(f"{path}: does not name bin/{file.name}; delete that file, or build it: scons")
    return findings


def libraries(project):
    """The built libraries, or a finding."""
    found = sorted((project.root / ADDON / "bin").glob("*.so"))
    return found, [] if found else [f"{ADDON}/bin is empty; run: scons"]


def too_new(text):
    """Symbol versions beyond what the oldest supported system has."""
    found = set()
    for name, version in re.findall(r"\b(GLIBC|GLIBCXX|CXXABI|GCC)_(\d+(?:\.\d+)*)\b", text):
        if tuple(map(int, version.split("."))) > NEWEST[name]:
            found.add(f"{name}_{version}")
    return sorted(found)


def runs_on_older_systems(project):
    found, findings = libraries(project)
    for library in found:
        text = run(["objdump", "-T", library]).stdout
        for symbol in too_new(text):
            users = sorted({line.split()[-1] for line in text.split("\n") if symbol in line})
            findings.append(f"{library.name}: needs {symbol} for {users[0]}, which Ubuntu 22.04 lacks; avoid it")
    return findings


def exports_one_symbol(project):
    found, findings = libraries(project)
    for library in found:
        listed = [line.split() for line in run(["nm", "-D", "--defined-only", library]).stdout.split("\n") if line]
        # A version script names its versions among the symbols, with type A.
        symbols = {parts[-1]: parts[-2] for parts in listed if parts[-2] != "A"}
        if set(symbols) != {ENTRY_SYMBOL}:
            extra = sorted(set(symbols) - {ENTRY_SYMBOL})[:5]
            findings.append(
                f"{library.name}: exports {', '.join(extra) or 'nothing'}, not {ENTRY_SYMBOL} alone;"
                " see for_the_library in src/scons/flags.py"
            )
    return findings


def can_be_unloaded(project):
    found, findings = libraries(project)
    for library in found:
        unique = [line.split()[-1] for line in run(["nm", library, "-D"]).stdout.split("\n") if " u " in line]
        if unique:
            findings.append(f"{library.name}: {unique[0]} is unique and pins the library; -fno-gnu-unique is missing")
    return findings


def needs_only_the_runtime(project):
    found, findings = libraries(project)
    for library in found:
        dynamic = run(["objdump", "-p", library]).stdout
        for name in re.findall(r"^\s*NEEDED\s+(\S+)", dynamic, re.MULTILINE):
            if not ALLOWED.match(name):
                findings.append(f"{library.name}: needs {name}, which a player's machine may lack; link it in")
        if re.search(r"^\s*(RPATH|RUNPATH)", dynamic, re.MULTILINE):
            findings.append(f"{library.name}: has a search path of its own; remove -rpath")
    return findings


def names_no_folder_of_this_machine(project):
    found, findings = libraries(project)
    folders = {"this project": project.root, "set-up's cache": places.setting("CACHE"), "your home": Path.home()}
    for library in found:
        content = library.read_bytes()
        findings += [
            f"{library.name}: contains the path of {what}; -ffile-prefix-map misses a file"
            for what, folder in folders.items()
            if folder != Path("/") and str(folder).encode() + b"/" in content
        ]
    return findings


def host_is_small(project):
    """It stands beside programs for days, on whatever machine the game came to."""
    host = project.root / HOST
    if not host.exists():
        return [f"{HOST} is not built; run: scons host"]
    findings = []
    if host.stat().st_size > MOST_BYTES_OF_HOST:
        findings.append(f"{HOST}: is larger than {MOST_BYTES_OF_HOST} bytes; see what it links")
    needed = re.findall(r"^\s*NEEDED\s+(\S+)", run(["objdump", "-p", host]).stdout, re.MULTILINE)
    findings += [f"{HOST}: needs {name}; it brings all but the C runtime" for name in needed if not OF_HOST.match(name)]
    findings += [
        f"{HOST}: needs {symbol}, which Ubuntu 22.04 lacks; avoid it"
        for symbol in too_new(run(["objdump", "-T", host]).stdout)
    ]
    parts = [word for word in (b"sqlite", b"openssl") if word in host.read_bytes()]
    return findings + [f"{HOST}: has a part of {word.decode()}; it must not" for word in parts]


CHECKS = [
    Check("the host is small, and needs the C runtime only", host_is_small),
    Check("the .gdextension agrees with what is built", description_is_sound),
    Check("the libraries load on Ubuntu 22.04", runs_on_older_systems),
    Check("the libraries export the entry symbol alone", exports_one_symbol),
    Check("the libraries can be unloaded", can_be_unloaded),
    Check("the libraries need the C and C++ runtime only", needs_only_the_runtime),
    Check("the libraries tell nothing of the machine that built them", names_no_folder_of_this_machine),
]
