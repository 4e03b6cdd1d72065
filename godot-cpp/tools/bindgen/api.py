"""Reads the dump and the build profile, and decides which classes are wrapped."""

import json
from pathlib import Path

from . import naming
from .type_map import TypeMap


class Api:
    """The dump, cut down to the classes of the profile and all their parents."""

    def __init__(self, api_path: Path, profile_path: Path):
        self.dump = json.loads(Path(api_path).read_text(encoding="utf-8"))
        self.all_classes = {item["name"]: item for item in self.dump["classes"]}
        self.classes = self._enabled(Path(profile_path))
        self.builtins = {item["name"]: item for item in self.dump["builtin_classes"]}
        self.singletons = {item["type"]: item["name"] for item in self.dump["singletons"]}
        self.sizes = self._sizes("float_64")
        self.types = TypeMap({name: item["is_refcounted"] for name, item in self.classes.items()})
        self.left_out: list[str] = []

    def _enabled(self, profile_path: Path) -> dict:
        profile = json.loads(profile_path.read_text(encoding="utf-8"))
        names = {"Object", "RefCounted", "Resource", "ClassDB"}
        for listed in profile.get("enabled_classes", []):
            name = naming.engine_class_name(listed)
            if name not in self.all_classes:
                raise SystemExit(f"{profile_path}: the engine has no class `{listed}`")
            while name:
                names.add(name)
                name = self.all_classes[name].get("inherits", "")
        ordered: dict = {}
        for name in sorted(names, key=lambda each: (len(self.ancestors(each)), each)):
            ordered[name] = self.all_classes[name]
        return ordered

    def _sizes(self, configuration: str) -> dict:
        for entry in self.dump["builtin_class_sizes"]:
            if entry["build_configuration"] == configuration:
                return {item["name"]: item["size"] for item in entry["sizes"]}
        raise SystemExit(f"the dump lists no sizes for {configuration}")

    def ancestors(self, name: str) -> list[str]:
        found = []
        parent = self.all_classes[name].get("inherits", "")
        while parent:
            found.append(parent)
            parent = self.all_classes[parent].get("inherits", "")
        return found

    def leave_out(self, what: str, why: str) -> None:
        self.left_out.append(f"{what}: {why}")
