"""Manners of files: size, what must not be in them, what must be beside them."""

import re

from project import Check

TEXT = (".h", ".hpp", ".inc", ".cpp", ".py", ".gd", ".sh", ".md", ".xml", ".svg", ".tscn", ".cfg", ".json", ".txt")
LONGEST_LINE = {".cpp": 100, ".h": 100, ".hpp": 100, ".gd": 100, ".py": 120}
LONGEST_SCONSTRUCT = 150
TAB = 4

# Written with brackets so that these lines do not match themselves.
# What follows a variable is not a path from the top; some home folders are made up.
TOPS = r"roo[t]|hom[e](?!/(?:player|user)\b)|User[s]|far[m]|wor[k]|mn[t]"
MACHINE = re.compile(rf"(?<![\w.}}/*])(?<!\w\")/(?:{TOPS})/[\w.-]+|[A-Z]:\\User[s]")
NAMES = r"registr[y]|de[b]|snapsho[t]|securit[y]|mirro[r]|archiv[e]|package[s]|pyp[i]|artifactor[y]"
HOSTS = re.compile(rf"https?://(?:{NAMES})[.\w-]*\.\w+")
UNFINISHED = re.compile(r"\b(?:TOD[O]|FIXM[E]|XX[X])\b")
# The icon's import settings that make it fit the editor's scale and theme.
ICON_SETTINGS = ("editor/scale_with_editor_scale=true", "editor/convert_colors_with_editor_theme=true")


def sconstruct_is_short(project):
    count = len(project.read("SConstruct").splitlines()) if "SConstruct" in project.files else 0
    if count <= LONGEST_SCONSTRUCT:
        return []
    return [f"SConstruct: has {count} lines, {LONGEST_SCONSTRUCT} are allowed; move what it does to src/scons"]


def lines_are_short(project):
    findings = []
    for ending, limit in LONGEST_LINE.items():
        for name in project.matching(ending):
            for number, line in project.lines(name):
                length = len(line.expandtabs(TAB))
                if length > limit:
                    findings.append(f"{name}:{number}: {length} columns, {limit} are allowed; break the line")
    return findings


def search(project, pattern, advice, names=None):
    return [
        f"{name}:{number}: {found.group(0)}: {advice}"
        for name in (project.files if names is None else names)
        for number, line in project.lines(name)
        if (found := pattern.search(line))
    ]


def no_machine_paths(project):
    return search(project, MACHINE, "the path of one machine; take it from src/setup/places.sh or the environment")


def no_archive_hosts(project):
    return search(project, HOSTS, "the host of an archive; use what apt or npm of the machine is set to")


def nothing_unfinished(project):
    return search(project, UNFINISHED, "finish it, or say in words why it is as it is", project.matching(*TEXT))


def version_stands_once(project):
    version = project.read("VERSION").strip()
    if not re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?", version):
        return [f"VERSION: {version!r} is not a version such as 1.2.3"]
    pattern = re.compile(rf"(?<![\w.]){re.escape(version)}(?![\w.]*\w)")
    names = [name for name in project.matching(*TEXT) if name != "CHANGELOG.md"]
    return search(project, pattern, "the version stands in VERSION alone; let the build write it", names)


def text_is_clean(project):
    findings = []
    for name in project.matching(*TEXT) + [name for name in project.files if name == "SConstruct"]:
        data = (project.root / name).read_bytes()
        if b"\r" in data:
            findings.append(f"{name}: has Windows line ends; save it with LF")
        if data and not data.endswith(b"\n"):
            findings.append(f"{name}: does not end with a line end; add one")
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            findings.append(f"{name}: is not UTF-8; save it as such")
        for number, line in project.lines(name):
            # Two blanks at the end of a line mean something in Markdown alone.
            if line != line.rstrip() and not name.endswith(".md"):
                findings.append(f"{name}:{number}: blanks at the end of the line; remove them")
    return findings


def icons_have_settings(project):
    findings = []
    for name in project.matching(".svg", ".png", under="addons/"):
        beside = name + ".import"
        if beside not in project.files:
            findings.append(f"{name}: has no {beside}; open the demo once in the editor and commit the file it makes")
            continue
        settings = project.read(beside)
        if name.endswith(".svg"):
            findings += [f"{beside}: needs {wanted}" for wanted in ICON_SETTINGS if wanted not in settings]
    return findings


def layers_are_known(project):
    known = project.read("tests/run.sh") if "tests/run.sh" in project.files else ""
    return [
        f"{name}: tests/run.sh does not call it; add it to the layers there, or remove it"
        for name in project.matching("/run.sh", under="tests/")
        # Benchmarks measure; they are no tests.
        if name not in ("tests/run.sh", "tests/bench/run.sh") and name not in known
    ]


def links_lead_somewhere(project):
    """Relative links in the papers. What the build makes counts as there."""
    findings = []
    for name in project.matching(".md"):
        folder = (project.root / name).parent
        for number, line in project.lines(name):
            for target in re.findall(r"\]\((?!\w+:|#)([^)\s#]+)", line):
                if not (folder / target).exists():
                    findings.append(f"{name}:{number}: the link to {target} leads nowhere; correct it")
    return findings


CHECKS = [
    Check("SConstruct is not over 150 lines", sconstruct_is_short),
    Check("no line is over 100 columns, in Python over 120", lines_are_short),
    Check("no file names a path of one machine", no_machine_paths),
    Check("no file names the host of a package archive", no_archive_hosts),
    Check("nothing is marked as unfinished", nothing_unfinished),
    Check("the version stands in VERSION alone", version_stands_once),
    Check("text files are UTF-8 with LF, without stray blanks", text_is_clean),
    Check("each icon has its import settings", icons_have_settings),
    Check("each test layer is known to tests/run.sh", layers_are_known),
    Check("links in the papers lead somewhere", links_lead_somewhere),
]
