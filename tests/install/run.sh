#!/usr/bin/env bash
# What a user meets first: the demo opened from a fresh checkout, the addon unpacked into a game,
# a download without the library, set-up on a machine that is set up. Opening a project with the
# addon must print no line that an empty project does not print.
set -uo pipefail
LAYER="install"
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

. "$PROJECT/tests/install/build.sh"

VERSION=$(cat "$PROJECT/VERSION")
ZIP=$PROJECT/build/dist/agent_runtime-$VERSION.zip
LIBRARY_ONLY=$PROJECT/build/dist/agent_runtime-$VERSION-library-only.zip
HOST=bin/agent_runtime_host.linux.x86_64
PLUGIN=res://addons/agent_runtime/plugin.cfg

# empty_project FOLDER [PLUGIN]
empty_project() {
	mkdir -p "$1"
	{
		printf 'config_version=5\n\n[application]\n\nconfig/name="Empty"\n'
		printf 'config/features=PackedStringArray("4.6", "GL Compatibility")\n'
		[ -z "${2:-}" ] || printf '\n[editor_plugins]\n\nenabled=PackedStringArray("%s")\n' "$2"
		printf '\n[rendering]\n\nrenderer/rendering_method="gl_compatibility"\n'
	} >"$1/project.godot"
}

unpack_addon() { python3 -m zipfile -e "$ZIP" "$1"; }

# open_once WAY FOLDER LOG
open_once() {
	rm -rf "$2/.godot"
	case $1 in
	import) engine 300 "$3" --headless --path "$2" --import ;;
	editor) engine 300 "$3" --headless --path "$2" --editor --quit-after 200 ;;
	window) engine_in_window 300 "$3" --path "$2" --editor --quit-after 200 ;;
	esac
}

# open_as WAY FOLDER LOG: opens a project for the first time, the way a build machine does (import),
# or the way a person does, nothing prepared: the editor for 200 frames, headless or in a window.
open_as() {
	local way=$1 folder=$2 log=$3
	opened "$log.raw" open_once "$way" "$folder" "$log.raw"
	# Progress of the import differs from project to project, and colours say nothing.
	sed -e 's/\x1b\[[0-9;]*m//g' -e "s|$folder|PROJECT|g" -e 's/[[:space:]]*$//' \
		-e '/^\[ *[0-9]*% \]/d' -e '/^\[ DONE \]/d' -e '/^$/d' "$log.raw" >"$log"
}

# says_nothing TITLE FOLDER WAY…
says_nothing() {
	local title=$1 folder=$2 way
	shift 2
	for way in "$@"; do
		open_as "$way" "$folder" "$folder.$way.log"
		grep -vxFf "$WORK/baseline.$way.log" "$folder.$way.log" >"$folder.$way.new"
		empty "$title ($way)" "$folder.$way.new"
	done
}

make_baseline() {
	local way
	empty_project "$WORK/baseline"
	for way in import editor window; do
		open_as "$way" "$WORK/baseline" "$WORK/baseline.$way.log"
		# What an empty project prints is allowed: it may not be a crash.
		if grep -q '^ERROR: the engine ended' "$WORK/baseline.$way.log"; then
			fail "an empty project opens ($way)" "$WORK/baseline.$way.log"
			finish
		fi
		has_line "an empty project opens ($way)" "$WORK/baseline.$way.log" '^Godot Engine v4'
	done
}

test_demo() {
	mkdir -p "$WORK/demo"
	(cd "$PROJECT" && git ls-files -z demo | tar -c --null -T -) | tar -x -C "$WORK"
	unpack_addon "$WORK/demo"
	says_nothing "the demo's first opening prints nothing of its own" \
		"$WORK/demo" import editor
}

test_game() {
	local folder="$WORK/моя игра, агент тест"
	empty_project "$folder" "$PLUGIN"
	unpack_addon "$folder"
	says_nothing "a game with the addon, in a folder with spaces and Cyrillic letters, opens quietly" \
		"$folder" import editor window
	has_line "the editor found the extension in that folder" "$folder/.godot/extension_list.cfg" \
		'^res://addons/agent_runtime/agent_runtime\.gdextension$'
}

