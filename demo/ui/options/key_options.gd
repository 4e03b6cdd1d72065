extends OptionsPage
## The keys of minds that cost money. A key that was entered is never shown in full again.

# In the order of the variables.
@onready var _rows: Array[KeyRow] = [%Anthropic, %OpenAI]
@onready var _file: Label = %File


func _ready() -> void:
	_file.text = "Kept in %s, which only you can read." % ProjectSettings.globalize_path(
			KeyFile.FILE)


## Shows which keys exist.
func fill() -> void:
	var minds: Array[String] = KeyFile.VARIABLES.keys()
	for i: int in minds.size():
		_rows[i].show_key(minds[i])


func _on_key_entered(mind: String, key: String) -> void:
	var status: Error = KeyFile.keep(mind, key)
	if status == ERR_PARSE_ERROR:
		tell("Keys can be kept again when %s is mended or gone; it is no file of keys now." %
				ProjectSettings.globalize_path(KeyFile.FILE), true)
	elif status != OK:
		tell("The key cannot be kept: %s." % error_string(status), true)
	fill()
