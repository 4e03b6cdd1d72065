extends Node
## Keeps frames and letters sharp: in a window that shows them in whole multiples of their size, as
## their pixels are; in any other smoothed, or letters would lose lines.

const NEARLY := 0.001


func _ready() -> void:
	get_viewport().size_changed.connect(_choose)
	_choose()


func _choose() -> void:
	var stretch: float = get_viewport().get_final_transform().get_scale().x
	var is_whole: bool = absf(stretch - roundf(stretch)) < NEARLY
	for sibling: Node in get_parent().get_children():
		var control := sibling as Control
		if control != null:
			control.texture_filter = (
					CanvasItem.TEXTURE_FILTER_NEAREST if is_whole
					else CanvasItem.TEXTURE_FILTER_LINEAR)
