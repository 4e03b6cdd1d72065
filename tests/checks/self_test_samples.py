"""Small projects, libraries and test programs that are wrong in one way each."""

from pathlib import Path

import crowded_classes
import dependencies as uses
import engine_checks
import extension
import layout
import portable
import sentences
import tables
import thread_safety
from project import ROOT

ROOMS = {"tests/checks/rooms.txt": "# order\nbase\nstore\nruntime\n"}
STORE = {"src/core/store/log.h": '#include "core/base/status.h"\n#include <string>\n'}
GOOD_CORE = ROOMS | STORE
OWN_TABLE = {
    "src/core/memory/memory_tables.cpp": 'const char SQL[] = "CREATE TABLE lines(a); CREATE VIEW shown AS X";\n',
    "src/core/memory/a.cpp": 'f("INSERT INTO lines VALUES(1)");\n',
}
DESCRIPTION = """[configuration]

entry_symbol = "agent_runtime_library_init"
compatibility_minimum = "4.6"
reloadable = false

[libraries]

linux.debug.x86_64 = "bin/debug.so"
linux.release.x86_64 = "bin/release.so"

[icons]

AgentRuntime = "icons/agent_runtime.svg"
"""
FILE = "addons/agent_runtime/agent_runtime.gdextension"
ADDON = {
    FILE: DESCRIPTION,
    "addons/agent_runtime/bin/debug.so": "",
    "addons/agent_runtime/bin/release.so": "",
    "addons/agent_runtime/icons/agent_runtime.svg": "<svg/>\n",
}
ICON = "addons/agent_runtime/icons/a.svg"
ICON_IMPORT = "\n".join(layout.ICON_SETTINGS) + "\n"
WARNINGS = "[debug]\n\n" + 'gdscript/warnings/directory_rules={\n"res://addons": 1\n}\n'
WARNINGS += "".join(f"gdscript/warnings/{name}=2\n" for name in engine_checks.WARNINGS)
PROJECTS = {f"{folder}/project.godot": WARNINGS for folder in engine_checks.PROJECTS}
PAGE = """<class name="Sample"><brief_description>A.</brief_description><description>B.</description>
<methods><method name="run"><return type="void" /><description>{}</description></method></methods></class>
"""
PAGES = "src/godot/doc_classes/Sample.xml"
CALLS = {
    PAGES: '<class name="Sample"><methods><method name="list_slots"></method></methods></class>',
    "src/core/store/file_messages.h": 'static constexpr RequestWords WORDS{ .name = "slots_request",',
}


POSIX_FILE = {name: "#include <unistd.h>\n" for name in portable.MAY_USE_POSIX}
NEEDLESS = POSIX_FILE | {"src/core/io/unique_fd.h": "#include <utility>\n"}


def a_class(methods="", members="\tint hidden_ = 0;\n", after=""):
    """A header with a class that has as many methods as are allowed, and what is added."""
    most = "".join(f"\tint method_{i}(int number = {{}}) const;\n" for i in range(crowded_classes.MOST_METHODS - 2))
    most += "\tSample() : hidden_{ 1 } {}\n\tbool operator<(const Sample &other) const { return hidden_ < 1; }\n"
    rest = "\tSample(const Sample &other) = delete;\n\tvirtual std::function<void(int)> asked() = 0;\n"
    body = f"public:\n{most}{rest}{methods}private:\n\tstd::function<void(int)> done_;\n{members}"
    return {"src/core/base/a.h": f"namespace b {{\nclass Sample final : public Base {{\n{body}}};\n{after}}}\n"}


def a_state(functions):
    """A struct that anybody may change, and functions that do."""
    text = "struct State { int number = 0; };\n"
    text += "".join(f"static void change_{i}(int by, State &state) {{ state = by; }}\n" for i in range(functions))
    return {"src/core/base/a.cpp": text + "void look(const State &state) {}\nvoid use(Sample &sample) {}\n"}


