#!/usr/bin/env bash
# Real programs that nobody here wrote, the npm packages of package.json as package-lock.json pins
# them: clients that talk to a runtime, and command-line programs that are minds or do jobs; jq, tail,
# sqlite3 and git, which read what jobs leave; and minds over HTTP, without an engine and in one, against
# a model server that goes wrong on demand; and small programs of our own that have no world. What they
# are tried with is built before by `scons tests addon`. Last line: `N passed, N failed`.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
LAYER=peers
. tests/lib.sh

mkdir -p "$WORK"
for program in host cli_probe http_probe asker worker visitor notebook; do
	if [ ! -x "$WORK/$program" ]; then
		fail "$program is built (scons tests makes build/tests/peers/$program)"
		finish
	fi
done
if ! src/setup/peers.sh >"$WORK/setup.log" 2>&1; then
	fail "the peers' packages are installed" "$WORK/setup.log"
	finish
fi
# Beside the packages, where node looks for them.
cp tests/peers/*.mjs "$PEERS/"
worlds=$(mktemp -d)
trap 'rm -rf "$worlds"' EXIT
export XDG_STATE_HOME=$worlds

# run_scenarios FILE PROGRAM [ARGUMENT…]
run_scenarios() {
	local log=$WORK/${1%.mjs}.log code closing
	timeout --kill-after=5 300 node "$PEERS/$1" "$2" "$worlds" "${@:3}" 2>&1 </dev/null | tee "$log"
	code=${PIPESTATUS[0]}
	closing=$(tail -n 1 "$log")
	if [[ $closing =~ ^scenarios:\ ([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		PASSED=$((PASSED + BASH_REMATCH[1])) FAILED=$((FAILED + BASH_REMATCH[2]))
		[ "$code" = 0 ] || [ "${BASH_REMATCH[2]}" != 0 ] || fail "$1 ended with code $code"
	else
		fail "$1 came to its end (code $code)"
	fi
}

run_scenarios scenarios.mjs "$WORK/host"
run_scenarios world_scenarios.mjs "$WORK/host"
run_scenarios attack_scenarios.mjs "$WORK/host"
run_scenarios cli_scenarios.mjs "$WORK/cli_probe"
run_scenarios job_scenarios.mjs "$WORK/worker" "$PROJECT/build/host/agent_runtime_host"
run_scenarios output_scenarios.mjs "$WORK/worker" "$PROJECT/build/host/agent_runtime_host"
run_scenarios http_scenarios.mjs "$WORK/http_probe"
run_scenarios books_scenarios.mjs "$WORK/asker"
isolate_engine
write_extension_list tests/godot
run_scenarios engine_scenarios.mjs "$PROJECT/src/setup/godot" "$PROJECT/tests/godot"
run_scenarios game_scenarios.mjs "$PROJECT/src/setup/godot" "$PROJECT/tests/godot"
run_scenarios lean_scenarios.mjs "$WORK/visitor" "$WORK/notebook" "$PROJECT/src/setup/godot" \
	"$PROJECT/tests/godot"
finish
