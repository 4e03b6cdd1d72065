#!/usr/bin/env bash
# Brings this machine to all that build, demo and tests need: Debian packages, third-party sources,
# Godot, export templates. Does only what is missing, so a second run is over at once.
#   src/setup/setup.sh            sets up
#   src/setup/setup.sh --check    says what is missing and changes nothing; fails if something is
# The cache folder is ~/.cache/agent_runtime, or AGENT_RUNTIME_CACHE.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$HERE/places.sh"
. "$HERE/lib.sh"
. "$HERE/engine.sh"

missing_packages() {
	local package proof
	while IFS='| ' read -r package proof _; do
		case $package in
		'#'* | '') continue ;;
		esac
		if [[ $proof == /* ]]; then
			[ -e "$proof" ] || echo "$package"
		else
			command -v "$proof" >/dev/null || echo "$package"
		fi
	done <"$HERE/packages.txt"
}

# Installs what is missing, or says which command does.
install_packages() {
	local package missing=("$@") install=(apt-get install -y --no-install-recommends) root=()
	if ! command -v apt-get >/dev/null; then
		echo "setup: this machine has no apt. Please install, under whatever names these have here:"
		for package in "${missing[@]}"; do
			grep "^$package " "$HERE/packages.txt" | sed -E 's/ *\| */ | /g; s/^/    /'
		done
		exit 1
	fi >&2
	if [ "$(id -u)" != 0 ]; then
		command -v sudo >/dev/null || die "packages are missing; please run as root:" \
			"    apt-get update && ${install[*]} ${missing[*]}" "and then this command again"
		root=(sudo)
		# The password is asked for here, where the user sees it.
		sudo -n true 2>/dev/null || sudo -v || die "sudo refused; please have somebody run as root:" \
			"    apt-get update && ${install[*]} ${missing[*]}" "and then this command again"
	fi
	say "Debian packages: ${missing[*]}"
	root+=(env DEBIAN_FRONTEND=noninteractive)
	# Another program may hold apt's lock for a while, for instance the machine's own updates.
	logged "apt-get update" "${root[@]}" apt-get -q -o DPkg::Lock::Timeout=300 update
	logged "apt-get install" "${root[@]}" "${install[@]}" -q -o DPkg::Lock::Timeout=300 "${missing[@]}"
	mapfile -t missing < <(missing_packages)
	[ ${#missing[@]} = 0 ] || die "apt installed everything, yet this is still missing: ${missing[*]}"
}

# Export templates belong in the user's folder, under a name derived from the engine's version.
templates_folder() {
	local version
	version=$("$HERE/godot" --version </dev/null 2>>"$SETUP_LOG" | tail -n 1) || true
	version=$(template_version "$version") ||
		die "the engine does not start ($("$HERE/godot" --which)); its messages are in $SETUP_LOG"
	echo "${XDG_DATA_HOME:-$HOME/.local/share}/godot/export_templates/$version"
}

templates_missing() { [ ! -s "$1/linux_release.x86_64" ] || [ ! -s "$1/linux_debug.x86_64" ]; }

install_templates() {
	local folder=$1 kind
	say "export templates in $folder"
	mkdir -p "$folder" || die "cannot make the folder $folder"
	for kind in release debug; do
		# A link costs no room; across file systems it has to be a copy.
		ln -f "$GODOT_ROOT/usr/bin/godot-template-$kind" "$folder/.new.$$" 2>/dev/null ||
			cp "$GODOT_ROOT/usr/bin/godot-template-$kind" "$folder/.new.$$"
		mv -f "$folder/.new.$$" "$folder/linux_$kind.x86_64"
	done
}

# Of two set-ups one waits, and then finds nothing to do.
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

# What is to be done, one word a line; nothing when all is there.
needed() {
	[ -z "$(missing_packages)" ] || echo packages
	"$HERE/third_party.sh" --check || echo third-party
	if ! find_engine || { [ "$ENGINE" = private ] && ! "$HERE/private_godot.sh" --check; }; then
		echo godot
	fi
}

set_up() {
	local missing
	mapfile -t missing < <(missing_packages)
	[ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
	rm -rf "$THIRD_PARTY"/.making.* "$CACHE"/godot/.making.*  # left by a run that was killed
	"$HERE/third_party.sh"
	find_engine || [ "$ENGINE" = private ] || die "$ENGINE_PROBLEM"
	[ "$ENGINE" = private ] || return 0
	[ -z "$ENGINE_NOTE" ] || say "$ENGINE_NOTE"
	"$HERE/private_godot.sh"
}

check_engine() {
	local version
	[ -n "${GODOT:-}" ] || return 0
	version=$("$GODOT" --version 2>/dev/null </dev/null | tail -n 1) || version=
	new_enough "$version" ||
		die "GODOT=$GODOT has version ${version:-unknown}; needed is Godot $GODOT_MINIMUM or newer"
}

check_folders
todo=$(needed)
if [ "${1:-}" = --check ]; then
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
folder=$(templates_folder)
if templates_missing "$folder"; then
	if [ "$(find_engine && echo "$ENGINE")" = private ]; then
		install_templates "$folder"
	else
		say "this engine's export templates are not in $folder; exporting needs them"
	fi
fi
