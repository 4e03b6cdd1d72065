#!/usr/bin/env bash
# Real clients that nobody here wrote talk to a runtime (built before by `scons tests`): the npm
# packages of package.json, as package-lock.json pins them.
# Last line: `N passed, N failed`.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
LAYER=peers
. tests/lib.sh

host=$WORK/host
log=$WORK/scenarios.log
mkdir -p "$WORK"
if [ ! -x "$host" ]; then
	fail "the host is built (scons tests makes build/tests/peers/host)"
	finish
fi
if ! src/setup/peers.sh >"$WORK/setup.log" 2>&1; then
	fail "the peers' packages are installed" "$WORK/setup.log"
	finish
fi
# Beside the packages, where node looks for them.
cp tests/peers/*.mjs "$PEERS/"
worlds=$(mktemp -d)
trap 'rm -rf "$worlds"' EXIT
timeout --kill-after=5 300 node "$PEERS/scenarios.mjs" "$host" "$worlds" 2>&1 </dev/null | tee "$log"
code=${PIPESTATUS[0]}
closing=$(tail -n 1 "$log")
if [[ $closing =~ ^scenarios:\ ([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
	PASSED=${BASH_REMATCH[1]} FAILED=${BASH_REMATCH[2]}
	[ "$code" = 0 ] || [ "$FAILED" != 0 ] || fail "the scenarios ended with code $code"
else
	fail "the scenarios came to their end (code $code)"
fi
finish
