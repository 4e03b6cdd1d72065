"""build/dist/agent_runtime-VERSION.zip: what a user unpacks into a game. The same bytes from the same files."""

import os
import zipfile

from SCons.Script import Action

import places

LONG_AGO = (1980, 1, 1, 0, 0, 0)


# The version stands in VERSION alone, so the sources' plugin.cfg has none; a release's has.
OF_SOURCES = b'version="source"'


def packed(file):
    data = file.read_bytes()
    if file.name == "plugin.cfg":
        data = data.replace(OF_SOURCES, f'version="{places.version()}"'.encode())
    return data


def contents():
    """All files of the addon, by their path in the archive."""
    files = [path for path in places.ADDON.rglob("*") if path.is_file() and not path.name.startswith((".", "~"))]
    return sorted((path.relative_to(places.PROJECT).as_posix(), path) for path in files)


def write(target, source, env):
    """Sorted names, one date and one mode, so that the archive does not depend on machine or time."""
    path = str(target[0])
    with zipfile.ZipFile(path + ".new", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in contents():
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, packed(file))
    os.replace(path + ".new", path)


def archive(env, built):
    path = f"#build/dist/agent_runtime-{places.version()}.zip"
    made = env.Command(path, built, Action(write, "Packing $TARGET"))
    # What the build makes is in `built`, whether or not it is there yet.
    by_us = {str(node) for node in env.Flatten(built)}
    env.Depends(made, [f"#{name}" for name, path in contents() if name not in by_us])
    return made
