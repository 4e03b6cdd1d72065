"""Where things are. Folders outside the project come from src/setup/places.sh, so that they are named only once."""

import functools
import os
import subprocess
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
ADDON = PROJECT / "addons" / "agent_runtime"
BUILD = PROJECT / "build"
GENERATED = BUILD / "gen"
SETUP = "src/setup/setup.sh"


@functools.cache
def said(name):
    """What src/setup/places.sh sets a variable to."""
    command = ["bash", "-c", '. "$1" && printf %s "${!2}"', "places", PROJECT / "src/setup/places.sh", name]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def setting(name):
    """A folder that src/setup/places.sh names."""
    return Path(said(name))


def third_party():
    """The folder with the sources that are compiled in."""
    return setting("THIRD_PARTY")


def version():
    """The version of the addon, from the one file that holds it."""
    return (PROJECT / "VERSION").read_text(encoding="utf-8").strip()


def sources(folder, pattern="*.cpp"):
    """All files below a folder of the project that match, in a fixed order; none when it is not there."""
    return sorted(str(path.relative_to(PROJECT)) for path in (PROJECT / folder).rglob(pattern))


def link_addons():
    """Gives the Godot projects in this repository the addon at the place where a game has it."""
    for project in ("demo", "tests/godot"):
        link = PROJECT / project / "addons"
        wanted = os.path.relpath(PROJECT / "addons", link.parent)
        if not link.parent.is_dir() or (link.is_symlink() and os.readlink(link) == wanted):
            continue
        if link.is_symlink():
            link.unlink()
        if link.exists():
            raise SystemExit(f"scons: {project}/addons is in the way: the build makes a link of that name; move it")
        link.symlink_to(wanted, target_is_directory=True)
