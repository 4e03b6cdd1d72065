#!/usr/bin/env bash
# Exports the demo, release and debug, and runs each exported game with an empty environment on a
# machine that has the engine's own needs and nothing else: the private engine's root.
set -uo pipefail
LAYER="export"
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

MARKER='^demo: greeting finished$'
GAME=$WORK/project
HOST=agent_runtime_host.linux.x86_64

# The demo as a build machine has it: the files themselves, the addon in place of the link, nothing
# opened or imported before.
copy_demo() {
	rm -rf "$WORK"
	mkdir -p "$WORK"
	cp -rL "$PROJECT/demo" "$GAME"
	rm -rf "$GAME/.godot"
}

# machine FOLDER: sets MACHINE to the command that runs a program with the game in FOLDER at /game,
# read-only, without environment and network.
machine() {
	MACHINE=(bwrap --die-with-parent --clearenv --unshare-net --unshare-pid --unshare-ipc
		--perms 0755 --dir /usr --ro-bind "$GODOT_ROOT/usr" /usr --ro-bind "$GODOT_ROOT/etc" /etc
		--symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64
		--proc /proc --dev /dev --tmpfs /tmp --dir /home/player --setenv HOME /home/player
		--ro-bind "$1" /game --chdir /game)
}

# problems_in LOG: what a game complained of. The engine's release template complains at its end of
# each child of each container, also in a project of one label and without any extension; exactly
# these lines are the engine's own.
problems_in() {
	grep -E 'WARNING|ERROR|FATAL' "$1" |
		grep -vE "^ERROR: Attempt to disconnect a nonexistent connection from '.*'\. Signal: '(size_flags|visibility|minimum_size)_changed', callable: ''\.$"
}

# play FOLDER: runs the game until it has greeted.
play() {
	machine "$1"
	timeout --kill-after=5 60 "${MACHINE[@]}" /game/game.x86_64 --headless \
		-- --quit-after-greeting </dev/null
}

check_machine() {
	if [ ! -x "$GODOT_ROOT/usr/bin/godot" ]; then
		fail "the exported game needs a machine to run on that lacks our development packages: \
run src/setup/setup.sh --tests, which makes $GODOT_ROOT"
		finish
	fi
	find "$GODOT_ROOT/usr" -regextype egrep \
		-regex '.*(\.h|\.hpp|/libsqlite3[^/]*|/libyaml-cpp[^/]*)' >"$WORK/development.txt"
	empty "the empty machine has none of our development packages" "$WORK/development.txt"
}

export_game() {
	local kind=$1 folder=$2 log=$WORK/$1.export.log
	mkdir -p "$folder"
	engine 300 "$log" --headless --path "$GAME" "--export-$kind" Linux "$folder/game.x86_64" ||
		echo "ERROR: the engine ended with code $?" >>"$log"
	grep -E 'WARNING|ERROR|FATAL' "$log" >"$WORK/$kind.problems"
	empty "$kind: the export has no warning and no error" "$WORK/$kind.problems"
}

test_export() {
	local kind=$1 folder=$WORK/$1 log=$WORK/$1.log code=0
	local library=libagent_runtime.linux.template_$kind.x86_64.so
	export_game "$kind" "$folder"

	(cd "$folder" && ls) | grep -vxE "game\.(x86_64|pck|sh)|$library|$HOST" >"$WORK/$kind.files"
	empty "$kind: nothing but the game, one library and its program was exported" "$WORK/$kind.files"
	cmp "$folder/$HOST" "$PROJECT/addons/agent_runtime/bin/$HOST" >"$WORK/$kind.other" 2>&1
	empty "$kind: the program is the one that was built" "$WORK/$kind.other"
	if [ ! -s "$folder/$library" ]; then
		fail "$kind: the library $library lies beside the game"
		return
	fi
	# What it may need of a machine is looked at where it was built, by tests/checks/extension.py.
	cmp "$folder/$library" "$PROJECT/addons/agent_runtime/bin/$library" >"$WORK/$kind.other" 2>&1
	empty "$kind: the library is the one that was built" "$WORK/$kind.other"

	play "$folder" >"$log" 2>&1 || code=$?
	has_line "$kind: the exported game greets" "$log" "$MARKER"
	problems_in "$log" >"$WORK/$kind.run.problems"
	empty "$kind: the exported game runs without warning and error" "$WORK/$kind.run.problems"
	if [ "$code" = 0 ]; then
		pass "$kind: the game ends by itself"
	else
		fail "$kind: the game ended with code $code" "$log"
	fi
}

