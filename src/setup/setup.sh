#!/usr/bin/env bash
# Brings this machine to all that build, demo and tests need: Debian packages, third-party sources,
# Godot, export templates. Does only what is missing, so a second run is over at once.
#   src/setup/setup.sh               sets up for build and demo
#   src/setup/setup.sh --screenshot  for pictures of the demo too
#   src/setup/setup.sh --tests       for the tests too: with an engine of the user's, the private one
#                                    as well, since the exported game is run in that one's root, and
#                                    the npm packages that talk to the gateway
#   src/setup/setup.sh --fuzzing     for tests/fuzz too
#   … --meanwhile COMMAND            runs COMMAND while Godot is being fetched, when all but that is
#                                    there; how it ends does not matter
#   … --check                        says what is missing and changes nothing; fails if something is
# The cache folder is ~/.cache/agent_runtime, or AGENT_RUNTIME_CACHE.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$HERE/places.sh"
. "$HERE/lib.sh"
. "$HERE/engine.sh"

# The package names of each missing package, one package on each line.
missing_packages() {
	local packages proofs wanted=("${purposes[@]}")
	! wants_private_engine || wanted+=(engine)
	while IFS='|' read -r packages proofs _; do
		# shellcheck disable=SC2086
		[ "$packages" = - ] || is_there $proofs || echo "$packages"
	done < <(needed_rows "${wanted[@]}")
}

