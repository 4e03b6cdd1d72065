extends Node
## Runs the benchmarks of the demo that are named after [code]--[/code], all of them without a name,
## and prints of each figure one line: [code]bench NAME OURS YARDSTICK UNIT[/code].

const BENCHMARKS: Dictionary[String, Script] = {
	"world.walkers_1000": preload("walkers_bench.gd"),
	"demo.rest_cpu": preload("rest_bench.gd"),
	"demo.rest_frames": preload("rest_bench.gd"),
}


func _ready() -> void:
	var wanted: PackedStringArray = OS.get_cmdline_user_args()
	var run: Array[Script] = []
	for title: String in BENCHMARKS:
		if (wanted.is_empty() or wanted.has(title)) and not run.has(BENCHMARKS[title]):
			run.append(BENCHMARKS[title])
			var benchmark: Node = BENCHMARKS[title].new()
			add_child(benchmark)
			await benchmark.call(&"measure")
			benchmark.queue_free()
			await benchmark.tree_exited
	get_tree().quit()
