#!/usr/bin/env bash
# Makes the private engine: a folder with Godot from Debian testing, its export templates, a
# software renderer and the libraries that they need, which are unpacked but not installed. Debian
# 12 only has Godot 3. Unpacking needs no root, runs no maintainer script, and leaves out
# documentation. The result is made under another name and renamed when complete.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/places.sh"
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

PACKAGES=(
	godot godot-template-release godot-template-debug
	# The renderer with llvmpipe, for pictures without a graphics card.
	libgl1 libglx-mesa0 libgl1-mesa-dri libegl1 libgles2
	# The engine opens these itself when there is a window or sound.
	libasound2t64 libpulse0 libxkbcommon0 libdecor-0-0
	# The engine asks a shell for the user's folders.
	bash dash coreutils
	ca-certificates tzdata
)
RECIPE=${PACKAGES[*]}
[ "$(cat "$GODOT_ROOT/RECIPE" 2>/dev/null)" = "$RECIPE" ] && exit 0
[ "${1:-}" != --check ] || exit 1

# Leaves out documentation, for which dpkg-deb has no filter.
unpack() {
	local unread=() folder
	for folder in doc man locale info lintian bug; do
		unread+=("--exclude=./usr/share/$folder/*")
	done
	dpkg-deb --fsys-tarfile "$1" | tar -x -C "$WORK/root" --no-same-owner "${unread[@]}"
}

mkdir -p "$CACHE/godot"
WORK=$(mktemp -d "$CACHE/godot/.making.XXXXXX")
trap 'rm -rf "$WORK"' EXIT

say "Godot from Debian testing, a private copy in $CACHE/godot (200 MB to fetch)"
private_apt "$WORK/apt" deb testing
logged "fetching Godot" "${APT[@]}" --download-only install "${PACKAGES[@]}"

say "unpacking Godot"
mkdir "$WORK/root"
for package in "$WORK"/apt/archives/*.deb; do
	logged "unpacking ${package##*/}" unpack "$package"
	rm "$package"
done
certificates=$WORK/root/etc/ssl/certs
mkdir -p "$certificates"
cat "$WORK"/root/usr/share/ca-certificates/mozilla/*.crt >"$certificates/ca-certificates.crt"
touch "$WORK"/root/etc/{resolv.conf,hosts,passwd,group} # in_root mounts the host's files over these
echo "$RECIPE" >"$WORK/root/RECIPE"
[ ! -e "$GODOT_ROOT" ] || mv "$GODOT_ROOT" "$WORK/old"
mv "$WORK/root" "$GODOT_ROOT"
