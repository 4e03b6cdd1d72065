# What the build makes of other bindings and of other engines; sourced by run.sh. Each is tried in a copy
# of the sources, in which nothing is built.
# shellcheck shell=bash

# sources_in FOLDER: what a build reads, and the interface that the engine has told.
sources_in() {
	mkdir -p "$1/build"
	(cd "$PROJECT" && git ls-files -z SConstruct VERSION src addons godot-cpp | tar -c --null -T -) |
		tar -x -C "$1"
	cp -r "$PROJECT/build/godot_api" "$1/build/"
}

# Upstream makes its headers in the same run, so a file of ours that includes one waits for it.
test_upstream_bindings() {
	local folder=$WORK/upstream log=$WORK/upstream.log object
	object=build/obj/template_debug/src/godot/godot-letters.os
	sources_in "$folder"
	rm -r "$folder"/src/godot/*
	printf '#include <godot_cpp/classes/node.hpp>\n\nint letters(godot::Node &p_node) {\n\t%s\n}\n' \
		'return p_node.get_name().length();' >"$folder/src/godot/letters.cpp"
	cp -r "$PROJECT/tests/install/upstream" "$folder/upstream"
	find "$folder/upstream" -type f -exec touch -d '1 minute ago' {} +
	build_upstream() {
		scons -C "$folder" -Q -j2 godot_cpp=upstream target=template_debug "$object" >"$log" 2>&1 </dev/null
		echo "ended with code $?" >>"$log"
	}
	build_upstream
	has_line "a first build on upstream's bindings waits for their headers" "$log" '^ended with code 0$'
	build_upstream
	has_line "a second one finds nothing to do" "$log" "^scons: .*godot-letters.os' is up to date"
	echo >>"$folder/upstream/bindings/include/godot_cpp/variant/string.hpp"
	rm -r "$folder/upstream/gen"
	build_upstream
	tr '\n' ' ' <"$log" >"$log.line"
	has_line "other headers of upstream's are compiled against anew" "$log.line" \
		'Compiling [^ ]*godot-letters\.cpp .*ended with code 0'
}

# engine_of SERIES FILE: an engine of another series, as far as a build sees it.
engine_of() {
	cat >"$2" <<-END
		#!/usr/bin/env bash
		[ "\$1" != --version ] || { echo $1.1.stable.test && exit; }
		cp "$PROJECT"/build/godot_api/gdextension_interface.* .
		sed '1,20s/"version_minor": *[0-9]*/"version_minor": ${1#*.}/' \\
			"$PROJECT/build/godot_api/extension_api.json" >extension_api.json
	END
	chmod +x "$2"
}

test_engine_series() {
	local folder=$WORK/series log=$WORK/series.log newer="4.$((${GODOT_MINIMUM#*.} + 1))"
	local older="4.$((${GODOT_MINIMUM#*.} - 1))"
	sources_in "$folder"
	engine_of "$older" "$folder/older"
	engine_of "$newer" "$folder/newer"
	refuses "an engine older than releases are built with is refused" \
		"Godot $GODOT_MINIMUM or newer is needed, and .*/older.* version $older; set GODOT" \
		env GODOT="$folder/older" scons -C "$folder" -Q -n demo
	refuses "a release is built with the pinned series of Godot" \
		"no archive is made: built with Godot $newer it does not load in $GODOT_MINIMUM" \
		env GODOT="$folder/newer" scons -C "$folder" -Q -n zip
	env GODOT="$folder/newer" scons -C "$folder" -Q addons/agent_runtime/agent_runtime.gdextension \
		>"$log" 2>&1 </dev/null
	has_line "a build for a newer engine says so" "$log" "note: built with Godot $newer it does not load"
	has_line "and so does its .gdextension" "$folder/addons/agent_runtime/agent_runtime.gdextension" \
		"^compatibility_minimum = \"$newer\"$"
	env GODOT="$folder/newer" scons -C "$folder" -Q -n zip any_engine=yes >"$log" 2>&1 </dev/null
	has_line "an archive of one's own takes a newer engine" "$log" '^Packing build/dist/'
	has_line "releases are built with the series that the README names" "$PROJECT/README.md" \
		"^\| this version \| ${GODOT_MINIMUM/./\\.} \|"
}
