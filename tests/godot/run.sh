#!/usr/bin/env bash
# Runs the cases of one layer inside the engine.
#   tests/godot/run.sh addon       the addon: its node, its editor plugin, and the runner itself
#   tests/godot/run.sh bindings    godot-cpp, by an extension of its own
#   tests/godot/run.sh demo        the demo and its tutorial, played by events of mouse and keyboard
# The whole output of the engine is kept in build/tests/LAYER.
set -uo pipefail
LAYER=${1:-}
case $LAYER in
addon | bindings | demo) ;;
*)
	sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2
	exit 2
	;;
esac
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

CASES=$PROJECT/tests/godot
RUN_IN=$CASES
LEAKS='leaked|Leaked|still in use at exit|in use exist at exit|Orphan StringName|unclaimed string name'

# no_leaks TITLE LOG: the log of a run with --verbose.
no_leaks() {
	grep -E "$LEAKS" "$2" >"$2.leaks"
	empty "$1" "$2.leaks"
}

# The demo as a user has it, with the runner and the cases beside it.
copy_demo() {
	RUN_IN=$WORK/project
	cp -rL "$PROJECT/demo" "$RUN_IN"
	rm -rf "$RUN_IN/.godot"
	mkdir -p "$RUN_IN/addon" "$RUN_IN/demo"
	cp "$CASES"/{runner,test_case,error_log}.gd "$RUN_IN"
	cp "$CASES/addon/runtime_case.gd" "$RUN_IN/addon"
	cp "$CASES/demo"/*.gd "$RUN_IN/demo"
	# The cases are written for the warnings of their own project; tests/checks looks at both.
	sed -i '/^gdscript\/warnings\//d' "$RUN_IN/project.godot"
	import_project "$RUN_IN" "$WORK/import.log" ||
		echo "ERROR: the engine ended with code $?" >>"$WORK/import.log"
	grep -E 'WARNING|ERROR|FATAL' "$WORK/import.log" >"$WORK/import.problems"
	empty "the demo is imported without warning and error" "$WORK/import.problems"
}

# Two runs of a layer would work in the same folders.
mkdir -p "$PROJECT/build/tests"
exec 7>"$WORK.lock"
flock -n 7 || { echo "another run of this layer is on; waiting for it" && flock 7; }
rm -rf "$WORK"
mkdir -p "$WORK"
isolate_engine
if [ "$LAYER" = demo ]; then
	copy_demo
else
	write_extension_list "$CASES"
fi
engine 300 "$WORK/cases.log" --headless --verbose --path "$RUN_IN" --script runner.gd -- "$LAYER"
count_cases "$WORK/cases.log"
no_leaks "the cases leave nothing behind in the engine" "$WORK/cases.log"
if [ "$LAYER" = addon ]; then
	. "$CASES/runner_checks.sh"
	. "$CASES/games/checks.sh"
	. "$CASES/editor/checks.sh"
fi
finish
