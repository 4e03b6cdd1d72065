extends OptionsPage
## How the office looks: sizes, the length of its day, motion.

# Seconds in a day; the first value means that time stands still.
const DAYS: Array[float] = [0.0, 240.0, 600.0, 1800.0, 86400.0]

@onready var _text_size: OptionButton = %TextSize
@onready var _zoom: Stepper = %Zoom
@onready var _day: OptionButton = %Day
@onready var _reduced: CheckBox = %Reduced
@onready var _fullscreen: CheckBox = %Fullscreen


func fill() -> void:
	_text_size.select(GameSettings.count(&"text_size"))
	_zoom.value = GameSettings.count(&"zoom")
	_day.select(maxi(DAYS.find(GameSettings.number(&"day_length")), 0))
	_reduced.set_pressed_no_signal(GameSettings.flag(&"reduced_motion"))
	_fullscreen.set_pressed_no_signal(GameSettings.flag(&"fullscreen"))


func _on_text_size_selected(number: int) -> void:
	GameSettings.put(&"text_size", number)


func _on_zoom_changed(level: int) -> void:
	GameSettings.put(&"zoom", level)


func _on_day_selected(number: int) -> void:
	GameSettings.put(&"day_length", DAYS[number])


func _on_reduced_toggled(is_on: bool) -> void:
	GameSettings.put(&"reduced_motion", is_on)


func _on_fullscreen_toggled(is_on: bool) -> void:
	GameSettings.put(&"fullscreen", is_on)
