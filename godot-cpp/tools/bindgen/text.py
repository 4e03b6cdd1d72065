"""Small helpers for the text of generated files."""

NOTICE = "// Made by godot-cpp/tools/generate.py from the engine's dump; edits here are lost."


def header(includes: list[str], body: list[str]) -> str:
    return _file([NOTICE, "", "#pragma once", ""], includes, body)


def source(includes: list[str], body: list[str]) -> str:
    return _file([NOTICE, ""], includes, body)


def _file(top: list[str], includes: list[str], body: list[str]) -> str:
    lines = list(top)
    for name in includes:
        lines.append(f"#include <{name}>" if name else "")
    return "\n".join(lines + [""] + body) + "\n"


def in_namespace(body: list[str], name: str = "godot") -> list[str]:
    return [f"namespace {name} {{", ""] + body + ["", f"}} // namespace {name}"]
