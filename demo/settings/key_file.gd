class_name KeyFile
extends RefCounted
## The keys of minds that cost money, in the file that the runtime reads at its start. They are
## never shown in full, and appear in no log and no other file.

const FILE := "user://agent_runtime_keys.json"
## Renamed to the file when everything is in it.
const NEW_FILE := FILE + ".new"
## The environment variable that takes precedence over the file, by the name of the mind.
const VARIABLES: Dictionary[String, String] = {
	"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY",
}
const SHOWN_LETTERS := 4


## Whether the environment holds a key of [param mind], so that the file is ignored.
static func is_in_environment(mind: String) -> bool:
	return not OS.get_environment(VARIABLES[mind]).strip_edges().is_empty()


## The part of the key of [param mind] that may be shown; empty if the file has none.
static func masked(mind: String) -> String:
	var key: String = str(_read().get(mind, ""))
	if key.is_empty():
		return ""
	var tail: String = key.right(SHOWN_LETTERS) if key.length() >= 4 * SHOWN_LETTERS else ""
	return "••••••••" + tail


## Stores [param key] for [param mind], or removes it if it is empty. A file that is not valid stays
## unchanged, with [constant ERR_PARSE_ERROR], since it may contain other keys.
static func keep(mind: String, key: String) -> Error:
	var json: JSON = _parse()
	if json == null:
		return ERR_PARSE_ERROR
	var keys: Dictionary = json.data
	if key.is_empty():
		keys.erase(mind)
	else:
		keys[mind] = key
	var status: Error = _write(NEW_FILE, JSON.stringify(keys))
	if status == OK:
		status = DirAccess.rename_absolute(NEW_FILE, FILE)
	if status != OK:
		DirAccess.remove_absolute(NEW_FILE)
	return status


static func _write(path: String, text: String) -> Error:
	var file: FileAccess = FileAccess.open(path, FileAccess.WRITE)
	if file == null:
		return FileAccess.get_open_error()
	# Set this before the keys are in it.
	FileAccess.set_unix_permissions(path, FileAccess.UNIX_READ_OWNER | FileAccess.UNIX_WRITE_OWNER)
	file.store_string(text)
	file.flush()
	return file.get_error()


# The keys by the names of their minds; none if the file is not valid.
static func _read() -> Dictionary:
	var json: JSON = _parse()
	return {} if json == null else json.data as Dictionary


# The file as JSON whose data is a dictionary; null if it contains something else.
static func _parse() -> JSON:
	var json := JSON.new()
	var text: String = ""
	if FileAccess.file_exists(FILE):
		text = FileAccess.get_file_as_string(FILE).strip_edges()
	var status: Error = json.parse("{}" if text.is_empty() else text)
	return json if status == OK and json.data is Dictionary else null