# A build machine exports what nobody has opened or imported before.
test_first_export() {
	local folder=$WORK/unopened log=$WORK/unopened.log code=0
	empty_project "$folder"
	unpack_addon "$folder"
	cp "$PROJECT/demo/export_presets.cfg" "$folder"
	printf '[gd_scene format=3]\n\n[node name="Main" type="AgentRuntime"]\n' >"$folder/main.tscn"
	sed -i 's|^config/name=.*|&\nrun/main_scene="res://main.tscn"|' "$folder/project.godot"
	mkdir "$WORK/exported"
	engine 300 "$log" --headless --path "$folder" --export-release Linux "$WORK/exported/game" || code=$?
	[ "$code" = 0 ] || echo "ERROR: the engine ended with code $code" >>"$log"
	grep -E 'WARNING|ERROR|FATAL' "$log" >"$log.problems"
	empty "a first --export-release ends well" "$log.problems"
	(cd "$WORK/exported" && ls) >"$log.files"
	has_line "a first --export-release brings the library" "$log.files" '^libagent_runtime\.'
}

test_zip() {
	local folder=$WORK/unpacked
	mkdir -p "$folder"
	unpack_addon "$folder"
	(cd "$folder" && find . -type f) >"$WORK/zip.txt"
	grep -v '^\./addons/agent_runtime/' "$WORK/zip.txt" >"$WORK/zip.outside"
	empty "the archive holds the addon's folder only" "$WORK/zip.outside"
	grep -vE '\.(gdextension|cfg|gd|tscn|tres|svg|png|uid|import|so|md|txt)$' \
		"$WORK/zip.txt" | grep -vx "\./addons/agent_runtime/$HOST" >"$WORK/zip.strange"
	empty "the archive holds no files of other kinds" "$WORK/zip.strange"
	has_line "the archive holds the licence" "$WORK/zip.txt" '/agent_runtime/LICENSE(\.md)?$'
	has_line "the archive holds a README" "$WORK/zip.txt" '/agent_runtime/README\.md$'
	cd "$folder/addons/agent_runtime" || return
	has_line "the archive's plugin.cfg has the version" plugin.cfg "^version=\"$VERSION\"$"
	sed -n '/^\[libraries\]/,/^\[/s/.*= *"\(.*\)"/\1/p' agent_runtime.gdextension |
		sed 's|^res://addons/agent_runtime/||' | sort >"$WORK/listed.txt"
	find . -name '*.so' | sed 's|^\./||' | sort >"$WORK/libraries.txt"
	diff "$WORK/listed.txt" "$WORK/libraries.txt" >"$WORK/libraries.diff"
	if [ -s "$WORK/listed.txt" ] && [ ! -s "$WORK/libraries.diff" ]; then
		pass "agent_runtime.gdextension lists the libraries that the archive has"
	else
		fail "agent_runtime.gdextension lists other libraries than the archive has" "$WORK/libraries.diff"
	fi
	cd "$WORK" || return
}

# The mode and the name of each file in an archive.
modes() {
	python3 -c 'import sys, zipfile
for entry in zipfile.ZipFile(sys.argv[1]).infolist():
	print(f"{entry.external_attr >> 16:o} {entry.filename}")' "$1"
}

# Some stores take no executables: for them there is an archive without the program.
test_program_in_archives() {
	local folder=$WORK/library_only
	modes "$ZIP" >"$WORK/modes.txt"
	has_line "the archive holds the program that may be run" "$WORK/modes.txt" "^755 .*/$HOST\$"
	grep '^755 ' "$WORK/modes.txt" | grep -v "/$HOST\$" >"$WORK/modes.other"
	empty "nothing else in it may be run" "$WORK/modes.other"
	modes "$LIBRARY_ONLY" | sed 's/^[0-9]* //' | sort >"$WORK/library_only.txt"
	sed 's/^[0-9]* //' "$WORK/modes.txt" | grep -v "/$HOST\$" | sort | diff - "$WORK/library_only.txt" \
		>"$WORK/library_only.diff"
	empty "the other archive lacks the program, and nothing else" "$WORK/library_only.diff"
	mkdir -p "$folder"
	python3 -m zipfile -e "$LIBRARY_ONLY" "$folder"
	grep -E 'dependencies|agent_runtime_host' \
		"$folder/addons/agent_runtime/agent_runtime.gdextension" >"$WORK/library_only.named"
	empty "and does not name it" "$WORK/library_only.named"
	has_line "but its classes have icons" \
		"$folder/addons/agent_runtime/agent_runtime.gdextension" '^AgentRuntime = "icons/'
}

