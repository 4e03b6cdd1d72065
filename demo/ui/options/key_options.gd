extends VBoxContainer
## The keys of minds that are paid for. A key that was entered is never shown again in full.

signal told(text: String, is_bad: bool)

const MINDS: Array[String] = ["anthropic", "openai"]

@onready var _rows: Array[KeyRow] = [%Anthropic, %OpenAI]
@onready var _file: Label = %File


func _ready() -> void:
	_file.text = "Kept in %s, which only you can read." % ProjectSettings.globalize_path(
			KeyFile.FILE)


## Shows which keys there are.
func fill() -> void:
	for i: int in MINDS.size():
		_rows[i].show_key(MINDS[i])


func _on_key_entered(mind: String, key: String) -> void:
	var status: Error = KeyFile.keep(mind, key)
	if status != OK:
		told.emit("The key cannot be kept: %s." % error_string(status), true)
	fill()
