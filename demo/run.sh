#!/usr/bin/env bash
# Sets up what is missing, builds, and runs the demo.
#   demo/run.sh                      in a window; without a display as --headless
#   demo/run.sh --headless           without a window: what the agents say is printed, `name: text`
#   demo/run.sh --screenshot FILE    draws the demo on a display of its own and saves a PNG
#   demo/run.sh … -- ARGS            hands ARGS to the engine
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$HERE/../src/setup/places.sh"
. "$HERE/../src/setup/engine.sh"

help() {
	sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"
}

fail() {
	echo "demo: $*" >&2
	exit 1
}

mode=window
[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || mode=headless
picture=
while [ $# -gt 0 ]; do
	case $1 in
	--headless) mode=headless ;;
	--screenshot)
		[ -n "${2:-}" ] || fail "--screenshot needs the name of the PNG to write"
		mode=screenshot
		picture=$(realpath -m -- "$2")
		shift
		;;
	-h | --help)
		help
		exit 0
		;;
	--)
		shift
		break
		;;
	*) fail "unknown option $1; see demo/run.sh --help" ;;
	esac
	shift
done

build_log=$PROJECT/build/demo_build.log
mkdir -p "$PROJECT/build"
needed=()
[ "$mode" != screenshot ] || needed=(--screenshot)
# The core needs no engine: it is compiled while that is being fetched.
"$PROJECT/src/setup/setup.sh" "${needed[@]}" --meanwhile "scons -C '$PROJECT' -Q core" >&2
echo "demo: building" >&2
if ! (cd "$PROJECT" && scons -Q demo) >"$build_log" 2>&1; then
	cat "$build_log" >&2
	fail "the build failed, see above"
fi

# Imports once; again when the engine is another one or a file has changed since.
imported=$HERE/.godot/imported_by
version=$("$PROJECT/src/setup/godot" --version | tail -n 1)
changed() {
	find -L "$HERE" -name .godot -prune -o -newer "$imported" -type f ! -name '*.so' -print -quit
}
if [ "$(cat "$imported" 2>/dev/null)" != "$version" ] || [ -n "$(changed)" ]; then
	echo "demo: importing" >&2
	write_extension_list "$HERE"
	if ! timeout 300 "$PROJECT/src/setup/godot" --headless --path "$HERE" --import \
		>"$build_log" 2>&1; then
		cat "$build_log" >&2
		fail "the engine could not import the demo, see above"
	fi
	echo "$version" >"$imported"
fi

engine=("$PROJECT/src/setup/godot" --no-header --path "$HERE")
case $mode in
window) exec "${engine[@]}" "$@" ;;
headless) exec "${engine[@]}" --headless "$@" -- --quit-after-greeting ;;
screenshot)
	mkdir -p "$(dirname "$picture")"
	rm -f "$picture"
	AGENT_RUNTIME_BIND=${AGENT_RUNTIME_BIND:-}:${picture%/*} \
		timeout 120 xvfb-run -a -s "-screen 0 1280x720x24" "${engine[@]}" --audio-driver Dummy \
		--rendering-method gl_compatibility "$@" -- "--screenshot=$picture" 2>&1 |
		{ grep --line-buffered -vE 'V-Sync|set_use_vsync' || true; } || # a virtual display has none
		{ code=$? && echo "demo: the engine ended with code $code" >&2 && exit "$code"; }
	[[ $(head -c 4 "$picture" 2>/dev/null | tail -c 3) == PNG ]] || fail "no picture was saved"
	echo "demo: saved $picture" >&2
	;;
esac
