#!/usr/bin/env python3
"""Writes the C++ wrappers of the engine classes that a build profile lists.

    generate.py --api build/godot_api/extension_api.json --profile P.json --out DIR [--list]

The profile is {"enabled_classes": ["Node", ...]}; parents are added. --list prints the paths of
the files without writing them. Build scripts import outputs() and generate().
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bindgen import files, render_builtins, render_classes, render_enums, render_utility
from bindgen.api import Api


def _render(api_path, profile_path) -> tuple[Api, dict[str, str]]:
    api = Api(Path(api_path), Path(profile_path))
    rendered: dict[str, str] = {}
    for part in (render_enums.global_constants, render_builtins.builtins,
                 render_utility.utility_functions, render_classes.classes,
                 render_classes.registration):
        rendered.update(part(api))
    return api, rendered


def outputs(api_path, profile_path, out_dir) -> list[Path]:
    """Every file that generate() makes of these inputs."""
    _, rendered = _render(api_path, profile_path)
    return [Path(out_dir) / name for name in sorted(rendered)]


def generate(api_path, profile_path, out_dir, verbose: bool = False) -> list[Path]:
    """Writes the files that differ from what is there and returns the paths of all."""
    api, rendered = _render(api_path, profile_path)
    changed = [name for name in sorted(rendered)
               if files.write_changed(Path(out_dir) / name, rendered[name])]
    if verbose:
        print(f"{len(api.classes)} classes, {len(rendered)} files, {len(changed)} written; "
              f"{len(api.left_out)} methods left out, for types not carried:")
        for each in api.left_out:
            print(f"  {each}")
    return [Path(out_dir) / name for name in sorted(rendered)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--api", required=True, help="extension_api.json, dumped by the engine")
    parser.add_argument("--profile", required=True, help="build profile listing the classes")
    parser.add_argument("--out", required=True, help="folder for include/ and src/")
    parser.add_argument("--list", action="store_true", help="only print the files")
    parser.add_argument("--verbose", action="store_true", help="name what is left out")
    options = parser.parse_args()
    if options.list:
        for path in outputs(options.api, options.profile, options.out):
            print(path)
        return 0
    generate(options.api, options.profile, options.out, options.verbose)
    return 0


if __name__ == "__main__":
    sys.exit(main())