def a_shared_state(members, writers):
    """A struct with so many members, files that can write them, and one that only reads."""
    text = "struct State {\n" + "".join(f"\tint member_{i} = 0;\n" for i in range(members)) + "};\n"
    files = {
        f"src/core/base/b_{i}.cpp": f"void f_{i}(Maker &maker) {{ State &state = maker.state(); }}\n"
        for i in range(writers)
    }
    return files | {"src/core/base/a.h": text, "src/core/base/c.cpp": "void look(const State &state) {}\nState &g();\n"}


def in_files(count):
    return a_class() | {
        f"src/core/base/a_{i}.cpp": f"namespace b {{\nint Sample::method_{i}(int number) const {{ return 1; }}\n}}\n"
        for i in range(count)
    }


def saying(file, sentence):
    """A project in which one file holds a sentence, broken over two lines."""
    return CALLS | {file: 'say("there is no such slot; " // list_slots\n\t\t"' + sentence + '");\n'}


def described(change, by):
    """The addon with one passage of its .gdextension replaced."""
    assert change in DESCRIPTION
    return ADDON | {FILE: DESCRIPTION.replace(change, by)}


# what must be found, the check, files without fault, files with one, what the finding says
FILES = [
    ("a long SConstruct is found", layout.sconstruct_is_short,
        {"SConstruct": "#\n" * 150}, {"SConstruct": "#\n" * 151}, "150"),
    ("a class of too many methods is found", crowded_classes.crowded, a_class(),
        a_class("\tint one_more() { return 2; }\n"), "a.h:2: Sample has 41 methods, 40 are allowed"),
    ("a class of too many files is found", crowded_classes.crowded,
        in_files(2), in_files(3), "Sample has 3 source files"),
    ("functions on a state are its methods", crowded_classes.crowded, a_state(40), a_state(41), "State has 41 methods"),
    ("many members that many others write are found", crowded_classes.crowded,
        a_shared_state(20, 3) | {"src/core/base/d.h": "struct Other {};\n"}, a_shared_state(21, 3),
        "State has 21 members that are written by src/core/base/b_0, src/core/base/b_1, src/core/base/b_2"),
    ("many members that two others write are in order", crowded_classes.crowded,
        a_shared_state(21, 2), a_shared_state(21, 4), "written by"),
    ("a public member beside hidden ones is found", crowded_classes.crowded,
        a_class("\tstatic constexpr int MOST = 2;\n"), a_class("\tint shown = 2;\n"), "public members beside hidden"),
    ("a file that uses POSIX without leave is found", portable.posix_is_in_its_place, POSIX_FILE,
        POSIX_FILE | {"src/core/store/a.cpp": "#include <sys/stat.h>\n"}, "src/core/store/a.cpp:1"),
    ("a file that has POSIX's leave and no use for it is found", portable.posix_is_in_its_place, POSIX_FILE,
        NEEDLESS, "take it off"),
    ("a path that is made elsewhere is found", portable.paths_are_in_one_place,
        {portable.PATHS: "#include <filesystem>\n"}, {"src/core/store/a.cpp": "#include <fstream>\n"},
        "core/base/files.h"),
    ("a name that Windows takes is found", portable.windows_names_are_free,
        {"src/a.h": 'int nearby = 4\'096; // near\nconst char *word = "far";\n'},
        {"src/a.h": "enum class Reach {\n\tnear,\n};\n"}, "src/a.h:2: near is a macro"),
    ("a macro that Windows takes is found", portable.windows_names_are_free,
        {"tests/a.cpp": "#define AR_IN 1\n"}, {"tests/a.cpp": "#define IN 1\n"}, "tests/a.cpp:1: IN is a macro"),
    ("a long line is found", layout.lines_are_short,
        {"a.h": "\t" + "x" * 96}, {"a.h": "\t" + "x" * 97}, "a.h:1: 101 columns"),
    ("a sentence of the core that names a method of scripts is found", sentences.names_can_be_called,
        saying("src/core/store/a.cpp", "give the name of one"),
        saying("src/core/store/a.cpp", "list_slots names them"), "a.cpp:1: only scripts have list_slots"),
    ("a sentence of the core that names a request is found", sentences.names_can_be_called,
        saying("src/core/gateway/a.cpp", "slots_request lists them"),
        saying("src/core/store/a.cpp", "slots_request lists them"), "only programs outside have slots_request"),
    ("a sentence for scripts that names what they have not is found", sentences.names_can_be_called,
        saying("src/godot/a.cpp", "list_slots names them"),
        saying("src/godot/a.cpp", "get_slots names them"), "scripts have no get_slots"),
    ("a machine's path is found", layout.no_machine_paths,
        {"a.sh": '"$WORK"/ro' + "ot/usr"}, {"a.sh": "cd /ro" + "ot/x"}, "a.sh:1"),
    ("an archive's host is found", layout.no_archive_hosts,
        {"a": "https://example.org"}, {"a": "http://de" + "b.debian.org/x"}, "a:1"),
    ("an unfinished place is found", layout.nothing_unfinished,
        {"a.h": "// all done"}, {"a.h": "\n// TO" + "DO: b"}, "a.h:2"),
    ("a second version is found", layout.version_stands_once, {"VERSION": "1.2.3\n", "a.md": "11.2.34"},
        {"VERSION": "1.2.3\n", "a.md": "since 1.2.3."}, "a.md:1"),
    ("a version that is none is found", layout.version_stands_once,
        {"VERSION": "1.2.3\n"}, {"VERSION": "one\n"}, "is not a version"),
    ("Windows line ends are found", layout.text_is_clean, {"a.h": "x\n"}, {"a.h": "x\r\n"}, "Windows"),
    ("a missing line end is found", layout.text_is_clean, {"a.h": "x\n"}, {"a.h": "x"}, "line end"),
    ("text that is not UTF-8 is found", layout.text_is_clean, {"a.h": "ä\n"}, {"a.h": b"\xff\n"}, "UTF-8"),
    ("stray blanks are found", layout.text_is_clean, {"a.h": "x\n"}, {"a.h": "x \n"}, "a.h:1: blanks"),
    ("an icon without import is found", layout.icons_have_settings,
        {ICON: "", ICON + ".import": ICON_IMPORT}, {ICON: ""}, "has no"),
    ("an icon that does not scale is found", layout.icons_have_settings, {ICON: "", ICON + ".import": ICON_IMPORT},
        {ICON: "", ICON + ".import": "\n"}, "needs editor/scale"),
    ("a forgotten test layer is found", layout.layers_are_known,
        {"tests/run.sh": "tests/a/run.sh", "tests/a/run.sh": ""},
        {"tests/run.sh": "", "tests/a/run.sh": ""}, "does not call it"),
    ("a dead link is found", layout.links_lead_somewhere,
        {"a.md": "[b](b.md) [c](https://c)", "b.md": ""}, {"a.md": "[b](b.md)"}, "nowhere"),
    ("the engine in core is found", uses.core_knows_no_engine, GOOD_CORE,
        GOOD_CORE | {"src/core/base/a.cpp": "#include <godot_cpp/godot.hpp>"}, "src/core/base/a.cpp:1"),
    ("a room that uses one below is found", uses.rooms_are_in_order, GOOD_CORE,
        GOOD_CORE | {"src/core/base/a.h": '#include "core/store/log.h"'}, "base uses store"),
    ("SQL on the table of another room is found", tables.tables_stay_at_home,
        OWN_TABLE | {"src/core/agents/a.cpp": '// "UPDATE lines"\ng("UPDATE others");\n'},
        OWN_TABLE | {"src/core/agents/a.cpp": 'f();\nf("DELETE "\n\t"FROM lines");\n'}, "a.cpp:2: uses lines, a table"),
    ("SQL on the view of another room is found", tables.tables_stay_at_home, OWN_TABLE,
        OWN_TABLE | {"src/core/agents/a.h": 'f(R"(SELECT 1 FROM\nshown)");\n'}, "a.h:1: uses shown, a table of memory"),
    ("a room outside the list is found", uses.rooms_are_in_order,
        GOOD_CORE, GOOD_CORE | {"src/core/attic/a.h": ""}, "is in no room"),
    ("an include that does not start at src/ is found", uses.rooms_are_in_order, GOOD_CORE,
        GOOD_CORE | {"src/core/store/b.h": '#include "log.h"'}, "write includes from src/"),
    ("a program that outlives the game is found", uses.nothing_else_outlives,
        {"src/core/io/launch_detached.cpp": "plan.outlives = true;\n"},
        {"src/core/io/spawn.cpp": "plan.outlives = true;\n"}, "spawn.cpp:1: starts what outlives"),
    ("a library in the binding is found", uses.binding_is_thin, {"src/godot/a.h": '#include "core/base/status.h"\n'},
        {"src/godot/a.h": "#include <sqlite3.h>\n"}, "wrap it in core"),
    ("the house in godot-cpp is found", uses.bindings_know_only_the_engine,
        {"godot-cpp/src/a.cpp": "#include <godot_cpp/godot.hpp>"},
        {"godot-cpp/src/a.cpp": '#include "core/base/status.h"'}, "knows nothing of this house"),
    ("a demo that reaches into the addon is found", uses.scripts_use_names, {"demo/a.gd": "AgentRuntime.new()"},
        {"demo/a.gd": 'preload("res://addons/agent_runtime/plugin.gd")'}, "by its name"),
    ("an addon that reaches into a game is found", uses.scripts_use_names,
        {"addons/agent_runtime/a.gd": 'load("b.gd")'},
        {"addons/agent_runtime/a.gd": 'load("res://game/b.gd")'}, "names res://game"),
    ("a path that leaves the addon is found", uses.scripts_use_names, {"addons/agent_runtime/editor/a.gd": '"../b.gd"'},
        {"addons/agent_runtime/editor/a.gd": '"../../b.gd"'}, "leaves addons/agent_runtime/"),
    ("an unquoted minimum is found", extension.description_is_sound, ADDON, described('"4.6"', "4.6"), "quoted"),
    ("a minimum with a patch is found", extension.description_is_sound,
        ADDON, described('"4.6"', '"4.6.1"'), "major.minor"),
    ("a reloadable library is found", extension.description_is_sound,
        ADDON, described("= false", "= true"), "reloadable"),
    ("a wrong entry symbol is found", extension.description_is_sound,
        ADDON, described("library_init", "init"), "entry_symbol"),
    ("a library without its pair is found", extension.description_is_sound, ADDON,
        described('linux.release.x86_64 = "bin/release.so"\n', ""), "without linux.release"),
    ("a library that is not there is found", extension.description_is_sound, ADDON,
        described("bin/release.so", "bin/Release.so"), "which is not there"),
    ("a library that is not listed is found", extension.description_is_sound, ADDON,
        ADDON | {"addons/agent_runtime/bin/old.so": ""}, "does not name bin/old.so"),
    ("an icon that is not there is found", extension.description_is_sound,
        ADDON, described("agent_runtime.svg", "b.svg"), "icons/b.svg"),
    ("a path that is not relative is found", extension.description_is_sound, ADDON,
        described('"bin/debug', '"res://bin/debug'), "relative to the file"),
    ("a warning that is no error is found", engine_checks.warnings_are_errors, PROJECTS,
        PROJECTS | {"demo/project.godot": WARNINGS.replace("unused_variable=2", "unused_variable=1")},
        "unused_variable=2"),
    ("an exempt addon is found", engine_checks.warnings_are_errors, PROJECTS,
        PROJECTS | {"demo/project.godot": WARNINGS.replace('addons": 1', 'addons": 0')}, "exempt"),
    ("a member without a description is found", engine_checks.members_are_described, {PAGES: PAGE.format("Runs.")},
        {PAGES: PAGE.format("\n")}, "method run has no description"),
    ("a mutex that clang does not know is found", thread_safety.mutexes_are_ours, {"src/a.h": "\tMutex mutex_;\n"},
        {"src/a.h": "\tstd::shared_mutex mutex_;\n"}, "src/a.h:1: takes std::shared_mutex"),
    ("a mutex that guards nothing is found", thread_safety.mutexes_guard_something,
        {"src/a.h": "\tMutex mutex_;\n\tint a_ AR_GUARDED_BY(mutex_);\n"},
        {"src/a.h": "\tMutex mutex_;\n\tint a_ AR_GUARDED_BY(other_mutex_);\n"}, "src/a.h:1: mutex_ guards nothing"),
]

