"""One function of the dump, with its types looked up."""

from dataclasses import dataclass

from . import defaults, naming
from .type_map import VOID, CppType, NotCarried, TypeMap, declare, result


@dataclass
class Argument:
    name: str
    type: CppType
    default: str = ""

    def declaration(self, with_default: bool) -> str:
        text = declare(self.type, self.name)
        return f"{text} = {self.default}" if with_default and self.default else text


@dataclass
class Signature:
    engine_name: str
    name: str
    hash: int
    returns: CppType
    arguments: list[Argument]
    is_const: bool = False
    is_static: bool = False
    is_vararg: bool = False
    is_virtual: bool = False

    @property
    def types(self) -> list[CppType]:
        return [self.returns] + [argument.type for argument in self.arguments]

    @property
    def complete_classes(self) -> set:
        """Classes that a declaration needs whole: those whose enums it names, and those to which
        it gives a reference of nothing by default."""
        enums = {each.enum_owner for each in self.types if each.enum_owner}
        return enums.union(*(a.type.forwards for a in self.arguments
                             if a.default and a.type.kind == "ref"))

    def parameters(self, with_defaults: bool) -> str:
        return ", ".join(a.declaration(with_defaults) for a in self.arguments)

    def declaration(self, prefix: str = "") -> str:
        text = result(self.returns, f"{self.name}({self.parameters(True)})")
        return f"{prefix}{text}{' const' if self.is_const else ''};"

    def definition(self, owner: str) -> str:
        text = result(self.returns, f"{owner}::{self.name}({self.parameters(False)})")
        return f"{text}{' const' if self.is_const else ''}"

    def argument_names(self) -> str:
        return "".join(f", {argument.name}" for argument in self.arguments)


def read(item: dict, types: TypeMap) -> Signature:
    """Raises NotCarried when one of the types is not offered."""
    returned = item.get("return_value", {"type": item["return_type"]} if "return_type" in item
                        else None)
    returns = types.get(returned["type"], returned.get("meta", "")) if returned else VOID
    arguments = []
    for entry in item.get("arguments", []):
        if "*" in entry["type"]:
            raise NotCarried(entry["type"])
        cpp = types.get(entry["type"], entry.get("meta", ""))
        default = defaults.expression(cpp, entry["default_value"]) if "default_value" in entry \
            else ""
        arguments.append(Argument(naming.argument(entry["name"]), cpp, default))
    return Signature(
        engine_name=item["name"],
        name=naming.identifier(item["name"]),
        hash=item.get("hash", 0),
        returns=returns,
        arguments=arguments,
        is_const=item.get("is_const", False),
        is_static=item.get("is_static", False),
        is_vararg=item.get("is_vararg", False),
        is_virtual=item.get("is_virtual", False),
    )


def vararg_wrapper(signature: Signature, indent: str) -> list[str]:
    """The template that packs any arguments into Variants for `<name>_internal`."""
    s = signature
    fixed = [declare(a.type, a.name) for a in s.arguments]
    packed = [f"Variant({a.name})" for a in s.arguments] + ["Variant(p_args)..."]
    count = f"{len(s.arguments)} + sizeof...(Args)"
    static = "static " if s.is_static else ""
    head = result(s.returns, f"{s.name}({', '.join(fixed + ['const Args &...p_args'])})")
    back = "" if s.returns is VOID else "return "
    return [indent + line for line in (
        "template <typename... Args>",
        f"{static}{head}{' const' if s.is_const else ''} {{",
        f"\tstd::array<Variant, {count}> values{{ {{ {', '.join(packed)} }} }};",
        f"\tstd::array<const Variant *, {count}> pointers;",
        f"\tfor (size_t i = 0; i < {count}; i++) {{",
        "\t\tpointers[i] = &values[i];",
        "\t}",
        f"\t{back}{s.name}_internal(pointers.data(), {count});",
        "}",
    )]


VARARG_PARAMETERS = "const Variant **p_args, GDExtensionInt p_arg_count"


def vararg_declaration(signature: Signature, name: str = "") -> str:
    """Of the private function behind the wrapper; with the owner's name in front, its definition
    without the body."""
    s = signature
    head = result(s.returns, f"{name}{s.name}_internal({VARARG_PARAMETERS})")
    static = "static " if s.is_static and not name else ""
    return f"{static}{head}{' const' if s.is_const else ''}"


def from_variant(cpp_type: CppType, text: str) -> list[str]:
    """Statements that return what the Variant expression `text` holds."""
    if cpp_type is VOID:
        return [f"{text};"]
    if cpp_type.kind == "variant":
        return [f"return {text};"]
    if cpp_type.kind in ("enum", "bitfield"):
        return [f"const Variant result = {text};",
                f"return static_cast<{cpp_type.value}>(result.operator int64_t());"]
    if cpp_type.kind == "object":
        return [f"const Variant result = {text};",
                f"return Object::cast_to<{cpp_type.value[:-2]}>(result.operator Object *());"]
    return [f"const Variant result = {text};", f"return result.operator {cpp_type.value}();"]
