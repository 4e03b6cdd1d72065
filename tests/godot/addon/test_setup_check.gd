extends "res://test_case.gd"
## The set-up check: what it sees here, and what it says about each thing that can be wrong.

const SetupCheck := preload("res://addons/agent_runtime/editor/setup_check.gd")


func test_this_project_has_no_problem() -> void:
	var facts: SetupCheck.Facts = SetupCheck.observe("res://addons/agent_runtime")
	equal(SetupCheck.first_problem(SetupCheck.judge(facts)), "", "problem")
	equal(facts.addon_version, SetupCheck.FROM_SOURCES, "version of the addon")
	check(facts.has_extension_file and facts.has_library_file, "files are seen")


func test_findings_cover_each_thing_once() -> void:
	var titles: PackedStringArray = []
	for finding: SetupCheck.Finding in SetupCheck.judge(_healthy()):
		titles.append(finding.title)
		equal(finding.state, SetupCheck.State.FINE, finding.title)
		equal(finding.remedy, "", finding.title + "'s remedy")
	equal(", ".join(titles), "Engine, Library, Versions, Folder, Export templates", "titles")


func test_a_library_that_was_not_copied() -> void:
	for has_extension_file: bool in [false, true]:
		var facts: SetupCheck.Facts = _without_library()
		facts.has_extension_file = has_extension_file
		facts.has_library_file = false
		var line: String = SetupCheck.first_problem(SetupCheck.judge(facts))
		contains(line, "The library is missing.", "what is wrong")
		contains(line, "addons/agent_runtime of a release", "how to mend it")
		check(not line.contains("\n"), "it is one line")


func test_a_library_that_did_not_load() -> void:
	var line: String = SetupCheck.first_problem(SetupCheck.judge(_without_library()))
	contains(line, "not loaded", "what is wrong")
	contains(line, "Restart the editor", "how to mend it")


func test_a_platform_without_library() -> void:
	var facts: SetupCheck.Facts = _without_library()
	facts.platform = "Windows x86_64"
	contains(SetupCheck.first_problem(SetupCheck.judge(facts)),
			"no library for Windows x86_64. Only Linux x86_64", "problem")


func test_an_engine_that_is_too_old() -> void:
	for version: Array in [[4, 5, "4.6"], [3, 6, "4.6"], [4, 9, "4.10"]]:
		var facts: SetupCheck.Facts = _healthy()
		facts.engine.merge({"major": version[0], "minor": version[1]}, true)
		facts.oldest_engine = version[2]
		contains(SetupCheck.first_problem(SetupCheck.judge(facts)),
				"Use Godot %s or newer" % version[2], "problem")


func test_an_engine_that_is_newer() -> void:
	for version: Array in [[4, 6, "4.6"], [4, 10, "4.9"], [5, 0, "4.6"]]:
		var facts: SetupCheck.Facts = _healthy()
		facts.engine.merge({"major": version[0], "minor": version[1]}, true)
		facts.oldest_engine = version[2]
		equal(SetupCheck.first_problem(SetupCheck.judge(facts)), "", "problem")


func test_an_addon_and_a_library_of_different_releases() -> void:
	var facts: SetupCheck.Facts = _healthy()
	facts.addon_version = "1.2.2"
	var line: String = SetupCheck.first_problem(SetupCheck.judge(facts))
	contains(line, "Addon 1.2.2 and library 1.2.3 differ.", "what is wrong")
	contains(line, "replace the whole folder addons/agent_runtime", "how to mend it")


func test_another_folder_is_a_note() -> void:
	var facts: SetupCheck.Facts = _healthy()
	facts.folder = "res://addons/project-main/addons/agent_runtime"
	var findings: Array[SetupCheck.Finding] = SetupCheck.judge(facts)
	equal(SetupCheck.first_problem(findings), "", "problem")
	equal(findings[3].state, SetupCheck.State.NOTE, "state")
	contains(findings[3].remedy, "Move it to res://addons/agent_runtime", "remedy")


func test_missing_export_templates_are_a_note() -> void:
	var facts: SetupCheck.Facts = _healthy()
	facts.missing_templates = ["linux_release.x86_64"]
	var findings: Array[SetupCheck.Finding] = SetupCheck.judge(facts)
	equal(SetupCheck.first_problem(findings), "", "problem")
	equal(findings[4].state, SetupCheck.State.NOTE, "state")
	contains(findings[4].found, "linux_release.x86_64", "what is missing")


func test_the_template_folder_is_named_as_the_engine_names_it() -> void:
	var version: Dictionary = {"major": 4, "minor": 7, "patch": 0, "status": "stable"}
	equal(SetupCheck.template_folder_name(version), "4.7.stable", "without a patch")
	version.patch = 2
	equal(SetupCheck.template_folder_name(version), "4.7.2.stable", "with a patch")


func test_the_report_has_one_line_for_each_finding() -> void:
	var facts: SetupCheck.Facts = _without_library()
	var lines: PackedStringArray = SetupCheck.report(SetupCheck.judge(facts)).split("\n")
	equal(lines.size(), 5, "lines")
	equal(lines[0], "Engine: [fine] Godot 4.6.3-stable", "first line")
	contains(lines[1], "Library: [problem] The library is there", "second line")


func test_a_library_that_does_not_work_here_is_a_problem() -> void:
	var facts: SetupCheck.Facts = _healthy()
	facts.library_problems = ["SQLite cannot search text: no such module"]
	check(SetupCheck.first_problem(SetupCheck.judge(facts)).contains("SQLite cannot search text"),
			"the problem is named")


func test_a_library_built_from_sources_fits_their_addon() -> void:
	var facts: SetupCheck.Facts = _healthy()
	facts.addon_version = SetupCheck.FROM_SOURCES
	for finding: SetupCheck.Finding in SetupCheck.judge(facts):
		equal(finding.state, SetupCheck.State.FINE, finding.title)


func _healthy() -> SetupCheck.Facts:
	var facts := SetupCheck.Facts.new()
	facts.library = {"version": "1.2.3", "target": "debug"}
	facts.has_extension_file = true
	facts.has_library_file = true
	facts.engine = {
		"major": 4, "minor": 6, "patch": 3, "status": "stable", "string": "4.6.3-stable",
	}
	facts.platform = "Linux x86_64"
	facts.addon_version = "1.2.3"
	facts.folder = "res://addons/agent_runtime"
	return facts


func _without_library() -> SetupCheck.Facts:
	var facts: SetupCheck.Facts = _healthy()
	facts.library = {}
	return facts
