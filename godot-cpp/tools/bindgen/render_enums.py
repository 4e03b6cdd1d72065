"""Enums and constants, of a class or of the whole engine."""

from . import text
from .api import Api

# Part of Variant itself, which is written by hand.
_IN_VARIANT = ("Variant.Type", "Variant.Operator")


def declaration(enum: dict, indent: str) -> list[str]:
    underlying = " : uint64_t" if enum.get("is_bitfield") else ""
    lines = [f"{indent}enum {enum['name']}{underlying} {{"]
    lines += [f"{indent}\t{item['name']} = {item['value']}," for item in enum["values"]]
    return lines + [f"{indent}}};", ""]


def constants(items: list[dict], indent: str) -> list[str]:
    lines = []
    for item in items:
        kind = "int" if -2**31 <= item["value"] < 2**31 else "int64_t"
        lines.append(f"{indent}static constexpr {kind} {item['name']} = {item['value']};")
    return lines + [""] if lines else []


def casts(enums: list[dict], owner: str) -> list[str]:
    lines = []
    for enum in enums:
        macro = "VARIANT_BITFIELD_CAST" if enum.get("is_bitfield") else "VARIANT_ENUM_CAST"
        lines.append(f"{macro}({owner}{enum['name']})")
    return lines


def global_constants(api: Api) -> dict[str, str]:
    enums = [enum for enum in api.dump["global_enums"] if enum["name"] not in _IN_VARIANT]
    body: list[str] = []
    for enum in enums:
        body += declaration(enum, "")
    lines = text.in_namespace(body[:-1]) + [""] + casts(enums, "")
    content = text.header(["godot_cpp/core/enum_cast.hpp", "", "cstdint"], lines)
    return {"include/godot_cpp/classes/global_constants.hpp": content}
