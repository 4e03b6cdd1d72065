class_name SpeechBubble
extends Control
## A bubble into which what somebody says is typed; it grows upwards.

## Emitted when the text stands there in full.
signal typed_out

## How fast the letters appear.
@export_range(1.0, 200.0, 1.0, "suffix:letters/s") var letters_per_second: float = 40.0

var _shown: float = 0.0

@onready var _name: Label = %Name
@onready var _text: RichTextLabel = %Text


func _ready() -> void:
	hide()
	set_process(false)


## Shows [param content] in place of what was there, and returns when it has been typed. What agents
## say may hold BBCode, and is shown as it is.
func type_out(speaker: String, content: String) -> void:
	_name.text = speaker
	_text.text = AgentRuntime.escape_for_label(content)
	_shown = 0.0
	_text.visible_characters = 0
	show()
	set_process(true)
	await typed_out


func _process(delta: float) -> void:
	_shown += delta * letters_per_second
	_text.visible_characters = int(_shown)
	if _shown >= _text.get_total_character_count():
		_text.visible_characters = -1
		set_process(false)
		typed_out.emit()
