"""Classes that have taken on too much, whatever the number of files they are spread over."""

import re
from collections import Counter

from cpp_classes import Reader
from cpp_text import code_without_directives
from project import Check

MOST_METHODS = 40
MOST_FILES = 2
# A type with more members than this is changed by at most so many others: files beside its own that hold a reference
# or a pointer through which they can write them.
MOST_SHARED_MEMBERS = 20
MOST_WRITERS = 2
# Classes that may have more, and why.
EXCEPTIONS = {
    "AgentRuntime": "the node has what scripts call, until its API is redesigned",
    "SignalSink": "a table: one method for each kind of event",
    "MindRequest": "a message: each room adds what it knows before it is asked, and nobody changes it afterwards",
    "Walkers": "one state machine: whoever walks, waits or makes way shares tiles and ticks with all others",
    "Walkers::Walker": "what Walkers knows of one of them; only Walkers writes it",
}
PROPERTY = re.compile(r"\bADD_PROPERTYI?\((?:[^;\"]|\"[^\"\n]*\")*\);")
ACCESSOR = re.compile(r'"([a-z]\w*)"')


def accessors(project):
    """Methods that are bound as setter or getter of a property: the editor's table of them, in code."""
    names = project.matching(".cpp", under="src/godot/")
    return {word for name in names for text in PROPERTY.findall(project.read(name)) for word in ACCESSOR.findall(text)}


def sources(function):
    return {function.file} if function.file.endswith(".cpp") else set()


def read_classes(project):
    """All classes of ours, with the functions elsewhere that do the work of one.

    A class may be spread over functions that are handed its state: where that is a struct whose members anybody can
    change, each function whose first parameter to be changed is such a struct counts as its method.
    """
    reader = Reader(project, project.matching(".h", ".cpp", under="src/"))
    by_last_name = {}
    for name in reader.classes:
        by_last_name.setdefault(name.rpartition("::")[2], []).append(name)
    helpers = Counter()
    for function in reader.functions:
        of = function.name.rpartition("::")[0]
        owners = [name for name in by_last_name.get(of.rpartition("::")[2], []) if f"::{name}".endswith(f"::{of}")]
        if of and owners:
            for owner in owners:
                reader.classes[owner].files |= sources(function)
            continue
        for changed in function.changes[:1]:
            state = reader.classes.get(changed)
            if state and state.public_data and not state.hidden_data:
                helpers[state.name] += 1
                state.files |= sources(function)
    bound = accessors(project)
    for made in reader.classes.values():
        if made.is_bound:
            made.methods = [method for method in made.methods if method not in bound]
        made.methods += ["(a function)"] * helpers[made.name]
    return reader.classes.values()


def stem(name):
    return name.rpartition(".")[0]


def writers(project, made):
    """Files beside its own that can write the members of a type."""
    can_write = re.compile(rf"(?<!const )\b{made.name.rpartition('::')[2]} ?[&*] ?\w+\b(?! ?\()")
    return sorted(
        {
            stem(name)
            for name in project.matching(".h", ".cpp", under="src/")
            if stem(name) != stem(made.file) and can_write.search(code_without_directives(project.read(name)))
        }
    )


def crowded(project):
    findings = []
    for made in sorted(read_classes(project), key=lambda made: (-len(made.methods), made.name)):
        wrong = []
        if len(made.methods) > MOST_METHODS:
            wrong.append(f"{len(made.methods)} methods, {MOST_METHODS} are allowed")
        if len(made.files) > MOST_FILES:
            wrong.append(f"{len(made.files)} source files, {MOST_FILES} are allowed")
        if len(made.public_data) > MOST_SHARED_MEMBERS:
            others = writers(project, made)
            if len(others) > MOST_WRITERS:
                wrong.append(f"{len(made.public_data)} members that are written by {', '.join(others)}")
        if made.name in EXCEPTIONS:
            wrong = []
        if made.public_data and made.hidden_data:
            wrong.append(f"public members beside hidden ones: {', '.join(made.public_data)}")
        if wrong:
            findings.append(f"{made.file}:{made.line}: {made.name} has {'; '.join(wrong)}; divide it by responsibility")
    return findings


CHECKS = [Check("no class is crowded", crowded)]
