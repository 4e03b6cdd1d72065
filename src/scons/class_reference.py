"""The class reference: the engine writes a page for each class, people write the descriptions.

The pages of the source tree are merged with what the engine knows now; a page that changes shows in
git, a member without a description fails.
"""

import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import places

PROJECT = places.BUILD / "docs/project"
PAGES = places.PROJECT / "src/godot/doc_classes"
MEMBERS = "methods/method", "members/member", "signals/signal", "constants/constant", "theme_items/theme_item"


def prepare():
    """A project with the addon and nothing else, so that no other extension's classes get a page."""
    (PROJECT / ".godot").mkdir(parents=True, exist_ok=True)
    (PROJECT / "project.godot").write_text("config_version=5\n\n[application]\n\nconfig/name=\"docs\"\n")
    (PROJECT / ".godot/extension_list.cfg").write_text("res://addons/agent_runtime/agent_runtime.gdextension\n")
    link = PROJECT / "addons"
    if not link.is_symlink():
        link.symlink_to(places.PROJECT / "addons")
    shutil.rmtree(PROJECT / "doc_classes", ignore_errors=True)
    if PAGES.is_dir():
        shutil.copytree(PAGES, PROJECT / "doc_classes")


def pages_of_the_engine(environment):
    """name -> text, as the engine writes them from the built library and the present pages."""
    prepare()
    engine = [places.PROJECT / "src/setup/godot", "--headless", "--path", PROJECT]
    asked = engine + ["--doctool", PROJECT, "--gdextension-docs"]
    ran = subprocess.run(asked, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=120)
    pages = {path.name: path.read_text(encoding="utf-8") for path in sorted((PROJECT / "doc_classes").glob("*.xml"))}
    if ran.returncode != 0 or not pages:
        raise RuntimeError(f"the engine wrote no class reference; it said:\n{ran.stdout}{ran.stderr}")
    return pages


def without_description(name, text):
    """One sentence for each thing on the page that nobody described."""
    root = ElementTree.fromstring(text)
    missing = []
    for tag in ("brief_description", "description"):
        if not (root.findtext(tag) or "").strip():
            missing.append(f"{name}: the class has no {tag}")
    for path in MEMBERS:
        for member in root.findall(path):
            told = member.findtext("description") if member.find("description") is not None else member.text
            if not (told or "").strip() and not (member.get("overrides")):
                missing.append(f"{name}: {member.tag} {member.get('name')} has no description")
    return missing


def drift(pages):
    """One sentence for each page that differs from the one in the source tree."""
    present = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.xml")}
    changed = [f"{name}: differs from the built class" for name in sorted(pages) if present.get(name) != pages[name]]
    return changed + [f"{name}: there is no such class" for name in sorted(set(present) - set(pages))]


def regenerate(target, source, env):
    pages = pages_of_the_engine(env["ENV"])
    for sentence in drift(pages):
        print(f"src/godot/doc_classes/{sentence}")
    PAGES.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (PAGES / name).write_text(text, encoding="utf-8")
    missing = [sentence for name, text in pages.items() for sentence in without_description(name, text)]
    for sentence in missing:
        print(f"src/godot/doc_classes/{sentence}; write one")
    return len(missing)


def regenerated(env, built):
    """Runs each time, since the result depends on what the engine answers."""
    # Imported here, because the checks use this file, too, in a Python without SCons.
    from SCons.Script import Action

    asking = Action(regenerate, "Asking the engine for the class reference")
    made = env.Command("#build/docs/regenerated", built, asking)
    env.AlwaysBuild(made)
    return made