COUNTER = """#include "core/base/mutex.h"

namespace agent_runtime {

class Counter {
public:
	void add() {
		const Lock lock(mutex_);
		count_++;
		changed_.notify_all();
	}
	bool reaches(int count) {
		Lock lock(mutex_);
		lock.wait(changed_, [&]() AR_REQUIRES(mutex_) { return count_ >= count; });
		return is_even();
	}

private:
	bool is_even() AR_REQUIRES(mutex_) { return count_ % 2 == 0; }

	Mutex mutex_;
	std::condition_variable changed_;
	int count_ AR_GUARDED_BY(mutex_) = 0;
};

bool two_are_even() {
	Counter counter;
	counter.add();
	counter.add();
	return counter.reaches(2);
}

} // namespace agent_runtime
"""
# What stands there, what instead, what clang says then: of an access, a call, and a wait that does not say what it
# needs.
WITHOUT_LOCK = [
    ("\t\tconst Lock lock(mutex_);\n", "", "writing variable 'count_'"),
    ("\t\treturn is_even", "\t\tlock.unlock();\n\t\treturn is_even", "function 'is_even'"),
    ("() AR_REQUIRES(mutex_) { return count_ >=", " { return count_ >=", "reading variable 'count_'"),
]

ENTRY = 'extern "C" __attribute__((visibility("default"))) int agent_runtime_library_init() { return 0; }\n'
INLINE = ENTRY + "inline int &counter() { static int count; return count; }\nint f() { return counter(); }\n"
HIDDEN = ["-fvisibility=hidden", "-fvisibility-inlines-hidden"]

