"""Turns the engine's own dump of its API into the C++ wrappers of godot-cpp.

The way through: `api` reads the dump and the build profile, `type_map` says how each type of the
dump is written in C++, the `render_*` modules turn one kind of thing each into text, `files` puts
the text on disk, only where it changed.
"""