# Installs what is missing, or prints the command that does.
install_packages() {
	local package missing=("$@") install=(apt-get install -y --no-install-recommends) root=() names
	if ! command -v apt-get >/dev/null; then
		echo "setup: this machine has no apt. Please install, under whatever names these have here:"
		for package in "${missing[@]}"; do
			grep -F "$package " "$HERE/packages.txt" | sed -E 's/ *\| */ | /g; s/^/    /'
		done
		exit 1
	fi >&2
	mapfile -t names < <(known_here "${missing[@]}")
	if [ "$(id -u)" != 0 ]; then
		command -v sudo >/dev/null || die "packages are missing; please run as root:" \
			"    apt-get update && ${install[*]} ${names[*]}" "and then this command again"
		root=(sudo)
		# The password is asked for here, where the user sees it.
		sudo -n true 2>/dev/null || sudo -v || die "sudo refused; please have somebody run as root:" \
			"    apt-get update && ${install[*]} ${names[*]}" "and then this command again"
	fi
	root+=(env DEBIAN_FRONTEND=noninteractive)
	# Another program may hold apt's lock for a while, such as the machine's own updates.
	logged "apt-get update" "${root[@]}" apt-get -q -o DPkg::Lock::Timeout=300 update
	# On a machine whose package lists were deleted, apt knows the names only now.
	mapfile -t names < <(known_here "${missing[@]}")
	say "Debian packages: ${names[*]}"
	logged "apt-get install" "${root[@]}" "${install[@]}" -q -o DPkg::Lock::Timeout=300 "${names[@]}"
	mapfile -t missing < <(missing_packages)
	[ ${#missing[@]} = 0 ] || die "apt installed everything, yet this is still missing: ${missing[*]}"
}

templates_missing() { [ ! -s "$1/linux_release.x86_64" ] || [ ! -s "$1/linux_debug.x86_64" ]; }

# said_version COMMAND…: the version that an engine or a template reports.
said_version() { template_version "$("$@" --version </dev/null 2>>"$SETUP_LOG" | tail -n 1)"; }

# The folder that has templates of this version: beside the user's engine, in the distribution's
# packages, or in the private engine.
templates_source() {
	local version=$1 folder name=godot-template-release
	if [ "$ENGINE" != private ]; then
		for folder in "$(dirname "$(realpath "$ENGINE")")" /usr/bin; do
			[ -x "$folder/$name" ] && [ "$(said_version "$folder/$name")" = "$version" ] || continue
			echo "$folder"
			return
		done
	fi
	[ -x "$GODOT_ROOT/usr/bin/$name" ] || return 1
	[ "$(said_version "$HERE/in_root" "/usr/bin/$name")" = "$version" ] || return 1
	echo "$GODOT_ROOT/usr/bin"
}

# install_templates FROM FOLDER
install_templates() {
	local from=$1 folder=$2 kind
	say "export templates in $folder"
	mkdir -p "$folder" || die "cannot make the folder $folder"
	for kind in release debug; do
		# A link takes no space, but across file systems it has to be a copy.
		ln -f "$from/godot-template-$kind" "$folder/.new.$$" 2>/dev/null ||
			cp "$from/godot-template-$kind" "$folder/.new.$$"
		mv -f "$folder/.new.$$" "$folder/linux_$kind.x86_64"
	done
}

# Export templates belong in the user's folder, under a name derived from the engine's version.
set_up_templates() {
	local version folder from
	version=$(said_version "$HERE/godot") ||
		die "the engine does not start ($ENGINE); its messages are in $SETUP_LOG"
	folder=${XDG_DATA_HOME:-$HOME/.local/share}/godot/export_templates/$version
	templates_missing "$folder" || return 0
	if from=$(templates_source "$version"); then
		install_templates "$from" "$folder"
	else
		say "this engine's export templates are not in $folder; exporting needs them," \
			"and so does the export test. Godot's editor installs them: Editor > Manage Export Templates"
	fi
}

# When two set-ups run at once, the second one waits and then finds nothing to do.
take_lock() {
	command -v flock >/dev/null || return 0
	exec 9>"$CACHE/setup.lock"
	flock -n 9 && return
	say "another set-up is running on this machine; waiting for it"
	flock 9
}

check_folders() {
	mkdir -p "$CACHE" 2>/dev/null || true
	[ -w "$CACHE" ] || die "the cache folder $CACHE cannot be written;" \
		"make it writable or set AGENT_RUNTIME_CACHE to a folder that is"
	[ -w "$PROJECT" ] || die "the project's folder $PROJECT cannot be written," \
		"and the build writes in it; clone the project to a folder of your own"
}

# Call after the engine was looked for.
wants_private_engine() { [ "$ENGINE" = private ] || [ -n "$for_tests" ]; }

# Prints what has to be done, one word on each line; nothing when all is there.
needed() {
	local found=1
	find_engine || found=
	[ -z "$(missing_packages)" ] || echo packages
	"$HERE/third_party.sh" --check || echo third-party
	if [ -z "$found" ] || { wants_private_engine && ! "$HERE/private_godot.sh" --check; }; then
		echo godot
	fi
	[ -z "$for_tests" ] || "$HERE/peers.sh" --check || echo peers
}

# Fetches Godot from the network and unpacks it while apt waits for the disk, with a log of its own.
fetch_engine() {
	[ -z "$engine_job" ] || return 0
	wants_private_engine && ! "$HERE/private_godot.sh" --check || return 0
	SETUP_LOG=$CACHE/setup_godot.log setsid "$HERE/private_godot.sh" &
	engine_job=$!
	trap 'kill -- "-$engine_job" 2>/dev/null || true' EXIT
}

wait_for_engine() {
	[ -n "$engine_job" ] || return 0
	if [ -n "$meanwhile" ] && kill -0 "$engine_job" 2>/dev/null; then
		bash -c "$meanwhile" >/dev/null 2>&1 </dev/null || true
	fi
	wait "$engine_job" || exit 1
	trap - EXIT
}

set_up() {
	local missing
	# A system that is not Debian is reported before anything is installed.
	! command -v apt-get >/dev/null || [ "$todo" = packages ] || debian_mirror >/dev/null
	rm -rf "$THIRD_PARTY"/.making.* "$CACHE"/godot/.making.*  # left by a run that was killed
	find_engine || [ "$ENGINE" = private ] || die "$ENGINE_PROBLEM"
	[ -z "$ENGINE_NOTE" ] || say "$ENGINE_NOTE"
	mapfile -t missing < <(missing_packages)
	[[ " ${missing[*]} " == *" debian-archive-keyring "* ]] || ! command -v apt-get >/dev/null ||
		fetch_engine
	[ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
	fetch_engine
	"$HERE/third_party.sh"
	wait_for_engine
	[ -z "$for_tests" ] || "$HERE/peers.sh" --check || install_peers
}

install_peers() {
	say "npm packages for the tests"
	logged "fetching the npm packages of tests/peers" "$HERE/peers.sh"
}

check_engine() {
	local version
	[ -n "${GODOT:-}" ] || return 0
	version=$("$GODOT" --version 2>/dev/null </dev/null | tail -n 1) || version=
	new_enough "$version" ||
		die "GODOT=$GODOT has version ${version:-unknown}; needed is Godot $GODOT_MINIMUM or newer"
}

for_tests=
only_check=
meanwhile=
engine_job=
purposes=(setup build library)
while [ $# -gt 0 ]; do
	case $1 in
	--screenshot) purposes+=(screenshot) ;;
	--fuzzing) purposes+=(fuzzing) ;;
	--tests)
		for_tests=1
		purposes+=(screenshot tests)
		;;
	--meanwhile)
		meanwhile=${2:?--meanwhile needs a command}
		shift
		;;
	--check) only_check=1 ;;
	*) die "unknown option $1; there are --screenshot, --tests, --fuzzing, --meanwhile COMMAND and --check" ;;
	esac
	shift
done

check_folders
todo=$(needed)
if [ -n "$only_check" ]; then
	[ -z "$todo" ] || say "missing: ${todo//$'\n'/, }"
	[ -z "$todo" ]
	exit
fi
if [ -n "$todo" ]; then
	take_lock
	: >"$SETUP_LOG"
	set_up
fi
check_engine
find_engine || die "$ENGINE_PROBLEM"
set_up_templates
