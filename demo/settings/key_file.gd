class_name KeyFile
extends RefCounted
## The keys of minds that are paid for, in the file that the runtime reads at its start. They are
## shown to nobody in full, and stand in no log and no other file.

const FILE := "user://agent_runtime_keys.json"
## The variable of the environment that comes before the file, by the name of the mind.
const VARIABLES: Dictionary[String, String] = {
	"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY",
}
const SHOWN_LETTERS := 4


## Whether the environment holds a key of [param mind], so that the file does not count.
static func is_in_environment(mind: String) -> bool:
	return not OS.get_environment(VARIABLES[mind]).strip_edges().is_empty()


## What may be shown of the key of [param mind]; empty if there is none in the file.
static func masked(mind: String) -> String:
	var key: String = str(_read().get(mind, ""))
	if key.is_empty():
		return ""
	var tail: String = key.right(SHOWN_LETTERS) if key.length() >= 4 * SHOWN_LETTERS else ""
	return "••••••••" + tail


## Keeps [param key] for [param mind], or forgets it if it is empty.
static func keep(mind: String, key: String) -> Error:
	var keys: Dictionary = _read()
	if key.is_empty():
		keys.erase(mind)
	else:
		keys[mind] = key
	var file: FileAccess = FileAccess.open(FILE, FileAccess.WRITE)
	if file == null:
		return FileAccess.get_open_error()
	# Before the keys are in it.
	FileAccess.set_unix_permissions(FILE, FileAccess.UNIX_READ_OWNER | FileAccess.UNIX_WRITE_OWNER)
	file.store_string(JSON.stringify(keys))
	return file.get_error()


static func _read() -> Dictionary:
	if not FileAccess.file_exists(FILE):
		return {}
	var json := JSON.new()
	if json.parse(FileAccess.get_file_as_string(FILE)) != OK or json.data is not Dictionary:
		return {}
	return json.data
