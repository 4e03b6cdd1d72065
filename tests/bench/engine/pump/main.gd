extends Node
## Runs the benchmarks named after [code]--[/code], all of them without a name, one after another,
## each with a runtime of its own, and prints of each figure one line:
## [code]bench NAME OURS YARDSTICK UNIT[/code].

const PumpBench := preload("pump_bench.gd")
const BENCHMARKS: Dictionary[String, Script] = {
	"pump.event_to_callback": preload("callback_bench.gd"),
	"pump.frame_over_budget": preload("budget_bench.gd"),
	"pump.frame_p99": preload("world_bench.gd"),
	"pump.vs_gdscript": preload("crowd_bench.gd"),
	"pump.crowd_tick": preload("crowd_bench.gd"),
	"pump.sim_cpu": preload("crowd_bench.gd"),
	"event.rate": preload("world_bench.gd"),
	"event.end_to_end_p99": preload("world_bench.gd"),
}


func _ready() -> void:
	# Frames without a window are 6.9 ms long otherwise.
	OS.low_processor_usage_mode_sleep_usec = 0
	for script: Script in _chosen(OS.get_cmdline_user_args()):
		var benchmark: PumpBench = script.new()
		add_child(benchmark)
		@warning_ignore("redundant_await")
		await benchmark.measure()
		benchmark.queue_free()
		await benchmark.tree_exited
	get_tree().quit()


func _chosen(wanted: PackedStringArray) -> Array[Script]:
	var chosen: Array[Script] = []
	for title: String in BENCHMARKS:
		if (wanted.is_empty() or wanted.has(title)) and not chosen.has(BENCHMARKS[title]):
			chosen.append(BENCHMARKS[title])
	return chosen
