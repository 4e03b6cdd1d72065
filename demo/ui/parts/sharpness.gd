class_name Sharpness
extends Node
## Keeps frames and letters of its siblings sharp: in a window that shows them in whole multiples of
## their size, as their pixels are; in any other smoothed, or letters would lose lines.

const NEARLY := 0.001


func _ready() -> void:
	get_viewport().size_changed.connect(_choose)
	_choose()


## How letters and frames are to be drawn in [param viewport] as large as it is now.
static func filter_for(viewport: Viewport) -> CanvasItem.TextureFilter:
	var stretch: float = viewport.get_final_transform().get_scale().x
	var is_whole: bool = absf(stretch - roundf(stretch)) < NEARLY
	return CanvasItem.TEXTURE_FILTER_NEAREST if is_whole else CanvasItem.TEXTURE_FILTER_LINEAR


func _choose() -> void:
	for sibling: Node in get_parent().get_children():
		var control := sibling as Control
		if control != null:
			control.texture_filter = filter_for(get_viewport())
