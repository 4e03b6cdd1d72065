extends Node
## Runs the benchmark of a game beside whose frames many clients follow what happens. See
## [code]door_bench.gd[/code].


func _ready() -> void:
	OS.low_processor_usage_mode_sleep_usec = 0
	var benchmark := preload("door_bench.gd").new()
	add_child(benchmark)
	await benchmark.measure()
	get_tree().quit()
