"""One header and one source file for each engine class of the profile."""

from dataclasses import dataclass, field

from . import naming, render_enums, text
from .api import Api
from .signature import Signature, from_variant, read, vararg_declaration, vararg_wrapper
from .type_map import VOID, NotCarried

_CAST_TO = [
    "\ttemplate <class T>",
    "\tstatic T *cast_to(Object *p_object);",
    "\ttemplate <class T>",
    "\tstatic const T *cast_to(const Object *p_object);",
    "",
]
_GET_NODE = [
    "\ttemplate <typename T>",
    "\tT *get_node(const NodePath &p_path) const {",
    "\t\treturn Object::cast_to<T>(get_node_internal(p_path));",
    "\t}",
    "",
]


@dataclass
class ClassModel:
    engine_name: str
    name: str
    parent: str
    item: dict
    methods: list[Signature] = field(default_factory=list)
    virtuals: list[Signature] = field(default_factory=list)

    @property
    def signatures(self) -> list[Signature]:
        return self.methods + self.virtuals

    def used(self, attribute: str) -> list:
        """Headers or classes that the signatures name, sorted and once each."""
        found: set = set()
        for signature in self.signatures:
            for each in signature.types:
                found.update(getattr(each, attribute))
        return sorted(found)


def _reaches(edges: dict, start: str, goal: str) -> bool:
    waiting, seen = [start], set()
    while waiting:
        name = waiting.pop()
        if name == goal:
            return True
        if name not in seen:
            seen.add(name)
            waiting += edges.get(name, ())
    return False


def _add_complete_classes(edges: dict, name: str, signature: Signature) -> None:
    """A header includes the classes that it needs whole; what would make two headers include each
    other is left out."""
    for needed in signature.complete_classes - {name}:
        if _reaches(edges, needed, name):
            raise NotCarried(f"{needed}, whose header includes this one")
        edges[name].add(needed)


def model(api: Api, name: str, edges: dict) -> ClassModel:
    item = api.classes[name]
    parent = item.get("inherits", "")
    result = ClassModel(name, naming.class_name(name),
                        naming.class_name(parent) if parent else "Wrapped", item)
    for method in item.get("methods", []):
        try:
            signature = read(method, api.types)
            _add_complete_classes(edges, name, signature)
        except NotCarried as missing:
            api.leave_out(f"{name}.{method['name']}", str(missing))
            continue
        if name == "Node" and signature.name == "get_node":
            signature.name = "get_node_internal"  # behind the template get_node<T>
        (result.virtuals if signature.is_virtual else result.methods).append(signature)
    return result


def _header_path(name: str) -> str:
    return f"godot_cpp/classes/{naming.snake(naming.class_name(name))}.hpp"


def _header_includes(m: ClassModel) -> list[str]:
    parent = m.item.get("inherits", "")
    found = {_header_path(parent) if parent else "godot_cpp/classes/wrapped.hpp"}
    found.add("godot_cpp/core/enum_cast.hpp")
    found.update(m.used("headers"))
    for signature in m.signatures:
        found.update(_header_path(each) for each in signature.complete_classes - {m.engine_name})
    if not parent:
        found.add("godot_cpp/variant/variant.hpp")
    standard = ["array"] if any(s.is_vararg for s in m.methods) else []
    if m.virtuals:
        standard.append("type_traits")
    return sorted(found) + ([""] + standard if standard else [])


def _register_virtuals(m: ClassModel) -> list[str]:
    lines = [
        "\ttemplate <class T, class B>",
        "\tstatic void register_virtuals() {",
        f"\t\t{m.parent}::template register_virtuals<T, B>();",
    ]
    for s in m.virtuals:
        lines += [
            f"\t\tif constexpr (!std::is_same_v<decltype(&B::{s.name}), decltype(&T::{s.name})>) {{",
            "\t\t\tinternal::bind_virtual_method("
            f"T::get_class_static(), \"{s.engine_name}\", &T::{s.name}, {s.hash}u);",
            "\t\t}",
        ]
    return lines + ["\t}"]


def _class_macro(m: ClassModel) -> str:
    if m.name == m.engine_name:
        return f"\tGDEXTENSION_CLASS({m.name}, {m.parent})"
    return f"\tGDEXTENSION_CLASS_ALIAS({m.name}, {m.engine_name}, {m.parent})"


def _private_varargs(m: ClassModel) -> list[str]:
    found = [s for s in m.methods if s.is_vararg]
    return [f"\t{vararg_declaration(s)};" for s in found] + ([""] if found else [])


