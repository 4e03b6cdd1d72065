#!/usr/bin/env bash
# Runs the cases of one layer inside the engine.
#   tests/godot/run.sh addon       the addon: its node, its editor plugin, and the runner itself
#   tests/godot/run.sh bindings    godot-cpp, by an extension of its own
# The whole output of the engine is kept in build/tests/LAYER.
set -uo pipefail
LAYER=${1:-}
case $LAYER in
addon | bindings) ;;
*)
	sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2
	exit 2
	;;
esac
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

CASES=$PROJECT/tests/godot
LEAKS='leaked|Leaked|still in use at exit|in use exist at exit|Orphan StringName|unclaimed string name'

# no_leaks TITLE LOG: the log of a run with --verbose.
no_leaks() {
	grep -E "$LEAKS" "$2" >"$2.leaks"
	empty "$1" "$2.leaks"
}

# Two runs of a layer would work in the same folders.
mkdir -p "$PROJECT/build/tests"
exec 7>"$WORK.lock"
flock -n 7 || { echo "another run of this layer is on; waiting for it" && flock 7; }
rm -rf "$WORK"
mkdir -p "$WORK"
isolate_engine
write_extension_list "$CASES"
engine 300 "$WORK/cases.log" --headless --verbose --path "$CASES" --script runner.gd -- "$LAYER"
count_cases "$WORK/cases.log"
no_leaks "the cases leave nothing behind in the engine" "$WORK/cases.log"
if [ "$LAYER" = addon ]; then
	. "$CASES/runner_checks.sh"
	. "$CASES/games/checks.sh"
	. "$CASES/editor/checks.sh"
fi
finish
