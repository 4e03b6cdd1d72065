"""How a type named in the dump is written in C++, and which headers that needs."""

from dataclasses import dataclass, field

from . import naming

VALUE_TYPES = ("Vector2", "Vector2i", "Rect2", "Rect2i", "Vector3", "Vector3i", "Color")
OPAQUE_TYPES = (
    "String",
    "StringName",
    "NodePath",
    "RID",
    "Callable",
    "Signal",
    "Dictionary",
    "Array",
    "PackedByteArray",
    "PackedInt32Array",
    "PackedInt64Array",
    "PackedFloat32Array",
    "PackedFloat64Array",
    "PackedStringArray",
    "PackedVector2Array",
    "PackedVector3Array",
    "PackedColorArray",
)
SCALARS = {"bool": "bool", "int": "int64_t", "float": "double"}
# What `meta` makes of an int or a float.
METAS = {
    "int8": "int8_t",
    "int16": "int16_t",
    "int32": "int32_t",
    "int64": "int64_t",
    "uint8": "uint8_t",
    "uint16": "uint16_t",
    "uint32": "uint32_t",
    "uint64": "uint64_t",
    "char16": "char16_t",
    "char32": "char32_t",
    "float": "float",
    "double": "double",
}


class NotCarried(Exception):
    """The type belongs to a class outside the profile, or to a built-in type not offered."""


@dataclass(frozen=True)
class CppType:
    """One type as C++ writes it.

    `value` names it as a result, `param` as a parameter; `kind` is one of void, scalar, enum,
    bitfield, builtin, variant, object, ref. `headers` must be included to declare it, `forwards`
    are classes of which a forward declaration suffices there and that a body has to include.
    """

    kind: str
    value: str
    param: str
    headers: tuple = ()
    forwards: tuple = ()
    enum_owner: str = ""


VOID = CppType("void", "void", "")


@dataclass
class TypeMap:
    """`classes` maps the engine's names of the enabled classes to whether they are RefCounted."""

    classes: dict
    enums: set = field(default_factory=set)

    def get(self, name: str, meta: str = "") -> CppType:
        if name.startswith(("enum::", "bitfield::")):
            return self._enum(name)
        if name.startswith("typedarray::"):
            return self._typed("TypedArray", "typed_array", name[len("typedarray::"):])
        if name.startswith("typeddictionary::"):
            return self._typed("TypedDictionary", "typed_dictionary", name.split("::", 1)[1])
        if name in SCALARS:
            cpp = METAS.get(meta, SCALARS[name])
            return CppType("scalar", cpp, cpp)
        if name == "Variant":
            return CppType("variant", "Variant", "const Variant &")
        if name in VALUE_TYPES or name in OPAQUE_TYPES:
            return CppType("builtin", name, f"const {name} &")
        if name == "Object" or name in self.classes:
            return self._object(name)
        raise NotCarried(name)

    def _object(self, name: str) -> CppType:
        cpp = naming.class_name(name)
        if self.classes.get(name, False):
            header = ("godot_cpp/classes/ref.hpp",)
            return CppType("ref", f"Ref<{cpp}>", f"const Ref<{cpp}> &", header, (name,))
        return CppType("object", f"{cpp} *", f"{cpp} *", (), (name,))

    def _enum(self, name: str) -> CppType:
        kind, path = name.split("::", 1)
        owner, _, enum = path.rpartition(".")
        header: tuple = ()
        if not owner:
            header = ("godot_cpp/classes/global_constants.hpp",)
            cpp = enum
        elif owner == "Variant" or owner in VALUE_TYPES:
            cpp = f"{owner}::{enum}"
        elif owner in self.classes:
            cpp = f"{naming.class_name(owner)}::{enum}"
        else:
            raise NotCarried(name)
        enum_owner = owner if owner in self.classes else ""
        if kind == "bitfield":
            value = f"BitField<{cpp}>"
            return CppType("bitfield", value, value, header, (), enum_owner)
        return CppType("enum", cpp, cpp, header, (), enum_owner)

    def _typed(self, template: str, header: str, elements: str) -> CppType:
        names, forwards = [], []
        for element in elements.split(";"):
            inner = self.get(element)
            if inner.kind in ("object", "ref"):
                forwards.extend(inner.forwards)
                names.append(naming.class_name(element))
            elif inner.kind in ("scalar", "builtin"):
                names.append(inner.value)
            else:
                raise NotCarried(elements)
        value = f"{template}<{', '.join(names)}>"
        headers = (f"godot_cpp/variant/{header}.hpp",)
        return CppType("builtin", value, f"const {value} &", headers, tuple(forwards))


def declare(cpp_type: CppType, name: str) -> str:
    """`const String &p_text`, `int64_t p_count`, `Node *p_node`."""
    text = cpp_type.param
    return text + name if text.endswith(("&", "*")) else f"{text} {name}"


def result(cpp_type: CppType, function: str) -> str:
    text = cpp_type.value
    return text + function if text.endswith("*") else f"{text} {function}"
