"""The built-in types that C++ sees as opaque bytes: String, Array, Callable and so on.

Each gets a header variant/builtin/<name>.hpp with the class, a door variant/<name>.hpp that opens
variant.hpp (which includes them all in the order they need), and a source file with the engine's
functions in tables. Members beyond the dump come from extras/<name>.inc.
"""

from dataclasses import dataclass, field
from pathlib import Path

from . import naming, render_builtin_sources, text
from .api import Api
from .signature import Signature, read, vararg_declaration, vararg_wrapper
from .type_map import OPAQUE_TYPES, NotCarried, declare

# Element of each packed array as it lies in memory.
ELEMENTS = {
    "PackedByteArray": "uint8_t",
    "PackedInt32Array": "int32_t",
    "PackedInt64Array": "int64_t",
    "PackedFloat32Array": "float",
    "PackedFloat64Array": "double",
    "PackedStringArray": "String",
    "PackedVector2Array": "Vector2",
    "PackedVector3Array": "Vector3",
    "PackedColorArray": "Color",
}
# The engine's empty value of these is not all zeros.
NEEDS_CONSTRUCTION = ("Array", "Dictionary")
OPERATORS = {
    "==": "EQUAL",
    "!=": "NOT_EQUAL",
    "<": "LESS",
    "<=": "LESS_EQUAL",
    ">": "GREATER",
    ">=": "GREATER_EQUAL",
    "+": "ADD",
    "%": "MODULE",
}
# Written by hand, in extras/string_name.inc.
_BY_HAND = {("StringName", "==", "StringName"), ("StringName", "!=", "StringName")}
_EXTRAS = Path(__file__).parent / "extras"


@dataclass
class Operator:
    symbol: str
    right: str  # the engine's name
    param: str
    returns: str


@dataclass
class BuiltinModel:
    name: str
    size: int
    constructors: list = field(default_factory=list)  # (index, arguments)
    operators: list[Operator] = field(default_factory=list)
    methods: list[Signature] = field(default_factory=list)
    has_destructor: bool = True

    @property
    def element(self) -> str:
        return ELEMENTS.get(self.name, "")

    @property
    def constructed(self) -> bool:
        return self.name in NEEDS_CONSTRUCTION


def model(api: Api, name: str) -> BuiltinModel:
    item = api.builtins[name]
    result = BuiltinModel(name, api.sizes[name], has_destructor=item["has_destructor"])
    for constructor in item["constructors"][2:]:  # the first two are default and copy
        try:
            arguments = read({"name": name, "arguments": constructor["arguments"]}, api.types)
            result.constructors.append((constructor["index"], arguments.arguments))
        except NotCarried as missing:
            api.leave_out(f"{name} constructor", str(missing))
    for operator in item["operators"]:
        _add_operator(api, result, operator)
    for method in item.get("methods", []):
        try:
            result.methods.append(read(method, api.types))
        except NotCarried as missing:
            api.leave_out(f"{name}.{method['name']}", str(missing))
    return result


def _add_operator(api: Api, model: BuiltinModel, operator: dict) -> None:
    right = operator.get("right_type", "")
    if operator["name"] not in OPERATORS or right in ("", "Variant", "Object") or \
            (model.name, operator["name"], right) in _BY_HAND:
        return
    try:
        param = declare(api.types.get(right), "p_other")
    except NotCarried as missing:
        api.leave_out(f"{model.name} {operator['name']}", str(missing))
        return
    returns = api.types.get(operator["return_type"]).value
    model.operators.append(Operator(operator["name"], right, param, returns))


def _extra(name: str, part: str = "") -> list[str]:
    path = _EXTRAS / f"{naming.snake(name)}{part}.inc"
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n") if path.exists() else []


def _life(m: BuiltinModel) -> list[str]:
    """Default construction, copy, move and destruction."""
    n = m.name
    lines = [
        f"\t{n}();" if m.constructed else f"\t{n}() {{}}",
        f"\t{n}(const {n} &p_other);",
        f"\t{n}({n} &&p_other) noexcept {{",
        "\t\tinternal::swap_opaque(opaque, p_other.opaque);",
        "\t}",
    ]
    for _, arguments in m.constructors:
        parameters = ", ".join(a.declaration(True) for a in arguments)
        lines.append(f"\t{n}({parameters});")
    lines += [
        f"\t~{n}() {{",
        "\t\t// All zeros: empty, or moved from.",
        "\t\tif (!internal::is_zero(opaque)) {",
        "\t\t\t_destroy();",
        "\t\t}",
        "\t}",
        f"\t{n} &operator=(const {n} &p_other) {{",
        f"\t\t{n} copied(p_other);",
        "\t\tinternal::swap_opaque(opaque, copied.opaque);",
        "\t\treturn *this;",
        "\t}",
        f"\t{n} &operator=({n} &&p_other) noexcept {{",
        f"\t\t{n} moved(static_cast<{n} &&>(p_other));",
        "\t\tinternal::swap_opaque(opaque, moved.opaque);",
        "\t\treturn *this;",
        "\t}",
    ]
    return lines


