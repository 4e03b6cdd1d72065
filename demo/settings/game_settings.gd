extends Node
## The player's settings. They are stored in user://settings.cfg and applied at once where possible;
## settings of minds apply at the next start of the runtime.
##
## No class of the addon is named here, so that this script compiles without the library.

## Emitted when a value has changed.
signal changed(key: StringName)

const FILE := "user://settings.cfg"
const SECTION := "office"
## Where the runtime reads the settings of minds, see the project settings.
const MINDS := "agent_runtime/minds/"

## How large everything is, by the value of text_size.
const TEXT_SCALES: Array[float] = [0.85, 1.0, 1.2, 1.4]
## The sound buses, by the key of their volume.
const BUSES: Dictionary[StringName, StringName] = {
	&"volume_master": &"Master", &"volume_effects": &"Effects", &"volume_voices": &"Voices",
}
const DEFAULTS: Dictionary[StringName, Variant] = {
	&"volume_master": 0.8,
	&"volume_effects": 0.8,
	&"volume_voices": 0.8,
	&"text_size": 1,
	&"zoom": 0, # chosen by the office
	&"day_length": 600.0, # in seconds
	&"reduced_motion": false,
	&"fullscreen": false,
}

var _values: Dictionary[StringName, Variant] = {}
# The settings of minds that differ from those of the project, by the path below MINDS.
var _minds: Dictionary[StringName, Variant] = {}
var _of_project: Dictionary[StringName, Variant] = {}


func _ready() -> void:
	_values = DEFAULTS.duplicate()
	var file := ConfigFile.new()
	if file.load(FILE) == OK:
		_take_over(file)
	for key: StringName in _values:
		_apply(key)


## The value of [param key] in DEFAULTS, as a number.
func number(key: StringName) -> float:
	var value: float = _values[key]
	return value


## The value of [param key] in DEFAULTS, as a whole number.
func count(key: StringName) -> int:
	var value: int = _values[key]
	return value


## The value of [param key] in DEFAULTS, as a truth value.
func flag(key: StringName) -> bool:
	var value: bool = _values[key]
	return value


## Sets a value of DEFAULTS, applies it and stores it.
func put(key: StringName, value: Variant) -> void:
	if _values[key] == value:
		return
	_values[key] = value
	_apply(key)
	_save()
	changed.emit(key)


## What the runtime reads at its next start; [param path] is one such as openai/base_url.
func mind(path: StringName) -> Variant:
	return ProjectSettings.get_setting(MINDS + path)


## Sets what the runtime reads at its next start. A null [param value] restores the project's.
func put_mind(path: StringName, value: Variant) -> void:
	if not _of_project.has(path):
		_of_project[path] = ProjectSettings.get_setting(MINDS + path)
	if value == null or value == _of_project[path]:
		_minds.erase(path)
		ProjectSettings.set_setting(MINDS + path, _of_project[path])
	else:
		_minds[path] = value
		ProjectSettings.set_setting(MINDS + path, value)
	_save()


## Copies the settings of minds to the project's settings. Call it before a runtime starts.
func apply_minds() -> void:
	for path: StringName in _minds:
		if not _of_project.has(path): # otherwise it already holds the player's own value
			_of_project[path] = ProjectSettings.get_setting(MINDS + path)
		ProjectSettings.set_setting(MINDS + path, _minds[path])


func _take_over(file: ConfigFile) -> void:
	for key: StringName in DEFAULTS:
		var value: Variant = file.get_value(SECTION, key, DEFAULTS[key])
		if typeof(value) == typeof(DEFAULTS[key]):
			_values[key] = value
	if file.has_section("minds"):
		for path: String in file.get_section_keys("minds"):
			_minds[StringName(path)] = file.get_value("minds", path)


func _save() -> void:
	var file := ConfigFile.new()
	for key: StringName in _values:
		if _values[key] != DEFAULTS[key]:
			file.set_value(SECTION, key, _values[key])
	for path: StringName in _minds:
		file.set_value("minds", path, _minds[path])
	var status: Error = file.save(FILE)
	if status != OK:
		push_warning("The settings cannot be kept in %s: %s." % [FILE, error_string(status)])


func _apply(key: StringName) -> void:
	match key:
		&"text_size":
			get_window().content_scale_factor = TEXT_SCALES[clampi(count(key), 0, 3)]
		&"fullscreen":
			_apply_fullscreen()
		_ when BUSES.has(key):
			var bus: int = AudioServer.get_bus_index(BUSES[key])
			if bus >= 0:
				AudioServer.set_bus_volume_linear(bus, number(key))
				AudioServer.set_bus_mute(bus, number(key) <= 0.0)


func _apply_fullscreen() -> void:
	var is_full: bool = get_window().mode == Window.MODE_FULLSCREEN
	if flag(&"fullscreen") != is_full:
		get_window().mode = Window.MODE_FULLSCREEN if not is_full else Window.MODE_WINDOWED
