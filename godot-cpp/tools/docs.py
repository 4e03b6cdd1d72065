"""Makes the class reference part of a library: env.GodotCPPDocData("doc_data.gen.cpp", source=[...])."""

from pathlib import Path

from SCons.Script import Action


def write_doc_data(target, source, env):
    pages = b"\n".join(Path(str(page)).read_bytes() for page in sorted(source, key=str))
    rows = [", ".join(str(byte) for byte in pages[start : start + 24]) for start in range(0, len(pages), 24)]
    lines = [
        "#include <godot_cpp/godot.hpp>",
        "",
        "static const unsigned char pages[] = {",
        *(f"\t{row}," for row in rows),
        "\t0,",
        "};",
        "static const godot::internal::DocDataRegistration registration(",
        "\t\treinterpret_cast<const char *>(pages), sizeof(pages) - 1);",
    ]
    Path(str(target[0])).write_text("\n".join(lines) + "\n", encoding="utf-8")


def doc_data(env, target, source):
    return env.Command(target, source, Action(write_doc_data, "Embedding the class reference in $TARGET"))
