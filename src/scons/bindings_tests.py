"""The small extension that tests the bindings in the engine: sources and cases in tests/godot/bindings."""

import addon
import core
import gdextension
import places

FOLDER = "tests/godot/bindings"
NAME = "bindings_test"


def library(godot_env, settings):
    """tests/godot/bindings/bin/libbindings_test….so and its .gdextension; nothing where there are no sources."""
    if not places.sources(FOLDER):
        return []
    env = addon.environment(godot_env, settings)
    entry_symbol = f"{NAME}_library_init"
    objects = core.objects(env, env["target"], FOLDER)
    built = addon.shared_library(env, settings, f"{FOLDER}/bin/lib{NAME}", entry_symbol, objects, [])
    text = gdextension.text(entry_symbol, f"bin/lib{NAME}", [env["target"]], {})
    return built + gdextension.file(env, f"{FOLDER}/{NAME}.gdextension", text)
