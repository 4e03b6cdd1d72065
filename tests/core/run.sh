#!/usr/bin/env bash
# Runs the core's tests, built before by `scons tests`.
#   tests/core/run.sh [plain|asan|tsan] [doctest options]
# Last line: `N passed, N failed`.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

variant=${1:-plain}
shift $(($# > 0))
program=build/tests/core/$variant/core_tests
# A sanitizer's finding ends the program: no test after it counts as passed.
ASAN_OPTIONS=detect_leaks=1:halt_on_error=1:strict_string_checks=1
export ASAN_OPTIONS=$ASAN_OPTIONS:detect_stack_use_after_return=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
# The plain program also judges 20,000 slots that were changed by chance, of which a sanitizer's has
# a small share.
case $variant in plain) limit=600 ;; *) limit=1400 ;; esac
[ -z "${AGENT_RUNTIME_LONG:-}" ] || limit=14000
limit=${CORE_TESTS_TIME_LIMIT:-$limit}

if [ ! -x "$program" ]; then
	echo "$program is not built; run: scons core_tests"
	echo "0 passed, 1 failed"
	exit 1
fi

# A program that lost its sanitizer would find nothing and pass.
for marker in $(case $variant in asan) echo __asan_init __ubsan_handle ;; tsan) echo __tsan_init ;; esac); do
	if ! grep -q "$marker" "$program"; then
		echo "$program was built without its sanitizer ($marker); see src/scons/flags.py"
		echo "0 passed, 1 failed"
		exit 1
	fi
done

log=$(mktemp)
progress=$(mktemp)
scratch=$(mktemp -d)
trap 'rm -rf "$log" "$progress" "$scratch"' EXIT
# Jobs run under the program that users get. A sanitizer's program takes its place itself.
if [ "$variant" = plain ]; then
	export AGENT_RUNTIME_HOST=$PWD/build/host/agent_runtime_host
	if [ ! -x "$AGENT_RUNTIME_HOST" ]; then
		echo "$AGENT_RUNTIME_HOST is not built; run: scons host"
		echo "0 passed, 1 failed"
		exit 1
	fi
fi
# Files lie in a folder such as people have who are not English. A test that gives up the
# administrator's rights must get there, too.
if [ "$variant" = plain ]; then
	chmod 755 "$scratch"
	export TMPDIR="$scratch/Jörg Ł 日本"
	mkdir "$TMPDIR"
fi
passed=0 failed=0

# run_from FIRST [doctest options]: runs the tests from that number on and counts them. Sets `begun` to
# how many of them began, and `broke_off` to where the program ended before it was through, if it did.
run_from() {
	local first=$1 ok=0 bad=0 last summary
	shift
	: >"$progress"
	CORE_TESTS_PROGRESS=$progress timeout --kill-after=5 $((limit - SECONDS)) \
		"$program" --no-colors --first="$first" "$@" 2>&1 | tee "$log"
	code=${PIPESTATUS[0]}
	# [doctest] test cases: 12 | 12 passed | 0 failed | 0 skipped
	summary=$(sed -nE 's/^\[doctest\] test cases: +[0-9]+ \| +([0-9]+) passed \| +([0-9]+) failed.*/\1 \2/p' "$log")
	begun=$(grep -c '^begun ' "$progress")
	last=$(tail -n 1 "$progress" | sed -n 's/^begun //p')
	broke_off=
	if [ -n "$last" ]; then
		broke_off="in the test \"$last\""
	elif [ "$begun" != 0 ] && [ -z "$summary" ]; then
		broke_off="between two tests"
	fi
	if [ "$begun" != 0 ]; then
		ok=$(grep -c '^passed$' "$progress") bad=$(grep -c '^failed$' "$progress")
	elif [ "$first" = 1 ] && [ -n "$summary" ]; then
		read -r ok bad <<<"$summary"
	fi
	# A test that ended the program has failed. So has one that leaks, which is found after all tests.
	[ -z "$broke_off" ] || bad=$((bad + 1))
	[ "$code" = 0 ] || [ "$bad" != 0 ] || bad=1
	passed=$((passed + ok)) failed=$((failed + bad))
}

# One program for all tests; after one that broke off another one, for those that are left.
next=1
run_from "$next" "$@"
while [ -n "$broke_off" ] && [ "$code" != 124 ] && [ "$SECONDS" -lt "$limit" ]; do
	echo "the program ended with code $code $broke_off; another one runs the tests after it"
	next=$((next + begun))
	run_from "$next" "$@"
done
[ "$code" != 124 ] || echo "$program did not end within $limit s"
if [ "$passed" = 0 ] && [ "$failed" = 0 ]; then
	echo "no test was run"
	failed=1
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
