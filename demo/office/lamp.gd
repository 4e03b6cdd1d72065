class_name OfficeLamp
extends Sprite2D
## The light of a lamp, which goes on when it gets dark.

## How bright it is in the middle of the night.
@export_range(0.0, 1.0) var strength: float = 0.9


## [param darkness] is 1 at night and 0 at noon.
func show_hour(_hour: float, darkness: float) -> void:
	modulate.a = strength * darkness
	visible = modulate.a > 0.01
