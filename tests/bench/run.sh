#!/usr/bin/env bash
# Measures; a benchmark is never a test.
#   tests/bench/run.sh                       all benchmarks
#   tests/bench/run.sh NAME…                 those of these names, or whose names begin so
#   tests/bench/run.sh --json FILE …         the figures as JSON as well
#   tests/bench/run.sh --list                the names
# Everything is built for release, and measured in five runs, in each of which all parts take their
# turn. The engine's parts run in exported games where the template for release is there, else in the
# editor. benchmarks.txt says which part measures what, and the bounds.
set -uo pipefail
# shellcheck disable=SC2034
LAYER=bench
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

RUNS=5
BENCH=$PROJECT/tests/bench
LOG=$WORK/measured.txt
ADDON=addons/agent_runtime

usage() {
	sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"
}

listed() { sed '/^#/d' "$BENCH/benchmarks.txt"; }

# Some parts run in the engine. Sets the library of a part, and what tells the engine of it. The
# bindings are the same code for debug and for release, so the library of their tests is the one to
# measure. Fails for a part that is a program.
in_engine() {
	case $1 in
	pump | path | office | rest | door)
		LIBRARY=$ADDON/bin/libagent_runtime.linux.template_release.x86_64.so
		EXTENSION=$ADDON/agent_runtime.gdextension
		;;
	bindings)
		LIBRARY=tests/godot/bindings/bin/libbindings_test.linux.template_debug.x86_64.so
		EXTENSION=tests/godot/bindings/bindings_test.gdextension
		;;
	*) return 1 ;;
	esac
}

# What scons is to make for a part.
targets() {
	case $1 in
	pump | path | office | rest) echo "$ADDON/bin/libagent_runtime.linux.template_release.x86_64.so $ADDON/agent_runtime.gdextension" ;;
	bindings) echo "tests/godot/bindings" ;;
	door) echo "$(targets pump) build/bench/gateway_bench" ;;
	*) echo "build/bench/$1_bench" ;;
	esac
}

# copy_project PART FOLDER: a project of its own, or, for two parts, the demo with the benchmarks
# beside it, which run in place of its main scene.
copy_project() {
	case $1 in
	office | rest)
		cp -rL "$PROJECT/demo" "$2"
		rm -rf "$2/.godot" "$2/addons"
		mkdir "$2/bench"
		cp "$BENCH/engine/office"/* "$BENCH/engine/pump/pump_bench.gd" "$2/bench"
		sed -i -e 's|^run/main_scene=.*|run/main_scene="res://bench/main.tscn"|' \
			-e '/^\[editor_plugins\]/,/^\[/{/^enabled=/d}' -e '/^gdscript\/warnings\/unsafe/d' \
			"$2/project.godot"
		;;
	*)
		mkdir -p "$2"
		cp "$BENCH"/engine/*.* "$BENCH/engine/$1"/*.gd "$2"
		[ "$1" != door ] || cp "$BENCH/engine/pump/pump_bench.gd" "$2"
		;;
	esac
}

# The project of a part with its library in it, exported into a game beside it. Without the game it
# runs in the editor.
export_part() {
	local source=$WORK/$1 game=$WORK/$1.game log=$WORK/$1.export.log
	in_engine "$1" || return 0
	rm -rf "$source" "$game"
	mkdir -p "$game"
	copy_project "$1" "$source"
	mkdir "$source/bin"
	cp "$PROJECT/$LIBRARY" "$source/bin"
	sed "s|^linux.*|linux.x86_64 = \"bin/${LIBRARY##*/}\"|;/^\[\(dependencies\|icons\)\]/,\$d" \
		"$PROJECT/$EXTENSION" >"$source/bench.gdextension"
	write_extension_list "$source"
	engine 120 "$log" --headless --path "$source" --export-release Linux "$game/game.x86_64"
	if grep -q 'SCRIPT ERROR' "$log"; then
		cat "$log"
		exit 1
	fi
	[ -x "$game/game.x86_64" ] ||
		echo "$1 is measured in the editor, because the export failed: see $log"
}

