class_name OfficeSeat
extends Marker2D
## A place to sit. The name of the node is the name of the seat, its position the middle of a tile.

## Where whoever sits here looks.
@export_enum("Down", "Left", "Right", "Up") var facing: int = 0
## The meeting table that the seat belongs to; empty for a desk.
@export var table: String = ""


## The tile on which it stands.
func tile() -> Vector2i:
	return Vector2i((position / TileWalk.TILE).floor())
