# Games in processes of their own, which are killed, or end by themselves. Sourced by run.sh.
# shellcheck shell=bash

VILLAGE=("$PROJECT/src/setup/godot" --headless --path "$CASES" res://games/village.tscn --)

test_a_killed_game() {
	local database=$WORK/killed.db log=$WORK/killed.log
	timeout --kill-after=5 300 python3 "$CASES/games/kill_and_restart.py" "game" "$database" \
		"${VILLAGE[@]}" "$database" </dev/null >"$log" 2>&1
	count_cases "$log"
}

test_a_quit_in_thought() {
	local log=$WORK/quit.log
	if engine 60 "$log" --headless --verbose --path "$CASES" res://games/village.tscn -- \
		"$WORK/quit.db" quit-in-thought; then
		pass "game: a quit while agents think and replies are open is a good end"
	else
		fail "game: a quit while agents think ended with code $?" "$log"
	fi
	has_line "game: somebody was thinking" "$log" '"state":2'
	grep -E 'ERROR|WARNING' "$log" >"$log.problems"
	empty "game: it prints no error on its way out" "$log.problems"
	no_leaks "game: it leaves nothing behind in the engine" "$log"
}

test_an_end_without_a_disk() {
	local log=$WORK/unstored.log
	timeout --kill-after=5 120 python3 "$CASES/games/quit_without_disk.py" "$WORK/unstored" \
		"${VILLAGE[@]}" </dev/null >"$log" 2>&1
	count_cases "$log"
}

test_a_killed_game
test_an_end_without_a_disk
test_a_quit_in_thought
