"""build/dist/agent_runtime-VERSION.zip: what a user unpacks into a game. The same bytes from the same files. A second
archive, agent_runtime-VERSION-library-only.zip, lacks the program beside the library, which some stores refuse.
"""

import os
import re
import zipfile

from SCons.Script import Action

import addon
import places

LONG_AGO = (1980, 1, 1, 0, 0, 0)
LIBRARY_ONLY = "-library-only"


# The version stands in VERSION alone, so the sources' plugin.cfg has none; a release's has.
OF_SOURCES = b'version="source"'
DEPENDENCIES = re.compile(rb"\[dependencies\]\n.*?(?=^\[|\Z)", re.MULTILINE | re.DOTALL)


def packed(file, library_only):
    data = file.read_bytes()
    if file.name == "plugin.cfg":
        data = data.replace(OF_SOURCES, f'version="{places.version()}"'.encode())
    if library_only and file.suffix == ".gdextension":
        data = DEPENDENCIES.sub(b"", data)
    return data


def contents():
    """All files of the addon, by their path in the archive."""
    files = [path for path in places.ADDON.rglob("*") if path.is_file() and not path.name.startswith((".", "~"))]
    return sorted((path.relative_to(places.PROJECT).as_posix(), path) for path in files)


def write(target, source, env):
    """Sorted names, one date and two modes, so that the archives do not depend on machine or time."""
    for node in target:
        path = str(node)
        library_only = path.endswith(f"{LIBRARY_ONLY}.zip")
        with zipfile.ZipFile(path + ".new", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, file in contents():
                is_program = file == places.ADDON / addon.HOST
                if is_program and library_only:
                    continue
                entry = zipfile.ZipInfo(name, LONG_AGO)
                entry.external_attr = (0o755 if is_program else 0o644) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, packed(file, library_only))
        os.replace(path + ".new", path)


def archives(env, built):
    stem = f"#build/dist/agent_runtime-{places.version()}"
    made = env.Command([f"{stem}.zip", f"{stem}{LIBRARY_ONLY}.zip"], built, Action(write, "Packing $TARGETS"))
    # What the build makes is in `built`, whether or not it is there yet.
    by_us = {str(node) for node in env.Flatten(built)}
    env.Depends(made, [f"#{name}" for name, path in contents() if name not in by_us])
    return made
