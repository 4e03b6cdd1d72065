"""Names: how the engine's names are spelled in files and in C++."""

import re

# Words of C++ that the engine uses as names, and what upstream calls them.
_KEYWORDS = {
    "class": "_class",
    "char": "_char",
    "short": "_short",
    "bool": "_bool",
    "int": "_int",
    "default": "_default",
    "case": "_case",
    "switch": "_switch",
    "export": "_export",
    "template": "_template",
    "new": "new_",
    "operator": "_operator",
    "typeof": "type_of",
    "typename": "type_name",
    "enum": "_enum",
}

# The engine's ClassDB is told apart from godot::ClassDB, where extensions register their classes.
_CLASS_ALIASES = {"ClassDB": "ClassDBSingleton"}


def class_name(engine_name: str) -> str:
    return _CLASS_ALIASES.get(engine_name, engine_name)


def engine_class_name(name: str) -> str:
    for engine_name, alias in _CLASS_ALIASES.items():
        if name == alias:
            return engine_name
    return name


def identifier(name: str) -> str:
    return _KEYWORDS.get(name, name)


def snake(name: str) -> str:
    """File name of a class: Node2D -> node2d, HTTPClient -> http_client, OS -> os."""
    name = re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", name)
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return name.replace("2_D", "2D").replace("3_D", "3D").lower()


def upper(name: str) -> str:
    return snake(name).upper()


def argument(name: str) -> str:
    return "p_" + name
