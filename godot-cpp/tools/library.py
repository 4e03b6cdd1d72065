"""The bindings as one static library, shared by every kind of build of one SCons run."""

from pathlib import Path

import generate

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
    sources = {path: here / "src" for path in sorted((here / "src").rglob("*.cpp"))}
    sources |= {Path(path): out / "gen/src" for path in made if Path(path).suffix == ".cpp"}
    objects = [
        own.StaticObject(str(out / "obj" / path.relative_to(base).with_suffix(".o")), str(path))
        for path, base in sources.items()
    ]
    return own.StaticLibrary(str(out / "bin/libgodot-cpp.a"), objects)
