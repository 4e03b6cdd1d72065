"""What only the engine can say: warnings of GDScript, and whether the class reference is complete."""

import re
import sys

from project import ROOT, Check, run

sys.path.insert(0, str(ROOT / "src/scons"))
import class_reference  # noqa: E402

PROJECTS = ("demo", "tests/godot")
# All warnings that the engine has on by default, and that of undeclared types.
WARNINGS = """
assert_always_false assert_always_true confusable_capture_reassignment confusable_identifier
confusable_local_declaration confusable_local_usage constant_used_as_function deprecated_keyword
empty_file enum_variable_without_default function_used_as_property incompatible_ternary
int_as_enum_without_cast int_as_enum_without_match integer_division missing_tool
narrowing_conversion property_used_as_function redundant_await redundant_static_unload
shadowed_global_identifier shadowed_variable shadowed_variable_base_class standalone_expression
standalone_ternary static_called_on_instance unassigned_variable unassigned_variable_op_assign
unreachable_code unreachable_pattern unsafe_void_return untyped_declaration unused_local_constant
unused_parameter unused_private_class_variable unused_signal unused_variable
""".split()
ERROR = 2
COMPLAINT = re.compile(r"SCRIPT ERROR|Parse Error|\bWARNING\b|\bERROR\b|treated as error")


def warnings_are_errors(project):
    findings = []
    for folder in PROJECTS:
        name = f"{folder}/project.godot"
        text = project.read(name)
        levels = dict(re.findall(r"^gdscript/warnings/(\w+)=(\d+)$", text, re.MULTILINE))
        missing = [warning for warning in WARNINGS if levels.get(warning) != str(ERROR)]
        if missing:
            lines = "\n".join(f"gdscript/warnings/{warning}={ERROR}" for warning in missing)
            findings.append(f"{name}: these warnings are no errors; add to [debug]:\n{lines}")
        if not re.search(r'gdscript/warnings/directory_rules=\{\s*"res://addons": 1', text):
            rule = 'gdscript/warnings/directory_rules={"res://addons": 1}'
            findings.append(f"{name}: scripts in addons/ are exempt; add: {rule}")
        if re.search(r"^gdscript/warnings/enable=false", text, re.MULTILINE):
            findings.append(f"{name}: warnings are switched off; remove gdscript/warnings/enable")
    return findings


def environment(project):
    """The engine's own folders, apart from the user's, as the other layers have them."""
    listed = run(["bash", "-c", "LAYER=checks; . tests/lib.sh; use_own_folders; env -0"], cwd=project.root).stdout
    return dict(entry.split("=", 1) for entry in listed.split("\0") if "=" in entry)


def complaints(text):
    """Lines that complain, each with the next one: there the engine says where."""
    lines = text.split("\n")
    found = [
        f"{line.strip()} {lines[i + 1].strip()}" for i, line in enumerate(lines[:-1]) if COMPLAINT.search(line)
    ]
    return list(dict.fromkeys(found))


def scripts_are_without_warnings(project):
    findings = []
    for folder in PROJECTS:
        path = project.root / folder
        prepare = '. src/setup/places.sh && . src/setup/engine.sh && write_extension_list "$1"'
        run(["bash", "-c", prepare, "prepare", path], cwd=project.root)
        engine = [project.root / "src/setup/godot", "--headless", "--path", path]
        imported = run([*engine, "--import"], cwd=project.root, env=environment(project))
        script = project.root / "tests/checks/load_all.gd"
        loaded = run([*engine, "--script", script], cwd=project.root, env=environment(project))
        count = re.search(r"^loaded (\d+) scripts$", loaded.stdout, re.MULTILINE)
        findings += [f"{folder}: {line}" for line in complaints(imported.stdout) + complaints(loaded.stdout)]
        if not count or count.group(1) == "0":
            findings.append(f"{folder}: the scripts could not be loaded; the engine said:\n{loaded.stdout}")
    return findings


def members_are_described(project):
    return [
        f"src/godot/doc_classes/{finding}; write one"
        for name in project.matching(".xml", under="src/godot/doc_classes/")
        for finding in class_reference.without_description(name.split("/")[-1], project.read(name))
    ]


def reference_is_up_to_date(project):
    pages = class_reference.pages_of_the_engine(environment(project))
    return [f"src/godot/doc_classes/{line}; run: scons docs" for line in class_reference.drift(pages)]


CHECKS = [
    Check("warnings of GDScript are errors in every project", warnings_are_errors),
    Check("no script has a warning", scripts_are_without_warnings),
    Check("every member of the class reference is described", members_are_described),
    Check("the class reference agrees with the built classes", reference_is_up_to_date),
]