# one_line TITLE FOLDER: the plugin says in exactly one line that the library is missing.
one_line() {
	local title=$1 folder=$2
	open_as editor "$folder" "$folder.editor.log"
	grep -vxFf "$WORK/baseline.editor.log" "$folder.editor.log" >"$folder.new"
	grep -E 'AgentRuntime.*library' "$folder.new" | grep -vE '^ +at:|dynamic library' >"$folder.ours"
	if [ "$(wc -l <"$folder.ours")" = 1 ]; then
		pass "$title: one line says what is wrong"
	else
		fail "$title: one line should say what is wrong" "$folder.new"
	fi
	grep -E 'SCRIPT ERROR|Parse Error|Failed to load script' "$folder.new" >"$folder.scripts"
	empty "$title: the addon's scripts compile" "$folder.scripts"
}

test_missing_library() {
	local folder="$WORK/source only"
	empty_project "$folder" "$PLUGIN"
	(cd "$PROJECT" && git ls-files -z addons | tar -c --null -T -) | tar -x -C "$folder"
	one_line "a download of the sources" "$folder"

	folder="$WORK/no library"
	empty_project "$folder" "$PLUGIN"
	unpack_addon "$folder"
	rm -r "$folder/addons/agent_runtime/bin"
	one_line "an addon whose library is gone" "$folder"
}

# refuses TITLE PATTERN COMMAND…: the command fails, and a line of what it prints matches.
refuses() {
	local title=$1 pattern=$2 log=$WORK/refused.log
	shift 2
	if "$@" >"$log" 2>&1 </dev/null; then
		fail "$title (the command ended well)" "$log"
	else
		has_line "$title" "$log" "$pattern"
	fi
}

# An engine of the user's: found by a relative path too, and its templates are looked for.
test_users_engine() {
	local setup=$PROJECT/src/setup folder=$WORK/engines log=$WORK/engine.log
	mkdir -p "$folder/bin"
	printf '#!/bin/sh\nexec "%s" /usr/bin/godot "$@"\n' "$setup/in_root" >"$folder/bin/godot"
	chmod +x "$folder/bin/godot"
	(cd "$folder/bin" && GODOT=./godot "$setup/godot" --which) >"$log" 2>&1
	has_line "a relative GODOT is found from everywhere" "$log" '^/.*/engines/bin/\./godot$'
	refuses "for tests the private engine is wanted beside the user's" 'missing: .*godot' \
		env GODOT="$folder/bin/godot" AGENT_RUNTIME_CACHE="$WORK/no cache" \
		"$setup/setup.sh" --tests --check
	env GODOT="$folder/bin/godot" XDG_DATA_HOME="$folder" AGENT_RUNTIME_CACHE="$CACHE" \
		"$setup/setup.sh" --tests >"$log" 2>&1 </dev/null
	find "$folder/godot/export_templates" -name 'linux_*.x86_64' -size +1M >>"$log" 2>&1
	has_line "the user's engine gets export templates" "$log" '/linux_release\.x86_64$'
}

