"""The .gdextension file. Everything in it follows from this table and from what the build makes."""

import re

import addon
import generated
import godot_api
import places

# target -> tags of the engine under which its library is found
TAGS = {
    "editor": "linux.editor.x86_64",
    "template_debug": "linux.debug.x86_64",
    "template_release": "linux.release.x86_64",
}
LIBRARY = "bin/libagent_runtime"
HOST_TAGS = "linux.x86_64"


def library_file(stem, target):
    return f"{stem}.linux.{target}.x86_64.so"


def text(entry_symbol, stem, targets, icons, host=None):
    """The file's text. The minimum is the engine that was built with (godot_api.check_series). It is quoted: unquoted,
    4.10 would be read as the number 4.1.
    """
    minimum = godot_api.written(godot_api.engine_version())
    lines = [
        "[configuration]",
        "",
        f'entry_symbol = "{entry_symbol}"',
        f'compatibility_minimum = "{minimum}"',
        "reloadable = false",
        "",
        "[libraries]",
        "",
    ] + [f'{TAGS[target]} = "{library_file(stem, target)}"' for target in targets]
    if host:
        lines += ["", "[dependencies]", "", f'{HOST_TAGS} = {{ "{host}": "" }}']
    if icons:
        lines += ["", "[icons]", ""] + [f'{name} = "{path}"' for name, path in icons.items()]
    return "\n".join(lines) + "\n"


def icons():
    """Class -> icon, for each class that has a page in the class reference and an icon of its name."""
    found = {}
    for page in places.sources("src/godot/doc_classes", "*.xml"):
        name = page.split("/")[-1].removesuffix(".xml")
        path = "icons/" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower() + ".svg"
        if (places.ADDON / path).exists():
            found[name] = path
    return found


def file(env, path, contents):
    return generated.text_file(env, places.PROJECT / path, contents)


def of_the_addon(env, targets):
    """Lists what this build makes and what an earlier one left in bin/, so that one target alone can be rebuilt."""
    there = [
        target
        for target in TAGS
        if target in targets or (places.ADDON / library_file(LIBRARY, target)).exists()
    ]
    contents = text(addon.ENTRY_SYMBOL, LIBRARY, there, icons(), addon.HOST)
    return file(env, "addons/agent_runtime/agent_runtime.gdextension", contents)
