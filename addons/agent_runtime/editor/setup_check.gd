@tool
extends RefCounted
## Checks whether AgentRuntime can work in this project, and says what to do if it cannot.
##
## [method observe] gathers the facts and [method judge] turns them into findings, so each can be
## tried without the other, and both without the editor.
##
## The addon's scripts name no other script of the addon as a type. When the folder of an extension
## is deleted while the editor is open, the engine compiles the scripts once more without their
## files, and crashes at such a type.

enum State { FINE, NOTE, PROBLEM }

const NATIVE_CLASS := &"AgentRuntime"
const HOME_FOLDER := "res://addons/agent_runtime"
## The version in the plugin.cfg of the sources; the archive of a release has its version there.
const FROM_SOURCES := "source"
const EXTENSION_FILE := "agent_runtime.gdextension"
const SUPPORTED_PLATFORM := "Linux x86_64"
const TEMPLATE_FILES: Array[String] = ["linux_debug.x86_64", "linux_release.x86_64"]


## The facts to judge.
class Facts:
	## What the library reports about itself; empty if it is not loaded.
	var library: Dictionary = {}
	var has_extension_file: bool = false
	var has_library_file: bool = false
	## The oldest engine that the library works with, such as "4.6".
	var oldest_engine: String = "4.6"
	## As [method Engine.get_version_info] returns it.
	var engine: Dictionary = {}
	var platform: String = ""
	var addon_version: String = ""
	## Problems that the library found in what is built into it.
	var library_problems: PackedStringArray = []
	## Where the addon lies.
	var folder: String = ""
	var templates_folder: String = ""
	var missing_templates: PackedStringArray = []


## The result of one check.
class Finding:
	## What was checked, such as "Library".
	var title: String
	var state: State
	## What was found, in a few words.
	var found: String
	## What to do about it; empty if nothing.
	var remedy: String

	func _init(p_title: String, p_state: State, p_found: String, p_remedy: String = "") -> void:
		title = p_title
		state = p_state
		found = p_found
		remedy = p_remedy


## Gathers the facts about the addon in [param folder].
static func observe(folder: String) -> Facts:
	var facts := Facts.new()
	facts.folder = folder
	facts.engine = Engine.get_version_info()
	facts.platform = "%s %s" % [OS.get_name(), Engine.get_architecture_name()]
	if ClassDB.class_exists(NATIVE_CLASS):
		facts.library = ClassDB.class_call_static(NATIVE_CLASS, &"get_library_info")
		facts.library_problems = ClassDB.class_call_static(NATIVE_CLASS, &"find_library_problems")
	var plugin := ConfigFile.new()
	if plugin.load(facts.folder.path_join("plugin.cfg")) == OK:
		facts.addon_version = plugin.get_value("plugin", "version", "")
	_observe_files(facts)
	_observe_templates(facts)
	return facts


## Returns one finding for each check, in the order in which a user should fix them.
static func judge(facts: Facts) -> Array[Finding]:
	return [
		_judge_engine(facts), _judge_library(facts), _judge_versions(facts),
		_judge_folder(facts), _judge_templates(facts),
	]


## Returns the first problem and its remedy in one line, or an empty text if there is none.
static func first_problem(findings: Array[Finding]) -> String:
	for finding: Finding in findings:
		if finding.state == State.PROBLEM:
			return "AgentRuntime: %s %s" % [finding.found, finding.remedy]
	return ""


## Returns all findings as plain text to paste into a question.
static func report(findings: Array[Finding]) -> String:
	var lines: PackedStringArray = []
	for finding: Finding in findings:
		var state: String = State.keys()[finding.state]
		lines.append("%s: [%s] %s %s" % [
			finding.title, state.to_lower(), finding.found, finding.remedy,
		])
		lines[-1] = lines[-1].strip_edges()
	return "\n".join(lines)


static func _observe_files(facts: Facts) -> void:
	var path: String = facts.folder.path_join(EXTENSION_FILE)
	var extension := ConfigFile.new()
	facts.has_extension_file = FileAccess.file_exists(path)
	if not facts.has_extension_file or extension.load(path) != OK:
		return
	facts.oldest_engine = extension.get_value(
			"configuration", "compatibility_minimum", facts.oldest_engine)
	if not extension.has_section("libraries"):
		return
	for key: String in extension.get_section_keys("libraries"):
		var library: String = extension.get_value("libraries", key)
		if library.is_relative_path():
			library = facts.folder.path_join(library)
		facts.has_library_file = facts.has_library_file or FileAccess.file_exists(library)


