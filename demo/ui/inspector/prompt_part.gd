class_name PromptPart
extends PanelContainer
## A part of a prompt, and the reason why it was included or left out.

@onready var _name: Label = %PartName
@onready var _tokens: Label = %Tokens
@onready var _reason: Label = %Reason
@onready var _text: Label = %Text


func show_part(part: Dictionary) -> void:
	var is_left_out: bool = part.get("left_out", false)
	_name.text = str(part.get("name", "")).capitalize()
	_tokens.text = "%d tokens" % int(str(part.get("tokens", 0)))
	_reason.text = ("Left out: " if is_left_out else "") + str(part.get("reason", ""))
	_text.text = str(part.get("text", ""))
	if is_left_out:
		modulate.a = 0.6