def _plain_life(m: BuiltinModel) -> list[str]:
    """Of a type without a destructor, copied as bytes."""
    return [f"\t{m.name}() {{}}"]


def _packed(m: BuiltinModel) -> list[str]:
    e = m.element
    return [
        f"\t{m.name}(std::initializer_list<{e}> p_init);",
        f"\tconst {e} &operator[](int64_t p_index) const;",
        f"\t{e} &operator[](int64_t p_index);",
        f"\tconst {e} *ptr() const;",
        f"\t{e} *ptrw();",
        f"\tusing Iterator = {e} *;",
        f"\tusing ConstIterator = const {e} *;",
        "\tIterator begin() {",
        "\t\treturn ptrw();",
        "\t}",
        "\tIterator end() {",
        "\t\treturn ptrw() + size();",
        "\t}",
        "\tConstIterator begin() const {",
        "\t\treturn ptr();",
        "\t}",
        "\tConstIterator end() const {",
        "\t\treturn ptr() + size();",
        "\t}",
        "",
    ]


def _header_includes(m: BuiltinModel) -> list[str]:
    used = {"variant/variant", "variant/opaque"}
    if m.element == "String":
        used.add("variant/builtin/string")
    includes = [f"godot_cpp/{each}.hpp" for each in sorted(used)] + [""]
    if any(s.is_vararg for s in m.methods):
        includes.append("array")
    if m.element or m.name == "Array":
        includes.append("initializer_list")
    return includes if includes[-1] else includes[:-1]


def header(m: BuiltinModel) -> str:
    body = [f"class {m.name} {{", f"\talignas(8) uint8_t opaque[{m.size}] = {{}};", ""]
    if m.has_destructor:
        body += ["\tvoid _destroy();"]
    body += [f"\t{vararg_declaration(s)};" for s in m.methods if s.is_vararg]
    body += ["", "public:", "\tGDExtensionTypePtr _native_ptr() const {",
             "\t\treturn const_cast<uint8_t *>(opaque);", "\t}", ""]
    body += (_life(m) if m.has_destructor else _plain_life(m)) + [""]
    body += _packed(m) if m.element else []
    body += _extra(m.name)
    for o in m.operators:
        body.append(f"\t{o.returns} operator{o.symbol}({o.param}) const;")
    body += ["\tbool operator==(const Variant &p_other) const {",
             "\t\treturn Variant(*this) == p_other;", "\t}",
             "\tbool operator!=(const Variant &p_other) const {",
             "\t\treturn Variant(*this) != p_other;", "\t}", ""]
    for s in m.methods:
        if s.is_vararg:
            body += [""] + vararg_wrapper(s, "\t") + [""]
        else:
            body.append("\t" + s.declaration("static " if s.is_static else ""))
    after = _extra(m.name, "_after")
    body += ["};"] + ([""] + after if after else [])
    return text.header(_header_includes(m), text.in_namespace(body))


def _order(names: tuple) -> list[str]:
    """Strings first: the others' default values are made of them."""
    first = ["String", "StringName"]
    return first + [name for name in names if name not in first]


def _all_types() -> str:
    includes = ["godot_cpp/variant/variant.hpp", ""]
    includes += [f"godot_cpp/variant/{each}.hpp" for each in
                 ("char_string", "color", "rect2", "rect2i", "vector2", "vector2i", "vector3",
                  "vector3i")]
    includes += [""] + [f"godot_cpp/variant/builtin/{naming.snake(name)}.hpp"
                        for name in _order(OPAQUE_TYPES)]
    return text.header(includes + ["", "godot_cpp/variant/string_functions.hpp"], [])


def builtins(api: Api) -> dict[str, str]:
    files = {"include/godot_cpp/variant/builtin_types.hpp": _all_types()}
    for name in _order(OPAQUE_TYPES):
        m = model(api, name)
        file = naming.snake(name)
        files[f"include/godot_cpp/variant/builtin/{file}.hpp"] = header(m)
        files[f"include/godot_cpp/variant/{file}.hpp"] = text.header(
            ["godot_cpp/variant/variant.hpp"], [])
        files[f"src/variant/{file}.cpp"] = render_builtin_sources.source(m, OPERATORS)
    files["src/variant/init_builtin_bindings.cpp"] = render_builtin_sources.initialisation(
        _order(OPAQUE_TYPES))
    return files
