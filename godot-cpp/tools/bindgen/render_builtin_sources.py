"""Source files of the opaque built-in types: tables of the engine's functions, and calls to them.

The tables are plain arrays, filled once by init_builtin_bindings() when the library is loaded, so
that each call costs one load and one indirect call.
"""

from . import naming, text
from .signature import Signature, vararg_declaration
from .type_map import VOID


def _variant_type(name: str) -> str:
    return f"GDEXTENSION_VARIANT_TYPE_{naming.upper(name)}"


def _method_id(s: Signature) -> str:
    return f"METHOD_{s.engine_name.upper()}"


def _tables(m, operator_names: dict) -> list[str]:
    count = max([1] + [index for index, _ in m.constructors]) + 1
    lines = ["namespace {", "", f"GDExtensionPtrConstructor constructors[{count}];"]
    if m.has_destructor:
        lines.append("GDExtensionPtrDestructor destructor;")
    lines += ["", "enum Method {"] + [f"\t{_method_id(s)}," for s in m.methods]
    lines += ["\tTOTAL_METHODS", "};", "",
              "constexpr internal::BuiltinMethodName METHOD_NAMES[TOTAL_METHODS] = {"]
    lines += [f"\t{{ \"{s.engine_name}\", {s.hash} }}," for s in m.methods]
    lines += ["};", "GDExtensionPtrBuiltInMethod methods[TOTAL_METHODS];", ""]
    if m.operators:
        lines += ["constexpr internal::BuiltinOperatorName OPERATOR_NAMES[] = {"]
        lines += [f"\t{{ GDEXTENSION_VARIANT_OP_{operator_names[o.symbol]}, "
                  f"{_variant_type(o.right)} }}," for o in m.operators]
        lines += ["};", f"GDExtensionPtrOperatorEvaluator operators[{len(m.operators)}];", ""]
    return lines + ["} // namespace", ""]


def _loaders(m) -> list[str]:
    kind, file = _variant_type(m.name), naming.snake(m.name)
    lines = ["namespace internal {", "", f"void load_{file}_constructors() {{",
             f"\tload_constructors({kind}, constructors);"]
    if m.has_destructor:
        lines.append("\tdestructor = "
                     f"gdextension_interface_variant_get_ptr_destructor({kind});")
    lines += ["}", "", f"void load_{file}_methods() {{",
              f"\tload_methods({kind}, METHOD_NAMES, methods);"]
    if m.operators:
        lines.append(f"\tload_operators({kind}, OPERATOR_NAMES, operators);")
    return lines + ["}", "", "} // namespace internal", ""]


def _life(m) -> list[str]:
    n = m.name
    lines: list[str] = []
    if m.constructed:
        lines += [f"{n}::{n}() {{", "\tconstructors[0](opaque, nullptr);", "}", ""]
    if m.has_destructor:
        lines += [
            f"{n}::{n}(const {n} &p_other) {{",
            "\tif (!internal::is_zero(p_other.opaque)) {",
            "\t\tinternal::construct_builtin(constructors[1], opaque, p_other);",
            "\t}",
            "}",
            "",
        ]
    for index, arguments in m.constructors:
        parameters = ", ".join(a.declaration(False) for a in arguments)
        names = "".join(f", {a.name}" for a in arguments)
        lines += [f"{n}::{n}({parameters}) {{",
                  f"\tinternal::construct_builtin(constructors[{index}], opaque{names});",
                  "}", ""]
    if m.has_destructor:
        lines += [f"void {n}::_destroy() {{", "\tdestructor(opaque);", "}", ""]
    return lines


def _packed(m) -> list[str]:
    e, n = m.element, m.name
    index = f"internal::gdextension_interface_{naming.snake(n)}_operator_index"

    def cast(const: str, call: str) -> str:
        return f"static_cast<{const}{e} *>({call})" if e[0].isupper() else call

    return [
        f"{n}::{n}(std::initializer_list<{e}> p_init) {{",
        "\tresize(static_cast<int64_t>(p_init.size()));",
        f"\t{e} *target = ptrw();",
        f"\tfor (const {e} &each : p_init) {{",
        "\t\t*target++ = each;",
        "\t}",
        "}",
        "",
        f"const {e} &{n}::operator[](int64_t p_index) const {{",
        f"\treturn *{cast('const ', f'{index}_const(opaque, p_index)')};",
        "}",
        "",
        f"{e} &{n}::operator[](int64_t p_index) {{",
        f"\treturn *{cast('', f'{index}(opaque, p_index)')};",
        "}",
        "",
        f"const {e} *{n}::ptr() const {{",
        f"\treturn {cast('const ', f'{index}_const(opaque, 0)')};",
        "}",
        "",
        f"{e} *{n}::ptrw() {{",
        f"\treturn {cast('', f'{index}(opaque, 0)')};",
        "}",
        "",
    ]


def _operators(m) -> list[str]:
    lines: list[str] = []
    for number, o in enumerate(m.operators):
        lines += [f"{o.returns} {m.name}::operator{o.symbol}({o.param}) const {{",
                  f"\treturn internal::call_operator<{o.returns}>"
                  f"(operators[{number}], *this, p_other);",
                  "}", ""]
    return lines


def _vararg(m, s: Signature) -> list[str]:
    call = f"\tmethods[{_method_id(s)}](_native_ptr(), " \
        "reinterpret_cast<const GDExtensionConstTypePtr *>(p_args), "
    count = ", static_cast<int32_t>(p_arg_count));"
    head = f"{vararg_declaration(s, f'{m.name}::')} {{"
    if s.returns is VOID:
        return [head, f"{call}nullptr{count}", "}", ""]
    return [head, f"\t{s.returns.value} result;", f"{call}&result{count}", "\treturn result;",
            "}", ""]


def _methods(m) -> list[str]:
    lines: list[str] = []
    for s in m.methods:
        if s.is_vararg:
            lines += _vararg(m, s)
            continue
        back = "" if s.returns is VOID else "return "
        self = "nullptr" if s.is_static else "_native_ptr()"
        lines += [f"{s.definition(m.name)} {{",
                  f"\t{back}internal::call_builtin<{s.returns.value}>"
                  f"(methods[{_method_id(s)}], {self}{s.argument_names()});",
                  "}", ""]
    return lines


def source(m, operator_names: dict) -> str:
    body = _tables(m, operator_names) + _loaders(m) + _life(m)
    body += (_packed(m) if m.element else []) + _operators(m) + _methods(m)
    includes = [f"godot_cpp/variant/{naming.snake(m.name)}.hpp", "",
                "godot_cpp/core/ptrcall.hpp", "godot_cpp/variant/builtin_loading.hpp"]
    if any("Object" in each.value for s in m.methods for each in s.types) or \
            any(a.type.value == "Object *" for _, arguments in m.constructors for a in arguments):
        includes.insert(2, "godot_cpp/classes/object.hpp")
    return text.source(includes, text.in_namespace(body[:-1]))


def initialisation(names: list[str]) -> str:
    files = [naming.snake(name) for name in names]
    body = [f"void load_{file}_constructors();" for file in files]
    body += [f"void load_{file}_methods();" for file in files]
    body += [
        "void load_utility_functions();",
        "",
        "// Constructors are found by number and come first: all else is found by StringName.",
        "void init_builtin_bindings() {",
    ]
    body += [f"\tload_{file}_constructors();" for file in files]
    body += [f"\tload_{file}_methods();" for file in files]
    return text.source([], text.in_namespace(
        body + ["\tload_utility_functions();", "}"], "godot::internal"))
