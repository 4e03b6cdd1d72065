# Shared by the test layers that are shell scripts: counting, engine runs, logs.
# Sourced with LAYER set to the layer's name; the last call is `finish`.
# shellcheck shell=bash disable=SC2034
. "$(dirname "${BASH_SOURCE[0]}")/../src/setup/places.sh"
. "$PROJECT/src/setup/engine.sh"

WORK=$PROJECT/build/tests/$LAYER
PASSED=0
FAILED=0
RETRIES=0
# What our own cases and probes print once they run.
SHOWN='^(ok|FAIL) '

pass() {
	PASSED=$((PASSED + 1))
	echo "ok $1"
}

# fail TITLE [FILE]: the file is shown below the title.
fail() {
	FAILED=$((FAILED + 1))
	echo "FAIL $1"
	[ -z "${2:-}" ] || sed 's/^/    /' "$2"
}

# empty TITLE FILE: passes if the file has no line; its lines are what is wrong.
empty() { if [ -s "$2" ]; then fail "$1" "$2"; else pass "$1"; fi; }

# has_line TITLE FILE PATTERN: passes if a line of the file matches the extended pattern.
has_line() {
	if grep -qE -e "$3" "$2"; then pass "$1"; else fail "$1 (no line matches $3)" "$2"; fi
}

# count_cases LOG: adds the cases that the log tells of, and shows them. A run that broke off has no
# closing line and fails by that.
count_cases() {
	local log=$1 closing
	closing=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
	grep -E "$SHOWN" "$log"
	if [[ ! $closing =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		fail "the run broke off" "$log"
		return
	fi
	PASSED=$((PASSED + BASH_REMATCH[1]))
	FAILED=$((FAILED + BASH_REMATCH[2]))
	[ "$closing" != "0 passed, 0 failed" ] || fail "no case was found" "$log"
	[ "${BASH_REMATCH[2]}" = 0 ] || sed 's/^/    /' "$log"
}

# Prints the closing line that tests/run.sh reads, and exits.
finish() {
	[ "$RETRIES" = 0 ] || echo "editors opened again after a crash of their own: $RETRIES"
	echo "$PASSED passed, $FAILED failed"
	[ "$FAILED" = 0 ] && [ "$PASSED" != 0 ]
	exit
}

# The engine's folders, apart from the user's: settings and user:// of a layer meet no other's.
isolate_engine() {
	rm -rf "$PROJECT/build/tests/xdg/$LAYER"
	use_own_folders
}

# The same without clearing them away, for what may run twice at a time.
use_own_folders() {
	local templates=${XDG_DATA_HOME:-$HOME/.local/share}/godot/export_templates
	local home=$PROJECT/build/tests/xdg/$LAYER
	mkdir -p "$home"/{data/godot,config,cache,state,runtime}
	chmod 700 "$home/runtime"
	[ ! -d "$templates" ] || [ -e "$home/data/godot/export_templates" ] ||
		ln -s "$templates" "$home/data/godot/export_templates"
	export XDG_DATA_HOME=$home/data XDG_CONFIG_HOME=$home/config XDG_CACHE_HOME=$home/cache
	export XDG_STATE_HOME=$home/state
	export XDG_RUNTIME_DIR=$home/runtime
	# The cache folder moves with XDG_CACHE_HOME, the engine that is in it does not.
	export AGENT_RUNTIME_CACHE=$CACHE
}

# engine SECONDS LOG ARGUMENTS…: runs the engine with its output in LOG. It is killed at the time
# limit, and the log then says so. The exit code is the engine's.
engine() { limited "$1" "$2" "$PROJECT/src/setup/godot" "${@:3}"; }

# The same on a display of its own, drawn by the software renderer.
engine_in_window() {
	limited "$1" "$2" xvfb-run -a -s "-screen 0 1280x720x24" "$PROJECT/src/setup/godot" \
		--audio-driver Dummy --rendering-method gl_compatibility "${@:3}"
}

# The engine's editor joins a thread of its own twice now and then, and ends with an exception of
# std::thread. Measured with Godot 4.6.3 on a busy machine: 1 of 24 windowed editors of an empty
# project without any extension, opened for 200 frames; so it says nothing of the addon.
fell_by_itself() {
	grep -A1 "^terminate called after throwing an instance of 'std::system_error'" "$1" |
		grep -q '^  what():  Invalid argument$' && ! grep -qE "$SHOWN" "$1"
}

# opened LOG COMMAND…: opens an editor by the command, which writes LOG, and once more after exactly
# that crash, if nothing of ours had run. Two times in a whole layer are forgiven, no more. A run that
# ends badly leaves an ERROR in the log.
opened() {
	local log=$1 code=0
	shift
	"$@" || code=$?
	while [ "$code" != 0 ] && [ "$RETRIES" -lt 2 ] && fell_by_itself "$log"; do
		RETRIES=$((RETRIES + 1))
		echo "retry $RETRIES of 2 in this layer: the editor crashed in a thread of its own (${log##*/})"
		code=0
		"$@" || code=$?
	done
	[ "$code" = 0 ] || echo "ERROR: the engine ended with code $code" >>"$log"
}

limited() {
	local seconds=$1 log=$2 code=0
	shift 2
	timeout --kill-after=5 "$seconds" "$@" </dev/null >"$log" 2>&1 || code=$?
	[ "$code" != 124 ] && [ "$code" != 137 ] || echo "ERROR: stopped after $seconds s" >>"$log"
	return "$code"
}

# import_project FOLDER LOG: makes a project ready to run; fails if the engine does.
import_project() {
	write_extension_list "$1"
	engine 300 "$2" --headless --path "$1" --import
}
