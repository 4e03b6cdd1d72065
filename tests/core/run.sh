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
case $variant in plain) limit=300 ;; *) limit=700 ;; esac # a sanitizer takes up to ten times as long
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
trap 'rm -f "$log"' EXIT
timeout --kill-after=5 "$limit" "$program" --no-colors "$@" 2>&1 | tee "$log"
code=${PIPESTATUS[0]}
[ "$code" != 124 ] || echo "$program did not end within $limit s"

# [doctest] test cases: 12 | 12 passed | 0 failed | 0 skipped
read -r passed failed < <(sed -nE \
	's/^\[doctest\] test cases: +[0-9]+ \| +([0-9]+) passed \| +([0-9]+) failed.*/\1 \2/p' "$log")
passed=${passed:-0} failed=${failed:-0}
# A crash prints no summary, a leak is found after it: both are failures.
[ "$code" = 0 ] || [ "$failed" != 0 ] || failed=1
if [ "$passed" = 0 ] && [ "$failed" = 0 ]; then
	echo "no test was run"
	failed=1
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