test_setup() {
	local setup=$PROJECT/src/setup
	local log=$WORK/setup.log
	"$setup/setup.sh" --tests >"$log" 2>&1 </dev/null || echo "ended with code $?" >>"$log"
	empty "set-up does nothing on a machine that is set up" "$log"

	refuses "a wrong GODOT is named" 'GODOT=/no/such/godot is not a program' \
		env GODOT=/no/such/godot "$setup/godot" --version
	refuses "set-up names a wrong GODOT" 'GODOT=/no/such/godot is not a program' \
		env GODOT=/no/such/godot "$setup/setup.sh"
	refuses "a cache folder that cannot be made is named" 'cache folder .* cannot be written' \
		env AGENT_RUNTIME_CACHE=/dev/null/cache "$setup/setup.sh"
	mkdir "$WORK/no godot"
	ln -s /usr/bin/* "$WORK/no godot"
	rm -f "$WORK/no godot/godot"
	refuses "without an engine the way out is said" 'set GODOT .* or run src/setup/setup.sh' \
		env -u GODOT AGENT_RUNTIME_CACHE="$WORK/no cache" PATH="$WORK/no godot" "$setup/godot" --version
	refuses "set-up can say what is missing" 'missing: .*third-party, godot' \
		env -u GODOT AGENT_RUNTIME_CACHE="$WORK/no cache" PATH="$WORK/no godot" "$setup/setup.sh" --check
	mkdir "$WORK/no tests"
	ln -s /usr/bin/* "$WORK/no tests"
	rm -f "$WORK/no tests"/{npm,clang-tidy,clang-format,xvfb-run,xauth}
	env PATH="$WORK/no tests" "$setup/setup.sh" --check >"$log" 2>&1 </dev/null
	empty "the demo needs nothing of what the tests need" "$log"
	refuses "pictures need a display, which only they ask for" 'missing: packages' \
		env PATH="$WORK/no tests" "$setup/setup.sh" --screenshot --check
	refuses "the tests' packages are asked for by the tests" 'missing: packages' \
		env PATH="$WORK/no tests" "$setup/setup.sh" --tests --check
	mkdir "$WORK/debian 13"
	printf '#!/bin/sh\ncase $2 in b-2 | c-3) echo "Package: $2" ;; *) exit 100 ;; esac\n' \
		>"$WORK/debian 13/apt-cache"
	chmod +x "$WORK/debian 13/apt-cache"
	# shellcheck disable=SC2016
	PATH="$WORK/debian 13:$PATH" bash -c '. "$1/places.sh"; . "$1/lib.sh"; known_here "${@:2}"' \
		- "$setup" "b-1 b-2 b-3" "c-3" "d-1 d-2" >"$log" 2>&1
	has_line "a package is asked for by the name that this Debian has" <(tr '\n' ' ' <"$log") \
		'^b-2 c-3 d-1 $'
	mkdir "$WORK/no archive"
	printf '#!/bin/sh\n' >"$WORK/no archive/apt-get"
	chmod +x "$WORK/no archive/apt-get"
	refuses "an apt that knows no Debian archive is told the way out" \
		'Set AGENT_RUNTIME_DEBIAN_MIRROR to one' env -u AGENT_RUNTIME_DEBIAN_MIRROR \
		AGENT_RUNTIME_CACHE="$WORK/no cache" PATH="$WORK/no archive:$PATH" "$setup/setup.sh"
	echo tampered >"$WORK/tampered.tgz"
	# shellcheck disable=SC2016
	refuses "a download with a wrong sum is refused" 'tampered.tgz is not the file that was pinned' \
		bash -c '. "$1/places.sh"; . "$1/lib.sh"; check_sum "$2" 0000' - "$setup" "$WORK/tampered.tgz"
}

# The first of the two commands, as a person types it.
test_demo_command() {
	local log=$WORK/demo.words code=0 picture="$WORK/pictures/the office.png"
	timeout --kill-after=5 300 "$PROJECT/demo/run.sh" --headless >"$log" 2>"$log.errors" </dev/null ||
		code=$?
	has_line "demo/run.sh --headless prints what is said" "$log" \
		'^[[:alpha:]]+: Hello( again,)? [[:alpha:]]+!'
	if [ "$code" = 0 ] && [ "$(tail -n 1 "$log")" = "demo: greeting finished" ]; then
		pass "demo/run.sh --headless ends by itself and well"
	else
		fail "demo/run.sh --headless ended with code $code" "$log"
	fi
	grep -vE '^(setup|demo): ' "$log.errors" >"$log.strange"
	empty "demo/run.sh --headless prints no error" "$log.strange"

	timeout --kill-after=5 300 "$PROJECT/demo/run.sh" --screenshot "$picture" >"$log" 2>&1 </dev/null ||
		echo "ended with code $?" >>"$log"
	python3 -B "$PROJECT/tests/install/picture.py" "$picture" >>"$log" 2>&1
	has_line "demo/run.sh --screenshot saves a picture of many colours" "$log" \
		'^1280x720, [0-9]{2,} colours$'
	refuses "demo/run.sh --screenshot hides no failure of the engine" 'the engine ended with code 1' \
		timeout --kill-after=5 300 "$PROJECT/demo/run.sh" --screenshot "$picture" \
		-- --headless
}

rm -rf "$WORK"
mkdir -p "$WORK"
if [ ! -s "$ZIP" ]; then
	fail "$ZIP is missing; run: scons zip"
	finish
fi
test_setup
test_users_engine
test_upstream_bindings
test_engine_series
isolate_engine
test_demo_command
make_baseline
test_zip
test_program_in_archives
test_demo
test_game
test_first_export
test_missing_library
finish
