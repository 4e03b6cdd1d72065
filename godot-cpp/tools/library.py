"""The bindings as one static library, shared by every kind of build of one SCons run."""

import os
from pathlib import Path

import generate
from bindgen import files

# How many sources are compiled as one: most of the time goes into the headers that they share.
TOGETHER = 16
# What these have in common is little, and each is long.
ON_THEIR_OWN = "gen/src/variant"
FLAGS = ["-O2", "-fPIC", "-fvisibility=hidden", "-fno-gnu-unique", "-ffunction-sections", "-fdata-sections"]
_built = {}


def include_folders(build, here, gdextension_dir):
    return [str(build / "gen/include"), str(here / "include"), gdextension_dir]


def build(env, here, out, api, profile, gdextension_dir):
    """The library's node. Debug and release bindings are alike, so it is made once a run."""
    key = (str(api), str(profile), str(out))
    if key not in _built:
        _built[key] = _library(env, here, out, api, profile, gdextension_dir)
    return _built[key]


def _library(env, here, out, api, profile, gdextension_dir):
    own = env.Clone()
    own.Append(CPPPATH=include_folders(out, here, gdextension_dir))
    own.Append(CCFLAGS=FLAGS + ["-Wall", "-Wextra"], CXXFLAGS=["-std=c++17"])
    made = generate.generate(api, profile, out / "gen")
    sources = sorted((here / "src").rglob("*.cpp")) + [Path(path) for path in made if Path(path).suffix == ".cpp"]
    objects = [
        own.StaticObject(str(out / "obj" / unit.stem), str(unit)) for unit in _units(sources, out)
    ]
    return own.StaticLibrary(str(out / "bin/libgodot-cpp.a"), objects)


def _units(sources, out):
    """The files to compile: the long ones as they are, and those that include several of the others."""
    alone = [path for path in sources if str(path.parent).endswith(ON_THEIR_OWN)]
    others = [path for path in sources if path not in alone]
    units = []
    for first in range(0, len(others), TOGETHER):
        unit = out / f"units/unit_{first // TOGETHER}.cpp"
        # Relative paths: the library tells none of the machine that built it.
        of_unit = (os.path.relpath(path, unit.parent) for path in others[first : first + TOGETHER])
        files.write_changed(unit, "".join(f'#include "{path}"\n' for path in of_unit))
        units.append(unit)
    return alone + units