def header(api: Api, m: ClassModel) -> str:
    enums = m.item.get("enums", [])
    body = [f"class {m.name} : public {m.parent} {{", _class_macro(m), ""]
    body += _private_varargs(m) + ["public:"]
    for enum in enums:
        body += render_enums.declaration(enum, "\t")
    body += render_enums.constants(m.item.get("constants", []), "\t")
    if m.engine_name in api.singletons:
        body += [f"\tstatic {m.name} *get_singleton();", ""]
    if m.engine_name == "Object":
        body += _CAST_TO
    if m.engine_name == "Node":
        body += _GET_NODE
    for s in m.methods:
        if s.is_vararg:
            body += [""] + vararg_wrapper(s, "\t") + [""]
        else:
            body.append("\t" + s.declaration("static " if s.is_static else ""))
    body += ["\t" + s.declaration("virtual ") for s in m.virtuals]
    body += ["", "protected:"] + _register_virtuals(m) + ["};"]
    names = {naming.class_name(n) for n in m.used("forwards")} - {m.name, m.parent, "Object"}
    forwards = [f"class {each};" for each in sorted(names)]
    lines = text.in_namespace(forwards + [""] * bool(forwards) + body)
    lines += [""] + render_enums.casts(enums, f"{m.name}::")
    if m.engine_name == "Object":
        lines += ["", "#include <godot_cpp/core/object.hpp>"]
    return text.header(_header_includes(m), lines)


def _method_body(m: ClassModel, s: Signature) -> list[str]:
    lookup = "\tstatic const GDExtensionMethodBindPtr method = internal::get_method_bind(" \
        f"\"{m.engine_name}\", \"{s.engine_name}\", {s.hash});"
    self = "nullptr" if s.is_static else "_owner"
    if s.is_vararg:
        call = f"internal::call_method_vararg(method, {self}, p_args, p_arg_count)"
        return [lookup] + ["\t" + line for line in from_variant(s.returns, call)]
    back = "" if s.returns is VOID else "return "
    call = f"internal::call_method<{s.returns.value}>(method, {self}{s.argument_names()})"
    return [lookup, f"\t{back}{call};"]


def _singleton_body(name: str, engine_name: str) -> list[str]:
    return [
        f"{name} *{name}::get_singleton() {{",
        "\t// Any thread may ask first; all would find the same one.",
        f"\tstatic std::atomic<{name} *> singleton = nullptr;",
        f"\t{name} *found = singleton.load(std::memory_order_acquire);",
        "\tif (unlikely(found == nullptr)) {",
        f"\t\tfound = Object::cast_to<{name}>(internal::get_object_instance_binding("
        f"internal::get_singleton(\"{engine_name}\")));",
        "\t\tsingleton.store(found, std::memory_order_release);",
        "\t}",
        "\treturn found;",
        "}",
        "",
    ]


def _virtual_definition(m: ClassModel, s: Signature) -> str:
    unnamed = ", ".join(a.type.param.rstrip() for a in s.arguments)
    named = s.definition(m.name).replace(f"({s.parameters(False)})", f"({unnamed})")
    if s.returns is VOID:
        return f"{named} {{}}"
    empty = f"static_cast<{s.returns.value}>(0)" if s.returns.kind == "enum" else "{}"
    return f"{named} {{ return {empty}; }}"


def source(api: Api, m: ClassModel) -> str:
    body: list[str] = []
    if m.engine_name in api.singletons:
        body += _singleton_body(m.name, api.singletons[m.engine_name])
    for s in m.methods:
        head = vararg_declaration(s, f"{m.name}::") if s.is_vararg else s.definition(m.name)
        body += [f"{head} {{"] + _method_body(m, s) + ["}", ""]
    for s in m.virtuals:
        body += [_virtual_definition(m, s), ""]
    includes = {"godot_cpp/core/ptrcall.hpp"}
    includes.update(_header_path(name) for name in m.used("forwards"))
    includes.discard(_header_path(m.engine_name))
    first = [_header_path(m.engine_name), ""]
    standard = ["", "atomic"] if m.engine_name in api.singletons else []
    return text.source(first + sorted(includes) + standard, text.in_namespace(body[:-1]))


def classes(api: Api) -> dict[str, str]:
    files = {}
    edges = {name: {item["inherits"]} if "inherits" in item else set()
             for name, item in api.classes.items()}
    for name in api.classes:
        each = model(api, name, edges)
        path = f"classes/{naming.snake(each.name)}"
        files[f"include/godot_cpp/{path}.hpp"] = header(api, each)
        files[f"src/{path}.cpp"] = source(api, each)
    return files


def registration(api: Api) -> dict[str, str]:
    """Parents come first, so that a binding is made for the most derived class."""
    names = [naming.class_name(name) for name in api.classes]
    body = ["void register_engine_classes() {"]
    body += [f"\tregister_engine_class({n}::get_class_static(), {n}::_gde_binding_callbacks());"
             for n in names]
    includes = sorted(_header_path(name) for name in api.classes)
    content = text.source(includes, text.in_namespace(body + ["}"], "godot::internal"))
    return {"src/register_engine_classes.cpp": content}