# what is tested, the check, source, flags, what the finding says ("" for none)
LIBRARIES = [
    ("a library with one symbol passes", extension.exports_one_symbol, ENTRY, HIDDEN, ""),
    ("a second exported symbol is found", extension.exports_one_symbol,
        ENTRY + "int helper() { return 1; }\n", [], "helper"),
    ("a library without unique symbols passes", extension.can_be_unloaded, INLINE, HIDDEN + ["-fno-gnu-unique"], ""),
    ("a unique symbol is found", extension.can_be_unloaded, INLINE, [], "is unique"),
    ("a library that needs the runtime passes", extension.needs_only_the_runtime, ENTRY, HIDDEN, ""),
    ("a foreign library is found", extension.needs_only_the_runtime,
        ENTRY, ["-Wl,--no-as-needed", "-lresolv"], "needs libresolv"),
    ("a search path is found", extension.needs_only_the_runtime, ENTRY, ["-Wl,-rpath,$ORIGIN"], "search path"),
    ("a host with the C runtime alone passes", extension.host_is_small, ENTRY, ["-nodefaultlibs", "-lc"], ""),
    ("a host that needs more is found", extension.host_is_small,
        ENTRY, ["-Wl,--no-as-needed", "-lresolv"], "needs libresolv"),
    ("a host with a part of SQLite is found", extension.host_is_small,
        ENTRY + 'const char *part() { return "sqlite"; }\n', ["-nodefaultlibs", "-lc"], "has a part of sqlite"),
    ("old symbols pass", extension.runs_on_older_systems, ENTRY, HIDDEN, ""),
    ("a symbol of a newer system is found", extension.runs_on_older_systems,
        '#include <stdlib.h>\nextern "C" unsigned agent_runtime_library_init() { return arc4random(); }\n',
        [], "GLIBC_2.36"),
    ("a library that names no folder passes", extension.names_no_folder_of_this_machine, ENTRY, HIDDEN, ""),
    ("a folder's name in a library is found", extension.names_no_folder_of_this_machine,
        ENTRY + "const char *folder() { return FOLDER; }\n", ['-DFOLDER="FOLDER_HERE/src"'], "contains the path"),
    ("the home folder in a library is found", extension.names_no_folder_of_this_machine,
        ENTRY + "const char *folder() { return FOLDER; }\n", [f'-DFOLDER="{Path.home()}/a.h"'], "path of your home"),
    ("the cache folder in a library is found", extension.names_no_folder_of_this_machine,
        ENTRY + "const char *folder() { return FOLDER; }\n",
        [f'-DFOLDER="{extension.places.setting("CACHE")}/a.h"'], "path of set-up's cache"),
]

