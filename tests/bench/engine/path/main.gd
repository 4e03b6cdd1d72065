extends Node
## Runs the benchmarks named after [code]--[/code], all of them without a name, and prints of each
## figure one line: [code]bench NAME OURS YARDSTICK UNIT[/code].

const PathBench := preload("path_bench.gd")
const SIZES: PackedInt32Array = [64, 256, 512]


func _ready() -> void:
	var wanted: PackedStringArray = OS.get_cmdline_user_args()
	for diagonals: bool in [false, true]:
		for size: int in SIZES:
			var title: String = "path.%dconn_%d" % [8 if diagonals else 4, size]
			if wanted.is_empty() or wanted.has(title):
				PathBench.new(size, diagonals).measure(title)
	get_tree().quit()
