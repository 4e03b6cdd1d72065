#!/usr/bin/env bash
# Makes the private engine: a folder with Godot of Debian testing, its export templates, a software
# renderer and the libraries they need, unpacked and nothing else. Debian 12 itself has only Godot 3.
# Unpacking without installing needs no root, runs no maintainer script and leaves out what is only
# read by people; the result is made aside and renamed when complete.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/places.sh"
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

PACKAGES=(
	godot godot-template-release godot-template-debug
	libgl1 libglx-mesa0 libgl1-mesa-dri libegl1 libgles2 # llvmpipe, for pictures without a graphics card
	libasound2t64 libpulse0 libxkbcommon0 libdecor-0-0   # the engine opens these when a window does
	bash dash coreutils                                  # the engine asks a shell for the user's folders
	ca-certificates tzdata                               # certificates for HTTPS
)
RECIPE=${PACKAGES[*]}
[ "$(cat "$GODOT_ROOT/RECIPE" 2>/dev/null)" = "$RECIPE" ] && exit 0
[ "${1:-}" != --check ] || exit 1

mkdir -p "$CACHE/godot"
WORK=$(mktemp -d "$CACHE/godot/.making.XXXXXX")
trap 'rm -rf "$WORK"' EXIT

say "Godot from Debian testing, a private copy in $CACHE/godot (200 MB to fetch)"
private_apt "$WORK/apt" deb testing
logged "fetching Godot" "${APT[@]}" --download-only install "${PACKAGES[@]}"

say "unpacking Godot"
mkdir "$WORK/root"
for package in "$WORK"/apt/archives/*.deb; do
	# The filter drops what only people read; dpkg-deb has none of its own.
	# shellcheck disable=SC2016
	logged "unpacking ${package##*/}" bash -c 'set -o pipefail
		dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --no-same-owner \
			--exclude="./usr/share/doc/*" --exclude="./usr/share/man/*" --exclude="./usr/share/locale/*" \
			--exclude="./usr/share/info/*" --exclude="./usr/share/lintian/*" --exclude="./usr/share/bug/*"' \
		- "$package" "$WORK/root"
	rm "$package"
done
mkdir -p "$WORK/root/etc/ssl/certs"
cat "$WORK"/root/usr/share/ca-certificates/mozilla/*.crt >"$WORK/root/etc/ssl/certs/ca-certificates.crt"
touch "$WORK"/root/etc/{resolv.conf,hosts,passwd,group} # in_root mounts the host's over these
echo "$RECIPE" >"$WORK/root/RECIPE"
[ ! -e "$GODOT_ROOT" ] || mv "$GODOT_ROOT" "$WORK/old"
mv "$WORK/root" "$GODOT_ROOT"
