extends OptionsPage
## How loud the office is.

const KEYS: Array[StringName] = [&"volume_master", &"volume_effects", &"volume_voices"]

@onready var _sliders: Array[HSlider] = [%Master, %Effects, %Voices]


func _ready() -> void:
	for i: int in KEYS.size():
		_sliders[i].value_changed.connect(
				func(value: float) -> void: GameSettings.put(KEYS[i], value))


func fill() -> void:
	for i: int in KEYS.size():
		_sliders[i].set_value_no_signal(GameSettings.number(KEYS[i]))
