# The addon in the real editor: switched on and off, shown, deleted. Sourced by run.sh.
# shellcheck shell=bash

AGENT_PLUGIN=res://addons/agent_runtime/plugin.cfg
BARE_PLUGIN=res://addons/bare/plugin.cfg
PROBE_PLUGIN=res://addons/probe/plugin.cfg

# editor_project FOLDER PLUGINS: a game with the addon, the probe and a plugin that does nothing.
editor_project() {
	mkdir -p "$1/addons/bare"
	cp -rL "$PROJECT/addons/agent_runtime" "$CASES/editor/probe" "$1/addons"
	cp "$CASES/editor/two_runtimes.tscn" "$1"
	printf '[plugin]\n\nname="Bare"\ndescription=""\nauthor=""\nversion="1"\nscript="bare.gd"\n' \
		>"$1/addons/bare/plugin.cfg"
	printf '@tool\nextends EditorPlugin\n' >"$1/addons/bare/bare.gd"
	project_settings "$1" "$2"
}

# project_settings FOLDER PLUGINS
project_settings() {
	{
		printf 'config_version=5\n\n[application]\n\nconfig/name="Game"\n'
		printf 'config/features=PackedStringArray("4.6", "GL Compatibility")\n'
		[ -z "$2" ] || printf '\n[editor_plugins]\n\nenabled=PackedStringArray(%s)\n' "$2"
		printf '\n[rendering]\n\nrenderer/rendering_method="gl_compatibility"\n'
	} >"$1/project.godot"
}

# settings_of FOLDER: the project's settings without order and comments, which the editor changes.
settings_of() { grep -vE '^(;|$)' "$1/project.godot" | sort; }

# edit NAME FOLDER ARGUMENTS…: opens the project in the editor, headless. NAME.said is what it
# printed, without the progress of imports.
edit() {
	local name=$1 folder=$2
	shift 2
	opened "$WORK/$name.log" \
		engine 120 "$WORK/$name.log" --headless --path "$folder" --editor "$@"
	keep_what_was_said "$name"
}

# edit_on_a_display NAME FOLDER ARGUMENTS…: the same in a window.
edit_on_a_display() {
	local name=$1 folder=$2
	shift 2
	opened "$WORK/$name.log" \
		engine_in_window 120 "$WORK/$name.log" --path "$folder" --editor "$@"
	keep_what_was_said "$name"
}

keep_what_was_said() {
	sed -e 's/\x1b\[[0-9;]*m//g' -e '/^\[ *[0-9]*% \]/d' -e '/^\[ DONE \]/d' -e '/^ *$/d' \
		"$WORK/$1.log" >"$WORK/$1.said"
}

# ended_well NAME: for a run that others are compared with, where a crash would allow theirs.
ended_well() { ! grep -q '^ERROR: the engine ended' "$WORK/$1.log" || fail "$1 crashed" "$WORK/$1.log"; }

# says_no_more TITLE NAME BASELINE: beyond what the baseline run said and the probe's own lines.
says_no_more() {
	grep -vE "$SHOWN|^[0-9]+ passed, [0-9]+ failed$" "$WORK/$2.said" |
		grep -vxFf "$WORK/$3.said" >"$WORK/$2.more"
	empty "$1" "$WORK/$2.more"
}

test_plugin_in_the_editor() {
	local game=$WORK/game test
	editor_project "$game" "\"$AGENT_PLUGIN\", \"$BARE_PLUGIN\", \"$PROBE_PLUGIN\""
	import_project "$game" "$WORK/import.log" || fail "the project could not be imported" "$WORK/import.log"
	settings_of "$game" >"$WORK/project.before"

	edit editor_nothing "$game" --quit-after 5000 -- nothing
	ended_well editor_nothing
	count_cases "$WORK/editor_nothing.log"
	for test in toggle scene help; do
		edit "editor_$test" "$game" --quit-after 5000 -- "$test"
		count_cases "$WORK/editor_$test.log"
		says_no_more "editor: nothing is printed by: $test" "editor_$test" editor_nothing
	done
	mkdir -p "$WORK/empty"
	project_settings "$WORK/empty" ""
	edit_on_a_display display_empty "$WORK/empty" --quit-after 200
	ended_well display_empty
	edit_on_a_display display "$game" --quit-after 5000 -- toggle dock
	count_cases "$WORK/display.log"
	says_no_more "editor: nothing is printed on a display by: toggle dock" display display_empty

	settings_of "$game" | diff "$WORK/project.before" - >"$WORK/project.diff"
	empty "editor: the project's settings are as before" "$WORK/project.diff"
}

# What the engine itself says once, when an extension that it knew is gone.
GONE='agent_runtime\.gdextension|parse_gdextension_file|open_library|load_extensions'

# A plugin switched off and its folder deleted leaves a project that opens as if it had never been.
test_deletion() {
	local game=$WORK/deleted
	mkdir -p "$game"
	project_settings "$game" ""
	edit without "$game" --quit-after 200
	edit without "$game" --quit-after 200
	ended_well without

	rm -rf "$game"
	game_with_addon "$game"
	edit with "$game" --quit-after 200
	says_no_more "editor: a project with the addon opens quietly" with without
	project_settings "$game" ""
	rm -r "$game/addons"
	edit deleted "$game" --quit-after 200
	grep -vE "$GONE" "$WORK/deleted.said" >"$WORK/deleted.rest"
	mv "$WORK/deleted.rest" "$WORK/deleted.said"
	says_no_more "editor: after the addon was deleted only the engine names it, once" deleted without
	edit deleted_again "$game" --quit-after 200
	says_no_more "editor: after that the project opens quietly" deleted_again without
	grep -i agent_runtime "$game/project.godot" "$game/.godot/extension_list.cfg" >"$WORK/deleted.left" 2>/dev/null
	empty "editor: nothing of the addon is left in the project" "$WORK/deleted.left"
}

# game_with_addon FOLDER: only the addon, switched on, imported.
game_with_addon() {
	editor_project "$1" "\"$AGENT_PLUGIN\""
	rm -r "$1/addons"/{bare,probe} "$1/two_runtimes.tscn"
	import_project "$1" "$WORK/import_alone.log"
}

test_deletion_while_open() {
	local game=$WORK/deleted_open
	editor_project "$game" "\"$AGENT_PLUGIN\", \"$PROBE_PLUGIN\""
	import_project "$game" "$WORK/import_open.log"
	edit deleted_open "$game" --quit-after 1000 -- delete
	has_line "editor: the addon is deleted while the editor is open" "$WORK/deleted_open.log" "^deleting the addon"
	grep -E 'crash|^ERROR: (FATAL|the engine ended|stopped)' "$WORK/deleted_open.said" >"$WORK/deleted_open.crash"
	empty "editor: and the editor lives on" "$WORK/deleted_open.crash"
	[ ! -e "$game/addons/agent_runtime" ] || fail "editor: the addon's folder is still there"
}

test_plugin_in_the_editor
test_deletion
test_deletion_while_open
