#!/usr/bin/env bash
# Measures; a benchmark is never a test.
#   tests/bench/run.sh                       all benchmarks
#   tests/bench/run.sh NAME…                 those of these names, or whose names begin so
#   tests/bench/run.sh --json FILE …         the figures as JSON as well
#   tests/bench/run.sh --list                the names
# Everything is built for release, and measured in five runs that take turns with each other. The
# engine's part runs in an exported game where the template for release is there, else in the editor.
set -uo pipefail
# shellcheck disable=SC2034
LAYER=bench
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

RUNS=5
BENCH=$PROJECT/tests/bench
GAME=$WORK/game
LOG=$WORK/measured.txt

usage() {
	sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"
}

# The project with the library in it, exported into $GAME. The bindings are the same code for debug
# and for release, so the library of the tests is the one to measure.
export_engine_part() {
	local source=$WORK/engine library=libbindings_test.linux.template_debug.x86_64.so
	rm -rf "$source" "$GAME"
	mkdir -p "$GAME" "$source/bin"
	cp "$BENCH"/engine/* "$source"
	cp "$PROJECT/tests/godot/bindings/bin/$library" "$source/bin"
	sed "s|^linux.*|linux.x86_64 = \"bin/$library\"|" \
		"$PROJECT/tests/godot/bindings/bindings_test.gdextension" >"$source/bench.gdextension"
	write_extension_list "$source"
	engine 120 "$WORK/export.log" --headless --path "$source" \
		--export-release Linux "$GAME/game.x86_64"
	if grep -q 'SCRIPT ERROR' "$WORK/export.log"; then
		cat "$WORK/export.log"
		exit 1
	fi
	[ -x "$GAME/game.x86_64" ]
}

# engine_part NAME…: one run; prints its lines.
engine_part() {
	if [ "$ENGINE_KIND" = "release template" ]; then
		in_game --headless -- "$@"
	else
		timeout 60 "$PROJECT/src/setup/godot" --headless --path "$WORK/engine" -- "$@"
	fi
}

# The exported game needs the libraries of the engine that it was exported with.
in_game() {
	if [ "$("$PROJECT/src/setup/godot" --which)" = private ]; then
		timeout 60 "$PROJECT/src/setup/in_root" "$GAME/game.x86_64" "$@"
	else
		timeout 60 "$GAME/game.x86_64" "$@"
	fi
}

json=
names=()
while [ $# -gt 0 ]; do
	case $1 in
	--json)
		[ $# -ge 2 ] || { usage >&2 && exit 2; }
		json=$2
		shift
		;;
	--list)
		sed -n 's/^.*"\([a-z]*\.[a-z_0-9]*\)": \[.*/\1/p' "$BENCH"/engine/*_bench.gd
		exit 0
		;;
	-h | --help)
		usage
		exit 0
		;;
	-*)
		usage >&2
		exit 2
		;;
	*) names+=("$1") ;;
	esac
	shift
done

wanted=()
for name in $("$0" --list); do
	[ ${#names[@]} != 0 ] || wanted+=("$name")
	for prefix in ${names[@]+"${names[@]}"}; do
		[[ $name != "$prefix"* ]] || { wanted+=("$name") && break; }
	done
done
if [ ${#wanted[@]} = 0 ]; then
	echo "There is no benchmark ${names[*]}; there are:" >&2
	"$0" --list >&2
	exit 2
fi

mkdir -p "$WORK"
scons -C "$PROJECT" -Q tests/godot/bindings >"$WORK/build.log" || { cat "$WORK/build.log" && exit 1; }
isolate_engine
ENGINE_KIND="release template"
export_engine_part || ENGINE_KIND="editor build, because the export failed: see $WORK/export.log"
echo "Measured in: $ENGINE_KIND; $RUNS runs"
: >"$LOG"
for ((run = 0; run < RUNS; run++)); do
	code=0
	engine_part "${wanted[@]}" </dev/null >"$WORK/run.log" 2>&1 || code=$?
	if [ "$code" != 0 ] || ! grep '^bench ' "$WORK/run.log" >>"$LOG"; then
		cat "$WORK/run.log"
		echo "The engine's part ended with code $code before it had measured everything." >&2
		exit 1
	fi
done
python3 "$BENCH/summary.py" "$LOG" ${json:+--json "$json"}
