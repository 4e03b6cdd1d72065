class_name SpeechBubble
extends Control
## A bubble into which sentences are typed, each on a line of its own; it grows upwards.

## Emitted when a sentence stands there in full.
signal typed_out

## How fast the letters appear.
@export_range(1.0, 200.0, 1.0, "suffix:letters/s") var letters_per_second: float = 48.0

var _shown: float = 0.0

@onready var _name: Label = %Name
@onready var _text: Label = %Text


func _ready() -> void:
	hide()
	set_process(false)


## Adds [param sentence] by [param speaker] and returns when it has been typed.
func type_out(speaker: String, sentence: String) -> void:
	_name.text = speaker
	_shown = _text.text.length()
	_text.visible_characters = int(_shown)
	_text.text += ("\n" if _shown > 0.0 else "") + sentence
	show()
	set_process(true)
	await typed_out


func _process(delta: float) -> void:
	_shown += delta * letters_per_second
	_text.visible_characters = int(_shown)
	if _shown >= _text.text.length():
		_text.visible_characters = -1
		set_process(false)
		typed_out.emit()