# Shows that the tests above can fail.
test_without_library() {
	local folder=$WORK/bare log=$WORK/bare.log
	cp -rl "$WORK/release" "$folder"
	rm -f "$folder"/*.so
	play "$folder" >"$log" 2>&1
	if grep -qE "$MARKER" "$log"; then
		fail "without its library the game cannot greet" "$log"
	else
		has_line "without its library the game says so" "$log" '^The AgentRuntime library is missing'
	fi
}

# The office is killed in the middle of a conversation, and its people know each other afterwards.
test_a_killed_demo() {
	local home=$WORK/demo_player log=$WORK/killed_demo.log line pid partner=nobody
	mkdir -p "$home"
	machine "$WORK/debug"
	MACHINE+=(--bind "$home" /home/player)
	exec 5< <(exec timeout --kill-after=5 60 "${MACHINE[@]}" /game/game.x86_64 --headless 2>&1 </dev/null)
	pid=$!
	while read -r line <&5; do
		echo "$line"
		[[ ! $line =~ ^[[:alpha:]]+:\ Hello\ ([[:alpha:]]+)! ]] || partner=${BASH_REMATCH[1]}
		[[ $line != "$partner: "* ]] || kill -KILL "$pid"
	done >"$log"
	exec 5<&-
	has_line "killed: the demo's agents were talking" "$log" "^$partner: "
	timeout --kill-after=5 60 "${MACHINE[@]}" /game/game.x86_64 --headless \
		-- --quit-after-greeting >"$log" 2>&1 </dev/null
	has_line "killed: they know each other again" "$log" "^[[:alpha:]]+: Hello again, $partner!"
	has_line "killed: and they talk to the end" "$log" "$MARKER"
	grep -E 'WARNING|ERROR|FATAL' "$log" >"$log.problems"
	empty "killed: the demo goes on without warning and error" "$log.problems"
	# Exports take away the right to run it, and the game's folder cannot be written to.
	find "$home/.local/state" -path "*/agent_runtime/bin/$HOST.*" -perm 0700 >"$WORK/hosts.txt"
	has_line "killed: the program can be run from the player's own folder" "$WORK/hosts.txt" .
}

# Another game, exported from the same project, is killed and started again.
test_a_killed_game() {
	local folder=$WORK/village home=$WORK/player log=$WORK/killed.log
	mkdir -p "$GAME/games" "$home"
	cp "$PROJECT/tests/godot/games"/village.{gd,tscn} "$GAME/games"
	# What a release game prints stays in a buffer otherwise, and the kill would come too late.
	sed -i 's|^run/main_scene=.*|run/main_scene="res://games/village.tscn"\
run/flush_stdout_on_print=true|' "$GAME/project.godot"
	export_game release "$folder"
	machine "$folder"
	timeout --kill-after=5 300 python3 "$PROJECT/tests/godot/games/kill_and_restart.py" \
		"the exported game" "$home/village.db" \
		"${MACHINE[@]}" --bind "$home" /home/player \
		/game/game.x86_64 --headless -- /home/player/village.db </dev/null >"$log" 2>&1
	count_cases "$log"
}

# village WISH…: runs the game that test_a_killed_game exports; the empty machine has no claude.
village() {
	machine "$WORK/village"
	timeout --kill-after=5 60 "${MACHINE[@]}" --bind "$WORK/player" /home/player \
		/game/game.x86_64 --headless -- /home/player/programs.db "$@" 2>&1 </dev/null
}

test_programs_as_minds() {
	local log=$WORK/programs.log
	village ask=claude >"$log"
	has_line "programs: in an exported game none is a mind" "$log" '"failure":"not_allowed"'
	village ask=claude allowed >"$log"
	has_line "programs: one that is switched on is looked for" "$log" '"failure":"misconfigured"'
}

# Both games run on one machine, which ends with the second: the job goes on while there is no game.
# Its shell is all that this machine has for looking into files.
# shellcheck disable=SC2016
KILL_AND_FIND='
cd /home/player
: >first.log
game=(/game/game.x86_64 --headless -- /home/player/jobs.db)
"${game[@]}" work allowed >first.log 2>&1 &
until [[ $(<first.log) == *"\"what\":\"line\""* ]]; do
	kill -0 $! || exit
	sleep 0.1
done
kill -KILL $!
wait $!
echo "the game has ended with code $?"
: >alone
until [ -e worked ]; do sleep 0.1; done
exec "${game[@]}" find=job_001 allowed >second.log 2>&1'

test_jobs() {
	local home=$WORK/worker log=$WORK/jobs.log code=0
	village work >"$log"
	has_line "jobs: an exported game has none, and says which setting it takes" "$log" \
		'jobs are disabled here; enable them in the project setting agent_runtime/jobs/in_exported_games'

	mkdir -p "$home"
	machine "$WORK/village"
	timeout --kill-after=5 60 "${MACHINE[@]}" --bind "$home" /home/player \
		/usr/bin/bash -c "$KILL_AND_FIND" </dev/null >"$log" 2>&1 || code=$?
	has_line "jobs: an exported game that may have them starts one" "$home/first.log" \
		'"id":"job_001",.*"what":"job"'
	has_line "jobs: it is killed while the job works" "$log" '^the game has ended with code 137$'
	grep -E '"what":"(job|line)"' "$home/second.log" 2>&1 | diff - <(
		echo '{"id":"job_001","status":"running","what":"job"}'
		echo '{"seq":1,"text":"one","what":"line"}'
		echo '{"seq":2,"text":"two","what":"line"}'
		echo '{"seq":3,"text":"three","what":"line"}'
		echo '{"id":"job_001","status":"completed","what":"job"}'
	) >"$WORK/jobs.diff" 2>&1
	empty "jobs: the next game finds it at work, with all its lines, and sees its end" "$WORK/jobs.diff"
	problems_in "$home/second.log" >"$WORK/jobs.problems"
	empty "jobs: that game runs without warning and error" "$WORK/jobs.problems"
	[ "$code" = 0 ] || fail "jobs: the games ended with code $code" "$log"
}

copy_demo
check_machine
isolate_engine
test_export release
test_export debug
test_without_library
test_a_killed_demo
test_a_killed_game
test_programs_as_minds
test_jobs
finish
