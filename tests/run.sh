#!/usr/bin/env bash
# Sets up what is missing, builds, and runs every test layer; the last line counts over all of them.
#   tests/run.sh              all layers
#   tests/run.sh core addon   only these, and only what they need is built
#   tests/run.sh --long …     sanitizers look into SQLite and yaml-cpp too, ThreadSanitizer into rooms on
#                             one thread, clang-tidy into the programs of tests; benchmarks are
#                             compiled; every layer gets AGENT_RUNTIME_LONG=1 and four hours; the
#                             layer fuzz, which runs only then or when it is named, ten minutes a reader
# Three layers run at a time (AGENT_RUNTIME_LANES says how many): many wait for frames and sockets more
# than for a core, and while they are tested, the next is built.
# The whole output of each layer is kept in build/tests/logs, and shown when it fails.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../src/setup/places.sh"
. "$PROJECT/src/setup/engine.sh" # makes a relative $GODOT absolute, so before cd
cd "$PROJECT" || exit 1

# A layer's name | what is built for it | `projects`: it works in the Godot projects of this repository,
# as one layer at a time may; `long`: it is for long runs | the command that runs it. Each prints what it
# does and ends with the line `N passed, N failed`; it fails if it says so, ends otherwise, or ran nothing.
LAYERS=(
	"core      | build/tests/core/plain/core_tests host |          | tests/core/run.sh plain -tse=*chaos*"
	"addon     | addon                                  | projects | tests/godot/run.sh addon"
	"core-tsan | build/tests/core/tsan/core_tests       |          | tests/core/run.sh tsan"
	"chaos     | build/tests/core/plain/core_tests host |          | tests/core/run.sh plain -ts=*chaos*"
	"peers     | addon peers host                       | projects | tests/peers/run.sh"
	"core-asan | build/tests/core/asan/core_tests       |          | tests/core/run.sh asan"
	"demo      | addon                                  | projects | tests/godot/run.sh demo"
	"install   | zip any_engine=yes                     |          | tests/install/run.sh"
	"bindings  | addon bindings_tests                   | projects | tests/godot/run.sh bindings"
	"soak      | soak                                   |          | tests/soak/run.sh"
	"fuzz      | fuzz                                   | long     | tests/fuzz/run.sh"
	"export    | addon                                  | projects | tests/export/run.sh"
	"checks    | addon bindings_tests                   | projects | tests/checks/run.sh"
)
LOGS=build/tests/logs
LIMIT=900
passed=0
failed=0

# count OK BAD
count() {
	passed=$((passed + $1))
	failed=$((failed + $2))
}

finish() {
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ] && [ "$passed" != 0 ]
	exit
}

# build_for LAYER TARGETS: one build at a time, and none of what this run has built for another layer.
build_for() {
	local start=$SECONDS targets mark
	read -ra targets <<<"$2"
	mark="${targets[*]//\//_}"
	mark=$LOGS/${mark// /_}.built
	[ ! -e "$mark" ] || return 0
	[ -z "$AGENT_RUNTIME_LONG" ] || [ "$1" != soak ] || targets+=(bench)
	exec 9>build/tests/build.lock
	flock 9
	scons -Q ${AGENT_RUNTIME_LONG:+instrumented=yes} "${targets[@]}" >"$LOGS/$1.build.log" 2>&1 </dev/null 8>&- 9>&-
	local code=$?
	exec 9>&-
	if [ "$code" != 0 ]; then
		cat "$LOGS/$1.build.log"
		echo "$1: 0 passed, 1 failed (the build, see above)"
		return 1
	fi
	touch "$mark"
	echo "$1: built after $((SECONDS - start)) s"
}

# run_layer LAYER COMMAND…
run_layer() {
	local name=$1 start=$SECONDS log=$LOGS/$1.log code=0 closing
	shift
	timeout --kill-after=10 "$LIMIT" "$@" >"$log" 2>&1 </dev/null 7>&- 8>&- || code=$?
	closing=$(tail -n 1 "$log")
	grep '^retry ' "$log"
	local ok=0 bad=0 problem=
	if [[ $closing =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		ok=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
	else
		problem="ended without its closing line"
	fi
	[ "$code" != 124 ] || problem="stopped after $LIMIT s"
	[ "$ok" != 0 ] || [ "$bad" != 0 ] || problem=${problem:-"ran no test"}
	[ "$code" = 0 ] || [ "$bad" != 0 ] || problem=${problem:-"ended with code $code"}
	[ -z "$problem" ] || bad=$((bad + 1))
	if [ "$bad" != 0 ]; then
		echo "---- $name: $* (also in $log)"
		cat "$log"
		echo "----${problem:+ $name $problem}"
	fi
	echo "$name: $ok passed, $bad failed ($((SECONDS - start)) s)"
}

# One layer from its build to its result, called by this script itself (--layer ROW). What it prints
# is kept together until it ends, since another layer prints meanwhile.
whole_layer() {
	local name targets place command
	IFS='|' read -r name targets place command <<<"$1"
	read -r name <<<"$name"
	read -ra command <<<"$command"
	{
		build_for "$name" "$targets" && {
			[[ $place != *projects* ]] || { exec 7>build/tests/projects.lock && flock 7; }
			run_layer "$name" "${command[@]}"
		}
	} >"$LOGS/$name.said" 2>&1
	flock build/tests/say.lock cat "$LOGS/$name.said"
}

if [ "${1:-}" = --layer ]; then
	[ -z "${AGENT_RUNTIME_LONG:-}" ] || LIMIT=14400
	whole_layer "$2"
	exit
fi

wanted=()
export AGENT_RUNTIME_LONG=
for argument in "$@"; do
	case $argument in
	--long)
		AGENT_RUNTIME_LONG=1
		;;
	-h | --help)
		sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' tests/run.sh
		exit 0
		;;
	*)
		if ! printf '%s\n' "${LAYERS[@]}" | grep -q "^$argument "; then
			echo "There is no layer $argument; there are:" "${LAYERS[@]%% *}" >&2
			exit 2
		fi
		wanted+=("$argument")
		;;
	esac
done

# is_wanted ROW: a layer that was named, or every layer of this kind of run if none was.
is_wanted() {
	local name place
	IFS='|' read -r name _ place _ <<<"$1"
	if [ ${#wanted[@]} != 0 ]; then
		[[ " ${wanted[*]} " == *" ${name%% *} "* ]]
	else
		[ -n "$AGENT_RUNTIME_LONG" ] || [[ $place != *long* ]]
	fi
}

rows=()
for row in "${LAYERS[@]}"; do
	is_wanted "$row" && rows+=("$row")
done
mkdir -p "$LOGS"
setup=(--tests)
[[ " ${rows[*]}" != *" fuzz "* ]] || setup+=(--fuzzing)
if ! src/setup/setup.sh "${setup[@]}"; then
	count 0 1
	finish
fi
# Two runs in one clone would build and test in the same folders.
exec 8>build/tests/lock
flock -n 8 || { echo "another run is testing this clone; waiting for it" && flock 8; }
rm -f "$LOGS"/*.{said,built}
printf '%s\0' "${rows[@]}" |
	xargs -0 -n 1 -P "${AGENT_RUNTIME_LANES:-3}" "$PROJECT/tests/run.sh" --layer
for row in "${rows[@]}"; do
	result=$(grep -E "^${row%% *}: [0-9]+ passed, [0-9]+ failed" "$LOGS/${row%% *}.said" | tail -n 1)
	if [[ $result =~ :\ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
		count "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
	else
		echo "${row%% *}: came to no result"
		count 0 1
	fi
done
finish
