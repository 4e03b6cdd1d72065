extends RefCounted
## The base of every file of cases. Each method whose name begins with [code]test_[/code] is one
## case, run on an instance of its own; it may await. A case that checks nothing fails, and so does
## one during which the engine printed an error that the case did not announce.

## The tree of the runner, for awaiting frames and timers.
var tree: SceneTree
## What went wrong so far; a case passes while this is empty.
var failures: PackedStringArray = []
## How many checks were made.
var checks: int = 0

var _announced: PackedStringArray = []
var _kept: Array[Node] = []


## Fails the case with [param message] unless [param condition] holds.
func check(condition: bool, message: String) -> void:
	checks += 1
	if not condition:
		failures.append(message)


## Fails the case unless [param got] has the type and the value of [param want].
func equal(got: Variant, want: Variant, what: String) -> void:
	var same: bool = typeof(got) == typeof(want) and got == want
	check(same, "%s: got %s, want %s" % [what, var_to_str(got), var_to_str(want)])


## Fails the case unless [param text] contains [param part].
func contains(text: String, part: String, what: String) -> void:
	check(text.contains(part), "%s: \"%s\" does not contain \"%s\"" % [what, text, part])


## Announces exactly one error or warning of the engine whose text contains [param part]; the case
## fails if it is not printed.
func expect_error(part: String) -> void:
	checks += 1
	_announced.append(part)


## Adds [param node] to the tree; it is freed after the case.
func keep(node: Node) -> Node:
	_kept.append(node)
	tree.root.add_child(node)
	return node


## For the runner: frees what was kept with the end of this frame. A function that has begun to
## await something in the same frame would be leaked by the engine if its object were freed at once.
func free_what_was_kept() -> void:
	for node: Node in _kept:
		if is_instance_valid(node):
			node.queue_free()


## For the runner: compares what the engine printed with what was announced.
func finish(printed: PackedStringArray) -> void:
	for line: String in printed:
		var found: int = _find_announced(line)
		if found >= 0:
			_announced.remove_at(found)
		else:
			failures.append("the engine printed: " + line)
	for part: String in _announced:
		failures.append("the engine did not print: " + part)
	if checks == 0:
		failures.append("checked nothing")


func _find_announced(line: String) -> int:
	for index: int in _announced.size():
		if line.contains(_announced[index]):
			return index
	return -1
