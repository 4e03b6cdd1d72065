"""The engine's description of itself, and the bindings that are made from it."""

import re
import subprocess
from pathlib import Path

from SCons.Script import ARGUMENTS, SConscript

import places
from prerequisites import stop

FOLDER = places.BUILD / "godot_api"
API = FOLDER / "extension_api.json"
# Newer upstream checkouts read the last one instead of the header.
FILES = ["extension_api.json", "gdextension_interface.h", "gdextension_interface.json"]
DUMP = ["--headless", "--dump-extension-api", "--dump-gdextension-interface", "--dump-gdextension-interface-json"]
PROFILE = places.PROJECT / "src/godot/build_profile.json"


def engine(env):
    """The engine that src/setup/godot would run as (identity, None), or (None, what to do).

    The identity changes when the engine is replaced: its path, size and date.
    """
    command = ["src/setup/godot", "--which"]
    asked = subprocess.run(command, cwd=places.PROJECT, env=env["ENV"], capture_output=True, text=True)
    if asked.returncode != 0:
        return None, asked.stderr.strip()
    path = asked.stdout.strip()
    program = places.setting("GODOT_ROOT") / "usr/bin/godot" if path == "private" else Path(path)
    facts = program.stat()
    return f"{path} {facts.st_size} {facts.st_mtime_ns}", None


def series(version):
    """(major, minor) of a version such as 4.6 or 4.6.3.stable; (0, 0) for any other text."""
    found = re.match(r"(\d+)\.(\d+)", version)
    return (int(found.group(1)), int(found.group(2))) if found else (0, 0)


def written(numbers):
    return "unknown" if numbers == (0, 0) else f"{numbers[0]}.{numbers[1]}"


PINNED = series(places.said("GODOT_MINIMUM"))
A_PINNED_ONE = f"set GODOT to the path of a Godot {written(PINNED)}"


def refuse_older(numbers, of):
    if numbers < PINNED:
        found = f"{of} is of version {written(numbers)}"
        stop(f"Godot {written(PINNED)} or newer is needed, and {found}; {A_PINNED_ONE} or newer")


def check_series(releasing, any_engine):
    """The addon loads in no engine older than the one it was built with, so a release is built with the oldest that
    it promises. Whoever builds for a newer engine of their own may.
    """
    numbers = engine_version()
    refuse_older(numbers, "the one whose interface is in build/godot_api")
    if numbers == PINNED:
        return
    meant = f"built with Godot {written(numbers)} it does not load in {written(PINNED)}, for which releases are built"
    if releasing and not any_engine:
        stop(f"no archive is made: {meant}; {A_PINNED_ONE}, or give any_engine=yes for an archive of your own")
    print(f"scons: note: {meant}")


def dump(env):
    """Asks the engine once, and again when it is another one. Done while the build is being read,
    because the list of the bindings' files follows from the dump."""
    identity, problem = engine(env)
    made_by = FOLDER / "made_by.txt"
    complete = all((FOLDER / name).exists() for name in FILES)
    if complete and (identity is None or (made_by.exists() and made_by.read_text() == identity)):
        return
    if identity is None:
        stop(f"the bindings are made from the engine's own description, and: {problem}")
    script = places.PROJECT / "src/setup/godot"
    said = subprocess.run([script, "--version"], env=env["ENV"], capture_output=True, text=True, timeout=120)
    refuse_older(series(said.stdout.strip().split("\n")[-1]), f"the engine found ({identity.split()[0]})")
    print("Asking the engine for its interface (build/godot_api)")
    FOLDER.mkdir(parents=True, exist_ok=True)
    # The engine writes into the current folder and nowhere else.
    asked = subprocess.run([script] + DUMP, cwd=FOLDER, env=env["ENV"], capture_output=True, text=True, timeout=120)
    if not all((FOLDER / name).exists() for name in FILES):
        stop(f"the engine did not write {', '.join(FILES)}; it said:", asked.stdout + asked.stderr)
    made_by.write_text(identity)


def engine_version():
    """(major, minor) of the engine whose interface the build uses."""
    with API.open(encoding="utf-8") as file:
        head = file.read(1000)
    return tuple(int(re.search(rf'"version_{part}":\s*(\d+)', head).group(1)) for part in ("major", "minor"))


def bindings(env, settings, target):
    """The environment that godot-cpp's SConstruct returns for this target, as upstream's does."""
    folder = Path(settings.godot_cpp or "godot-cpp")
    script = (folder if folder.is_absolute() else places.PROJECT / folder) / "SConstruct"
    if not script.exists():
        stop(f"{script} is not there; godot_cpp= names the folder of a godot-cpp checkout")
    asked = {
        "target": target,
        "platform": "linux",
        "arch": "x86_64",
        "custom_api_file": str(API),
        "gdextension_dir": str(FOLDER),
        "build_profile": str(PROFILE),
    }
    if settings.godot_cpp:
        # Upstream's defaults, against which DESIGN decided: no exceptions, libstdc++ linked in.
        asked |= {"disable_exceptions": "no", "use_static_cpp": "no", "debug_symbols": str(settings.debug_symbols)}
    # Upstream reads these from the command line's arguments alone.
    ARGUMENTS.update(asked)
    made = SConscript(str(script), exports={"env": env.Clone(), "customs": []})
    return made.Clone()