static func _observe_templates(facts: Facts) -> void:
	var data: String = OS.get_data_dir().path_join("godot")
	if Engine.is_editor_hint():
		data = EditorInterface.get_editor_paths().get_data_dir()
	facts.templates_folder = data.path_join("export_templates").path_join(
			template_folder_name(facts.engine))
	for file: String in TEMPLATE_FILES:
		if not FileAccess.file_exists(facts.templates_folder.path_join(file)):
			facts.missing_templates.append(file)


## Returns the name that the engine gives to the folder of its export templates.
static func template_folder_name(engine: Dictionary) -> String:
	var version: String = "%d.%d" % [engine.major, engine.minor]
	if engine.patch > 0:
		version += ".%d" % engine.patch
	return "%s.%s" % [version, engine.status]


static func _judge_engine(facts: Facts) -> Finding:
	var minimum: PackedStringArray = facts.oldest_engine.split(".")
	var wanted: int = minimum[0].to_int() << 8 | (minimum[1].to_int() if minimum.size() > 1 else 0)
	var engine: String = "Godot %s" % facts.engine.string
	if (facts.engine.major << 8 | facts.engine.minor) >= wanted:
		return Finding.new("Engine", State.FINE, engine)
	return Finding.new("Engine", State.PROBLEM, engine + " is too old.",
			"Use Godot %s or newer." % facts.oldest_engine)


static func _judge_library(facts: Facts) -> Finding:
	if not facts.library_problems.is_empty():
		return Finding.new("Library", State.PROBLEM, "; ".join(facts.library_problems) + ".",
				"This system's C++ runtime does not fit: use glibc 2.35 or newer.")
	if not facts.library.is_empty():
		return Finding.new("Library", State.FINE,
				"%s, %s" % [facts.library.get("version", "?"), facts.library.get("target", "?")])
	if facts.platform != SUPPORTED_PLATFORM:
		return Finding.new("Library", State.PROBLEM,
				"There is no library for %s." % facts.platform,
				"Only %s is supported." % SUPPORTED_PLATFORM)
	if not facts.has_extension_file or not facts.has_library_file:
		return Finding.new("Library", State.PROBLEM, "The library is missing.",
				"Copy the whole folder addons/agent_runtime of a release into the project, "
				+ "or build it with `scons`.")
	return Finding.new("Library", State.PROBLEM, "The library is there but not loaded.",
			"Restart the editor; if this stays, the first error in its log says why.")


static func _judge_versions(facts: Facts) -> Finding:
	var addon: String = facts.addon_version if not facts.addon_version.is_empty() else "unknown"
	if facts.library.is_empty():
		return Finding.new("Versions", State.NOTE, "Addon %s, no library." % addon)
	var library: String = facts.library.get("version", "unknown")
	if addon == FROM_SOURCES:
		return Finding.new("Versions", State.FINE, "Library %s, built from sources" % library)
	if library != addon:
		return Finding.new("Versions", State.PROBLEM,
				"Addon %s and library %s differ." % [addon, library],
				"Close the editor and replace the whole folder %s by that of one release."
				% facts.folder.trim_prefix("res://"))
	return Finding.new("Versions", State.FINE, "Addon and library %s" % addon)


static func _judge_folder(facts: Facts) -> Finding:
	if facts.folder == HOME_FOLDER:
		return Finding.new("Folder", State.FINE, facts.folder)
	return Finding.new("Folder", State.NOTE, "The addon lies in %s." % facts.folder,
			"Move it to %s, where its updates will go." % HOME_FOLDER)


static func _judge_templates(facts: Facts) -> Finding:
	if facts.missing_templates.is_empty():
		return Finding.new("Export templates", State.FINE, "Installed")
	return Finding.new("Export templates", State.NOTE,
			"Missing: %s." % ", ".join(facts.missing_templates),
			"Needed only to export: Editor > Manage Export Templates.")
