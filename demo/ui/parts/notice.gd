class_name Notice
extends PanelContainer
## A sentence at the lower edge that disappears by itself.

const SECONDS := 5.0
const SECONDS_OF_BAD_NEWS := 12.0

@onready var _text: Label = %Text
@onready var _timer: Timer = %Timer


## Shows [param text] for a while, and bad news for longer.
func tell(text: String, is_bad: bool = false) -> void:
	_text.text = text
	_text.theme_type_variation = &"ErrorLabel" if is_bad else &"Label"
	reset_size()
	show()
	_timer.start(SECONDS_OF_BAD_NEWS if is_bad else SECONDS)


func _on_timer_timeout() -> void:
	hide()
