"""SQL on a table stands in the room that owns it: the one whose *_tables.cpp makes it."""

import re

from project import Check

MADE = re.compile(r"CREATE (?:VIRTUAL )?(?:TABLE|VIEW)(?: IF NOT EXISTS)? (\w+)|RENAME TO (\w+)")
USED = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE|TABLE|EXISTS|VIEW)\s+(\w+)")
COMMENT = re.compile(r"//[^\n]*")
BETWEEN_PARTS = re.compile(r'"[ \t]*\n\s*"')
LITERAL = re.compile(r'R"(\w*)\((.*?)\)\1"|"((?:[^"\\\n]|\\.)*)"', re.DOTALL)
# What uses a table of another room all the same, and why.
EXCEPTIONS = {
    # The view agent_state_history shows states among the events to which they belong.
    ("src/core/agents/agent_tables.cpp", "event_parts"),
    # One statement finds lines with the names of those who said them, or a crowd would start slowly.
    ("src/core/runtime/remembered.cpp", "agent_conversations"),
    ("src/core/runtime/remembered.cpp", "agents"),
}


def room_of(name):
    return name.split("/")[2]


def homes(project):
    """The rooms that make a table, or a view, of each name."""
    made = {}
    for name in project.matching("_tables.cpp", under="src/core/"):
        for found in MADE.finditer(project.read(name)):
            made.setdefault(found.group(1) or found.group(2), set()).add(room_of(name))
    return made


def tables_used(project, name):
    """(line, table) of each that a text of a file reads or writes."""
    # Parts of one text become one, and lines are counted all the same.
    text = BETWEEN_PARTS.sub("\v", COMMENT.sub("", project.read(name)))
    for found in LITERAL.finditer(text):
        line = text.count("\n", 0, found.start()) + text.count("\v", 0, found.start()) + 1
        for used in USED.finditer((found.group(2) or found.group(3) or "").replace("\v", " ")):
            yield line, used.group(1)


def tables_stay_at_home(project):
    home = homes(project)
    findings = []
    unused = set(EXCEPTIONS)
    for name in project.matching(".h", ".cpp", under="src/core/"):
        for line, table in tables_used(project, name):
            if table not in home or room_of(name) in home[table]:
                continue
            unused.discard((name, table))
            if (name, table) not in EXCEPTIONS:
                owners = " and ".join(sorted(home[table]))
                findings.append(
                    f"{name}:{line}: uses {table}, a table of {owners}; give that room a function for it"
                )
    known = set(project.files)
    findings += [
        f"tests/checks/tables.py: {name} uses {table} no more; take out the exception"
        for name, table in sorted(unused)
        if name in known
    ]
    return findings


CHECKS = [Check("SQL on a table stands in its room", tables_stay_at_home)]
