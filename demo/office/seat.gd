class_name OfficeSeat
extends Marker2D
## A place to sit. The name of the node is the name of the seat, and its position is the middle of a
## tile.

## The direction in which somebody looks who sits here.
@export_enum("Down", "Left", "Right", "Up") var facing: int = 0
## The meeting table that the seat belongs to; empty for a desk.
@export var table: String = ""


## The tile on which it stands.
func tile() -> Vector2i:
	return Vector2i((position / TileWalk.TILE).floor())
