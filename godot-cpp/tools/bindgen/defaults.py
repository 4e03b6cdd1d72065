"""Default values: from the engine's notation in the dump to a C++ expression."""

import re

from .type_map import CppType

_LITERAL = re.compile(r'^&?"(.*)"$', re.DOTALL)


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    if escaped.isascii():
        return f'"{escaped}"'
    octal = "".join(c if c.isascii() else "".join(f"\\{b:03o}" for b in c.encode())
                    for c in escaped)
    return f'String::utf8("{octal}")'


def expression(cpp_type: CppType, text: str) -> str:
    kind, value = cpp_type.kind, cpp_type.value
    if kind == "object":
        return "nullptr"
    if kind == "ref":
        return f"{value}()"
    if kind == "variant":
        return "Variant()" if text == "null" else f"Variant({text})"
    if kind == "enum":
        return f"static_cast<{value}>({text})"
    if kind == "bitfield":
        enum = value[len("BitField<"):-1]
        return f"static_cast<{enum}>({text})"
    if kind == "scalar":
        return text
    literal = _LITERAL.match(text)
    if literal:
        return _string(literal.group(1)) if literal.group(1) else f"{value}()"
    if value.startswith("Typed") or text in ("[]", "{}", 'NodePath("")') or text.endswith("()"):
        return f"{value}()"
    return text  # Vector2(0, 0), Color(1, 1, 1, 1), ...
