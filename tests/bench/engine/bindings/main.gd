extends Node
## Runs the benchmarks named after [code]--[/code], all of them without a name, and prints of each
## one line: [code]bench NAME OURS YARDSTICK[/code], both in µs for one operation. Ours and the
## yardstick are measured in turn.

const BindingsBench := preload("bindings_bench.gd")
## How often each side is measured in one run; the best counts, which others on the machine disturb
## the least.
const TURNS: int = 5

# Kept, because its methods are what is measured.
var _bindings := BindingsBench.new()


func _ready() -> void:
	var wanted: PackedStringArray = OS.get_cmdline_user_args()
	var benchmarks: Dictionary[String, Array] = _bindings.all()
	for title: String in benchmarks:
		if wanted.is_empty() or wanted.has(title):
			var best: Array[float] = _measure(benchmarks[title][0], benchmarks[title][1])
			print("bench %s %.5f %.5f" % [title, best[0], best[1]])
	get_tree().quit()


# Each side takes the number of operations and returns when they are done.
func _measure(ours: Callable, yardstick: Callable) -> Array[float]:
	var best: Array[float] = [INF, INF]
	for turn: int in TURNS:
		best[0] = minf(best[0], _time(ours))
		best[1] = minf(best[1], _time(yardstick))
	return best


func _time(operations: Callable) -> float:
	operations.call(BindingsBench.WARMING_UP)
	var start: int = Time.get_ticks_usec()
	operations.call(BindingsBench.OPERATIONS)
	return float(Time.get_ticks_usec() - start) / BindingsBench.OPERATIONS
