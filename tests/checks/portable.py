"""What other platforms would stumble over: POSIX outside its place, and names that Windows' headers take."""

import re

import dependencies
from cpp_text import words_of
from project import Check

POSIX = re.compile(
    r"^(?:sys/|arpa/|net/|netinet/|linux/|bits/|asm/"
    r"|(?:aio|cpio|csignal|dirent|dlfcn|execinfo|fcntl|fnmatch|ftw|getopt|glob|grp|ifaddrs|langinfo|libgen|link|mqueue"
    r"|net|netdb|nl_types|poll|pthread|pty|pwd|regex|sched|semaphore|signal|spawn|strings|sysexits|syslog|tar|termios"
    r"|ucontext|ulimit|unistd|utime|utmpx|wait|wordexp)(?:\.h)?$)"
)
# Files that speak to the system itself. Another platform needs each of them anew, so they are few and know little else:
# what is to be opened, locked or started is said by others.
MAY_USE_POSIX = {
    "src/core/base/named_thread.cpp": "the name of a thread",
    "src/core/base/open_file.cpp": "rights, identity and locks of files, writing in place",
    "src/core/base/process.cpp": "which process this is, and whether another one lives",
    "src/core/base/system_chance.cpp": "chance from the system",
    "src/core/io/bound_program.cpp": "a program that ends with its parent",
    "src/core/io/child_plan.cpp": "becoming another program",
    "src/core/io/child_plan.h": "",
    "src/core/io/descendants.cpp": "what a child has started",
    "src/core/io/descendants.h": "",
    "src/core/io/file_changes.cpp": "changes of files, waited for",
    "src/core/io/held_program.cpp": "a program's pipes, signals and changes of files, waited for at once",
    "src/core/io/launch_detached.cpp": "a program that outlives this one",
    "src/core/io/own_file.cpp": "owner and rights of small files and folders",
    "src/core/io/own_folder.cpp": "owner and rights of what lies in a folder, locks",
    "src/core/io/private_file.cpp": "a file that ends with its owner",
    "src/core/io/process_family.cpp": "what this process has started, and its memory",
    "src/core/io/run_program.cpp": "the output and the end of a child that is waited for",
    "src/core/io/running_child.cpp": "signals and ends of children",
    "src/core/io/shipped_program.cpp": "the right to run a file, and where this code lies",
    "src/core/io/spawn.cpp": "pipes and the start of children",
    "src/core/io/spawn.h": "",
    "src/core/io/unique_fd.h": "an open file",
}
# Paths are UTF-8, and what other platforms call a path is not. Whoever needs more of files adds it here.
PATHS = "src/core/base/files.cpp"
OPENS_BY_PATH = re.compile(r"<filesystem>|<fstream>|\bfopen\(|\bfreopen\(")
# Macros of windows.h and what it includes that are plain words. `min` and `max` are left: NOMINMAX unsets them.
WINDOWS = frozenset(
    "cdecl far hyper interface near pascal small"
    " ABSOLUTE ALTERNATE CALLBACK CONST DELETE DIFFERENCE DOMAIN ERROR FALSE FAR IGNORE IN INFINITE NEAR NO_ERROR"
    " OPAQUE OPTIONAL OUT OVERFLOW PASSTHROUGH PURE RELATIVE STRICT SYNCHRONIZE THIS TRANSPARENT TRUE UNDERFLOW"
    " VOID WINDING"
    # Functions that come once for each width of letters.
    " AddJob CopyFile CreateDirectory CreateEvent CreateFile CreateMutex CreateProcess CreateWindow DeleteFile"
    " DispatchMessage DrawText EnumFonts FindText FindWindow GetClassName GetComputerName GetCurrentTime GetFreeSpace"
    " GetJob GetMessage GetObject GetProp GetTempPath GetUserName LoadImage LoadLibrary LoadString MessageBox MoveFile"
    " OpenEvent PeekMessage PlaySound PostMessage RegisterClass RemoveDirectory ReplaceText ReportEvent SendMessage"
    " SetJob SetProp StartService UpdateResource Yield".split()
)


def posix_is_in_its_place(project):
    used = [
        (name, number, what)
        for name, number, quoted, what in dependencies.includes(project, "src/")
        if not quoted and POSIX.match(what)
    ]
    findings = [
        f"{name}:{number}: includes <{what}>, which other platforms lack; use or extend what the files in MAY_USE_POSIX"
        " (tests/checks/portable.py) offer"
        for name, number, what in used
        if name not in MAY_USE_POSIX
    ]
    without = set(MAY_USE_POSIX) & set(project.files) - {name for name, *rest in used}
    return findings + [f"{name}: needs no POSIX any more; take it off MAY_USE_POSIX" for name in sorted(without)]


def paths_are_in_one_place(project):
    return [
        f"{name}:{number}: {found.group(0)}: takes UTF-8 for a path, which not every platform does; use"
        " core/base/files.h, or extend it"
        for name in project.matching(*dependencies.CPP, under="src/")
        if name != PATHS and name not in MAY_USE_POSIX
        for number, line in project.lines(name)
        if (found := OPENS_BY_PATH.search(line))
    ]


def windows_names_are_free(project):
    return [
        f"{name}:{number}: {word} is a macro of Windows' headers; give it another name"
        for under in ("src/", "tests/")
        for name in project.matching(*dependencies.CPP, under=under)
        for number, word in words_of(project.read(name))
        if word in WINDOWS
    ]


CHECKS = [
    Check("POSIX is used in the files listed for it alone", posix_is_in_its_place),
    Check("UTF-8 becomes a path of the system in one place", paths_are_in_one_place),
    Check("no name is a macro of Windows' headers", windows_names_are_free),
]
