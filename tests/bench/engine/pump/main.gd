extends Node
func _ready() -> void:
	OS.low_processor_usage_mode_sleep_usec = 0
	var b := preload("callback_bench.gd").new()
	add_child(b)
	await b.measure()
	get_tree().quit()