ENGINE_LOG = """Godot Engine v4.6.3.stable
SCRIPT ERROR: Parse Error: The parameter "a" is never used. (Warning treated as error.)
          at: GDScript::reload (res://a.gd:3)
all is well
ERROR: Failed to load script "res://a.gd"
   at: load
"""

SUMMARY = "[doctest] test cases: {} | {} passed | {} failed | 0 skipped"
SHELL = "#!/bin/sh\n"
# The report says that all is well before the sanitizer has its say.
MAIN = "#include <cstdio>\n#include <thread>\n"
MAIN += 'int main() {{ std::puts("' + SUMMARY.format(1, 1, 0) + '"); std::fflush(stdout); {} }}\n'

# Tests two, four and five end badly, each in its own way; the others must be run all the same.
TESTS = """#include "core/base/status.h"
#include "core/hosting/host_main.h"
#include <cstdlib>
#include <doctest/doctest.h>
using namespace agent_runtime;
int agent_runtime::host_main(int, char **) { return 1; }
TEST_CASE("one") { CHECK(true); }
TEST_CASE("two") { std::abort(); }
TEST_CASE("three") { CHECK(true); }
TEST_CASE("four") { std::_Exit(0); }
TEST_CASE("five") { const Result<int> none = Status(StatusCode::internal, "none"); CHECK(none.value() == 1); }
TEST_CASE("six") { CHECK(true); }
"""

