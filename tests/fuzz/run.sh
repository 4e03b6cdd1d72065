#!/usr/bin/env bash
# Has clang's libFuzzer make up input for whatever reads what others wrote (readers.h). Built before by
# `scons fuzz`.
#   tests/fuzz/run.sh [--seconds N] [READER…]   all readers, or these; N seconds each (600 in long
#                                               runs, else 20), as many at a time as there are cores
#   tests/fuzz/run.sh --keep [READER…]          what was found until now and tries something new is
#                                               kept in corpus/READER.txt, as far as there is room
# An input that breaks a promise is shown as the line for corpus/READER.txt that keeps it as a test.
# What is found stays in build/tests/fuzz, and the next run goes on from there.
set -uo pipefail
# shellcheck disable=SC2034
LAYER=fuzz
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
cd "$PROJECT" || exit 1

HERE=tests/fuzz
PROGRAM=$PROJECT/build/tests/fuzz/fuzz
MEMORY=2048 # in MB
SLOWEST=10 # in seconds, for one input
LONGEST=4096 # in bytes

export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1

# fuzz_reader READER SECONDS: called by this script itself, for several at a time.
fuzz_reader() {
	local found=$WORK/$1/found seeds=$WORK/$1/seeds log=$WORK/$1/log code=0 runs
	rm -rf "$seeds" "$log" "$WORK/$1"/broken-*
	mkdir -p "$found"
	"$HERE/corpus.py" unpack "$1" "$seeds"
	FUZZED=$1 timeout --kill-after=10 $(($2 + 120)) "$PROGRAM" -max_total_time="$2" \
		-rss_limit_mb="$MEMORY" -timeout="$SLOWEST" -max_len="$LONGEST" -dict="$HERE/words.txt" \
		-artifact_prefix="$WORK/$1/broken-" -print_final_stats=1 "$found" "$seeds" \
		>"$log" 2>&1 || code=$?
	runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
	if [ "$code" = 0 ] && [ "${runs:-0}" -gt 100 ]; then
		echo "ok $1 keeps its promises for $runs inputs"
		return
	fi
	echo "FAIL $1 (code $code, ${runs:-no} inputs; all of it in $log)"
	grep -E '(what\(\)|ERROR: |SUMMARY: |runtime error: )' "$log" | head -n 5 | sed 's/^/    /'
	for broken in "$WORK/$1"/broken-*; do
		[ -e "$broken" ] || continue
		python3 -B -c 'import sys; sys.path.insert(0, "tests/fuzz"); import corpus
print("    add to tests/fuzz/corpus/%s.txt:" % sys.argv[1])
print(corpus.escaped(open(sys.argv[2], "rb").read()))' "$1" "$broken"
	done
}

# keep_found READER: the smallest set of inputs that tries as much.
keep_found() {
	local found=$WORK/$1/found merged=$WORK/$1/merged
	rm -rf "$merged"
	mkdir -p "$merged" "$found"
	"$HERE/corpus.py" unpack "$1" "$merged"
	FUZZED=$1 "$PROGRAM" -merge=1 -rss_limit_mb="$MEMORY" "$merged" "$found" >"$WORK/$1/merge.log" 2>&1 &&
		"$HERE/corpus.py" keep "$1" "$merged"
}

if [ "${1:-}" = --one ]; then
	fuzz_reader "$2" "$3"
	exit
fi
seconds=20
[ -z "${AGENT_RUNTIME_LONG:-}" ] || seconds=600
keeps=
readers=()
while [ $# -gt 0 ]; do
	case $1 in
	--seconds)
		seconds=${2:?--seconds needs a number}
		shift
		;;
	--keep) keeps=1 ;;
	-*)
		sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2
		exit 2
		;;
	*) readers+=("$1") ;;
	esac
	shift
done

if [ ! -x "$PROGRAM" ]; then
	fail "$PROGRAM is not built; run: scons fuzz"
	finish
fi
mkdir -p "$WORK"
[ ${#readers[@]} != 0 ] || mapfile -t readers < <(FUZZED='' "$PROGRAM" 2>/dev/null)
if [ -n "$keeps" ]; then
	for reader in "${readers[@]}"; do keep_found "$reader" || fail "$reader cannot be merged"; done
	exit $((FAILED > 0))
fi
printf '%s\n' "${readers[@]}" |
	xargs -P "$(nproc)" -I READER "$HERE/run.sh" --one READER "$seconds" | tee "$WORK/said.txt"
PASSED=$(grep -c '^ok ' "$WORK/said.txt")
FAILED=$((${#readers[@]} - PASSED))
finish
