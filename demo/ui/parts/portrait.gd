class_name Portrait
extends TextureRect
## A character that stands and looks at the player.

const FRAME := Rect2(0.0, 0.0, 16.0, 32.0)

var _picture := AtlasTexture.new()


func _ready() -> void:
	_picture.region = FRAME
	texture = _picture


## Shows the character of [param look], one of [constant Looks.NAMES].
func show_look(look: StringName) -> void:
	_picture.atlas = Looks.sheet(look)