# what is tested, language, source, flags, the closing line
PROGRAMS = [
    ("passed tests pass", "sh", SHELL + f'echo "{SUMMARY.format(3, 3, 0)}"', [], "3 passed, 0 failed"),
    ("failed tests are counted", "sh", SHELL + f'echo "{SUMMARY.format(3, 1, 2)}"; exit 1', [], "1 passed, 2 failed"),
    ("no test at all is a failure", "sh", SHELL + f'echo "{SUMMARY.format(0, 0, 0)}"', [], "0 passed, 1 failed"),
    ("a program that says nothing is a failure", "sh", SHELL, [], "0 passed, 1 failed"),
    ("a crash is a failure", "sh", SHELL + "kill -SEGV $$", [], "0 passed, 1 failed"),
    ("a program that hangs is a failure", "sh", SHELL + "exec sleep 60", [], "0 passed, 1 failed"),
    ("a leak is a failure", "c++", MAIN.format("new int; return 0;"), ["-fsanitize=address"], "1 passed, 1 failed"),
    ("undefined behaviour is a failure", "c++", MAIN.format("volatile int a = 1 << 30; a = a * 4; return 0;"),
        ["-fsanitize=undefined", "-fno-sanitize-recover=all"], "1 passed, 1 failed"),
    ("a race is a failure", "c++",
        MAIN.format("int a = 0; std::thread t([&] { a = 1; }); a = 2; t.join(); return a - a;"),
        ["-fsanitize=thread"], "1 passed, 1 failed"),
    ("a test that ends the program takes no other with it", "c++", TESTS,
        [f"-I{ROOT}/src", f"{ROOT}/tests/core/main.cpp", f"{ROOT}/src/core/base/status.cpp"], "3 passed, 3 failed"),
]
