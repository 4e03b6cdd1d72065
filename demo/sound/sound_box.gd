class_name SoundBox
extends Node
## Plays the sounds of the office. Each child is a player with the name of its sound.

## Steps and letters come in quick succession, and are not played more often than this.
const LEAST_SECONDS_BETWEEN := 0.07

var _played_at: Dictionary[StringName, int] = {}
var _is_hushed: bool = false


## Plays the sound of that name, a little higher or lower each time.
func play(sound: StringName, pitch: float = 1.0) -> void:
	var player: AudioStreamPlayer = get_node_or_null(NodePath(String(sound).to_pascal_case()))
	if player == null:
		push_error("There is no sound \"%s\" below %s." % [sound, get_path()])
		return
	if _is_hushed:
		return
	var now: int = Time.get_ticks_msec()
	var before: int = _played_at.get(sound, -1000)
	if now - before < LEAST_SECONDS_BETWEEN * 1000.0:
		return
	_played_at[sound] = now
	player.pitch_scale = pitch * randf_range(0.96, 1.04)
	player.play()


## Plays a syllable in a voice.
func speak(pitch: float) -> void:
	play(&"voice", pitch)


## Stops all sounds, and plays none from now on.
func hush() -> void:
	_is_hushed = true
	for player: AudioStreamPlayer in get_children():
		player.stop()
