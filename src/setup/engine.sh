# Which Godot to run, and what every first run of a project needs; sourced after places.sh.
# shellcheck shell=bash disable=SC2034

# Build and tests run in other folders, where a relative path would not lead to it.
case ${GODOT:-} in
/*) ;;
*/*) export GODOT=$PWD/$GODOT ;;
esac

# The part of `godot --version` that names the folder of the export templates, such as 4.6.3.stable.
template_version() {
	grep -oE '^[0-9]+(\.[0-9]+)+\.(stable|rc|beta|alpha|dev)[0-9]*(\.mono)?' <<<"$1"
}

new_enough() { [[ $1 == 4.* ]] && printf '%s\n' "$GODOT_MINIMUM" "$1" | sort -VC; }

# Sets ENGINE to the engine's path or `private`, or fails with the reason in ENGINE_PROBLEM.
# ENGINE_NOTE says why an engine on the PATH was passed over.
find_engine() {
	local version
	ENGINE=
	ENGINE_NOTE=
	ENGINE_PROBLEM=
	if [ -n "${GODOT:-}" ]; then
		if ! ENGINE=$(command -v "$GODOT") || [ ! -x "$ENGINE" ] || [ -d "$ENGINE" ]; then
			ENGINE_PROBLEM="GODOT=$GODOT is not a program; set it to the path of Godot"
			ENGINE_PROBLEM+=" $GODOT_MINIMUM or newer, or unset it"
			return 1
		fi
		return 0
	fi
	if ENGINE=$(command -v godot); then
		version=$("$ENGINE" --version 2>/dev/null </dev/null | tail -n 1) || version=
		new_enough "$version" && return 0
		ENGINE_NOTE="$ENGINE is passed over: its version is ${version:-unknown},"
		ENGINE_NOTE+=" needed is Godot $GODOT_MINIMUM or newer"
	fi
	ENGINE=private
	[ -x "$GODOT_ROOT/usr/bin/godot" ] && return 0
	ENGINE_PROBLEM="no Godot $GODOT_MINIMUM or newer found:"
	ENGINE_PROBLEM+=" set GODOT to the engine's path, or run src/setup/setup.sh"
	return 1
}

# Without this list the first headless run of a fresh checkout loads no extension. It must also
# exist before an extension other than ours is imported; see src/godot/headless_editor.h.
write_extension_list() {
	local project=$1
	mkdir -p "$project/.godot"
	(cd "$project" && find -L . -name .godot -prune -o -name '*.gdextension' -print) |
		sed 's|^\./|res://|' | LC_ALL=C sort >"$project/.godot/extension_list.cfg"
}
