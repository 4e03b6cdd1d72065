#!/usr/bin/env bash
# A crowd lives for a while, and nothing may be lost; built before by `scons tests`. With
# AGENT_RUNTIME_LONG set: 10,000 agents for ten minutes, whose file and memory must not grow.
#   tests/soak/run.sh
# Last line: `N passed, N failed`.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

program=build/tests/soak/soak
if [ ! -x "$program" ]; then
	echo "$program is not built; run: scons tests"
	echo "0 passed, 1 failed"
	exit 1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ -n "${AGENT_RUNTIME_LONG:-}" ]; then
	timeout --kill-after=10 1200 "$program" 10000 600 100 "$folder/soak.db"
else
	timeout --kill-after=10 120 "$program" 1000 10 300 "$folder/soak.db"
fi