# run_part PART NAME…: one run; prints its lines.
run_part() {
	local part=$1 user clients
	shift
	if ! in_engine "$part"; then
		timeout 300 "$PROJECT/build/bench/${part}_bench" "$@"
		return
	fi
	isolate_engine
	user=$XDG_DATA_HOME/godot/app_userdata/AgentRuntime\ benchmarks
	case $part in
	rest) play_in_window "$part" -- "$@" || return ;;
	door)
		timeout 120 "$PROJECT/build/bench/gateway_bench" follow "$user" &
		clients=$!
		play "$part" -- "$@" || return
		wait "$clients" || return
		;;
	*) play "$part" -- "$@" || return ;;
	esac
	[ ! -e "$user/arrivals.txt" ] || python3 "$BENCH/engine/pump/arrivals.py" "$user"
}

# Sets GAME to the command of a part. The exported game needs the libraries of the engine that it was
# exported with.
find_game() {
	local game=$WORK/$1.game/game.x86_64
	if [ ! -x "$game" ]; then
		GAME=("$PROJECT/src/setup/godot" --path "$WORK/$1")
	elif [ "$("$PROJECT/src/setup/godot" --which)" = private ]; then
		GAME=("$PROJECT/src/setup/in_root" "$game")
	else
		GAME=("$game")
	fi
}

play() {
	find_game "$1"
	timeout 120 "${GAME[@]}" --headless "${@:2}"
}

# On a display of its own, drawn by the software renderer.
play_in_window() {
	find_game "$1"
	timeout 120 xvfb-run -a -s "-screen 0 1280x720x24" "${GAME[@]}" \
		--audio-driver Dummy --rendering-method gl_compatibility "${@:2}"
}

# Adds one run of a part to the log.
measure() {
	local code=0
	run_part "$@" </dev/null >"$WORK/run.log" 2>&1 || code=$?
	if [ "$code" != 0 ] || ! grep '^bench ' "$WORK/run.log" >>"$LOG"; then
		cat "$WORK/run.log"
		echo "The part $1 ended with code $code before it had measured everything." >&2
		exit 1
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
		listed | cut -d' ' -f1
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

# Names of what is wanted, and for each part that takes, its own.
wanted=()
parts=()
declare -A of_part
while read -r name part _; do
	for prefix in "${names[@]-}"; do
		[[ $name == "$prefix"* ]] || continue
		wanted+=("$name")
		[ -n "${of_part[$part]:-}" ] || parts+=("$part")
		of_part[$part]+=" $name"
		break
	done
done < <(listed)
if [ ${#wanted[@]} = 0 ]; then
	echo "There is no benchmark ${names[*]}; there are:" >&2
	"$0" --list >&2
	exit 2
fi

mkdir -p "$WORK"
to_make=$(for part in "${parts[@]}"; do targets "$part"; done)
# shellcheck disable=SC2086
scons -C "$PROJECT" -Q $to_make >"$WORK/build.log" || { cat "$WORK/build.log" && exit 1; }
# What gateway.fanout is held against runs beside the packages of the peers.
if [ -n "${of_part[gateway]:-}" ]; then
	"$PROJECT/src/setup/peers.sh" >>"$WORK/build.log" 2>&1 || { cat "$WORK/build.log" && exit 1; }
	cp "$BENCH/ws_broadcast.mjs" "$PEERS/"
	export WS_BROADCAST=$PEERS/ws_broadcast.mjs
fi
isolate_engine
for part in "${parts[@]}"; do export_part "$part"; done
: >"$LOG"
for ((run = 1; run <= RUNS; run++)); do
	echo "run $run of $RUNS: ${parts[*]}"
	for part in "${parts[@]}"; do
		# shellcheck disable=SC2086
		measure "$part" ${of_part[$part]}
	done
done
python3 "$BENCH/summary.py" "$LOG" "$BENCH/benchmarks.txt" "${wanted[@]}" ${json:+--json "$json"}
