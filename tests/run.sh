#!/usr/bin/env bash
# Sets up what is missing, builds, and runs every test layer; the last line counts over all of them.
#   tests/run.sh              all layers
#   tests/run.sh core addon   only these
#   tests/run.sh --long …     clang-tidy looks at all files instead of the changed ones; every layer
#                             gets AGENT_RUNTIME_LONG=1 and four hours
# The whole output of each layer is kept in build/tests/logs, and shown when it fails.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../src/setup/places.sh"
. "$PROJECT/src/setup/engine.sh" # makes a relative $GODOT absolute, so before cd
cd "$PROJECT" || exit 1

# A layer's name and the command that runs it. Each prints what it does and ends with the line
# `N passed, N failed`; it fails if it says so, ends otherwise, or ran nothing.
LAYERS=(
	"checks     tests/checks/run.sh"
	"core       tests/core/run.sh plain"
	"core-asan  tests/core/run.sh asan"
	"core-tsan  tests/core/run.sh tsan"
	"soak       tests/soak/run.sh"
	"peers      tests/peers/run.sh"
	"bindings   tests/godot/run.sh bindings"
	"addon      tests/godot/run.sh addon"
	"demo       tests/godot/run.sh demo"
	"export     tests/export/run.sh"
	"install    tests/install/run.sh"
)
LOGS=build/tests/logs
LIMIT=900
passed=0
failed=0

finish() {
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ] && [ "$passed" != 0 ]
	exit
}

# step NAME COMMAND…: set-up and build; nothing can be tested when one of them fails.
step() {
	local name=$1 start=$SECONDS
	shift
	if ! "$@" >"$LOGS/$name.log" 2>&1 </dev/null 8>&-; then
		cat "$LOGS/$name.log"
		echo "$name failed"
		failed=1
		finish
	fi
	echo "$name: done ($((SECONDS - start)) s)"
}

# run_layer NAME COMMAND…
run_layer() {
	local name=$1 start=$SECONDS log=$LOGS/$1.log code=0 closing
	shift
	timeout --kill-after=10 "$LIMIT" "$@" >"$log" 2>&1 </dev/null 8>&- || code=$?
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
	passed=$((passed + ok))
	failed=$((failed + bad))
}

wanted=()
export AGENT_RUNTIME_LONG=
for argument in "$@"; do
	case $argument in
	--long)
		AGENT_RUNTIME_LONG=1
		LIMIT=14400
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

mkdir -p "$LOGS"
src/setup/setup.sh --tests || { failed=1 && finish; }
# Two runs in one clone would build and test in the same folders.
exec 8>build/tests/lock
flock -n 8 || { echo "another run is testing this clone; waiting for it" && flock 8; }
step build scons -Q addon tests zip
for layer in "${LAYERS[@]}"; do
	read -ra command <<<"$layer"
	if [ ${#wanted[@]} = 0 ] || [[ " ${wanted[*]} " == *" ${command[0]} "* ]]; then
		run_layer "${command[@]}"
	fi
done
finish
