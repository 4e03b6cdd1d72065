# The runner tested from outside: what must count as a failure does. Sourced by run.sh.
# shellcheck shell=bash

RUNNER_PROJECT=$WORK/runner

# try_runner NAME CODE CLOSING: runs the folder NAME of the small project, into which standard input
# is written as its only file of cases, and compares exit code and closing line.
try_runner() {
	local name=$1 want_code=$2 want_closing=$3 code=0 closing log=$WORK/runner_$1.log
	mkdir -p "$RUNNER_PROJECT/$name"
	cat >"$RUNNER_PROJECT/$name/test_it.gd"
	[ -s "$RUNNER_PROJECT/$name/test_it.gd" ] || rm "$RUNNER_PROJECT/$name/test_it.gd"
	engine 60 "$log" --headless --path "$RUNNER_PROJECT" --script runner.gd -- "$name" || code=$?
	closing=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
	if [ "$code" = "$want_code" ] && [ "$closing" = "$want_closing" ]; then
		pass "runner: $name gives \"$closing\" and exit code $code"
	else
		fail "runner: $name gave \"$closing\" and exit code $code, not \"$want_closing\" and $want_code" "$log"
	fi
}

mkdir -p "$RUNNER_PROJECT"
cp "$CASES"/{project.godot,runner.gd,test_case.gd,error_log.gd} "$RUNNER_PROJECT"
write_extension_list "$RUNNER_PROJECT"

try_runner passing_cases 0 "3 passed, 0 failed" <<'CASES'
extends "res://test_case.gd"
func test_sync() -> void:
	equal(1 + 1, 2, "sum")
func test_async() -> void:
	await tree.process_frame
	check(true, "")
func test_announced_error() -> void:
	expect_error("announced")
	push_error("this was announced")
CASES
try_runner failing_case 1 "1 passed, 1 failed" <<'CASES'
extends "res://test_case.gd"
func test_good() -> void:
	check(true, "")
func test_bad() -> void:
	await tree.process_frame
	check(false, "as it should")
CASES
try_runner unequal_types 1 "0 passed, 1 failed" <<'CASES'
extends "res://test_case.gd"
func test_it() -> void:
	equal(1, 1.0, "one")
CASES
try_runner no_cases 1 "0 passed, 0 failed" </dev/null
try_runner case_without_checks 1 "0 passed, 1 failed" <<'CASES'
extends "res://test_case.gd"
func test_nothing() -> void:
	pass
CASES
try_runner parse_error 1 "0 passed, 1 failed" <<'CASES'
extends "res://test_case.gd"
func test_it() -> void:
	check(true "")
CASES
try_runner runtime_error 1 "0 passed, 1 failed" <<'CASES'
extends "res://test_case.gd"
func test_it() -> void:
	check(true, "")
	var none: Node = null
	none.queue_free()
CASES
try_runner unexpected_error 1 "0 passed, 1 failed" <<'CASES'
extends "res://test_case.gd"
func test_it() -> void:
	check(true, "")
	push_error("nobody announced this")
CASES
try_runner unexpected_error_of_the_engine 1 "0 passed, 1 failed" <<'CASES'
extends "res://test_case.gd"
func test_it() -> void:
	check(true, "")
	tree.root.get_node("no/such/node")
CASES
try_runner announced_error_that_did_not_come 1 "0 passed, 1 failed" <<'CASES'
extends "res://test_case.gd"
func test_it() -> void:
	expect_error("never printed")
CASES
try_runner error_printed_twice 1 "0 passed, 1 failed" <<'CASES'
extends "res://test_case.gd"
func test_it() -> void:
	expect_error("twice")
	push_error("twice")
	push_error("twice")
CASES
try_runner not_a_case 1 "0 passed, 1 failed" <<'CASES'
extends RefCounted
func test_it() -> void:
	pass
CASES
