extends "res://test_case.gd"
## The base of cases in which agents live: runtimes with a database of their own and fast time, and
## waiting that ends.

## How long something is waited for: as many frames, and at least as many seconds, since a machine
## that has much to do shows many frames in which little has happened.
const FRAMES := 10_000
const SECONDS := 60
const FRAMES_PER_SECOND := 1000
const FAST := 100.0

static var _databases: int = 0


## Returns a path under user:// that no case has used.
func new_database() -> String:
	_databases += 1
	return "user://case_%d_%d.db" % [OS.get_process_id(), _databases]


## Returns a running node with its own database, or that of [param path]; freed after the case.
func new_runtime(path: String = "") -> AgentRuntime:
	return keep(make_runtime(path)) as AgentRuntime


## The same, outside the tree.
func make_runtime(path: String = "") -> AgentRuntime:
	var node := AgentRuntime.new()
	node.database_path = path if not path.is_empty() else new_database()
	node.time_scale = FAST
	return node


## Waits until [param condition] holds; fails the case if it does not. To have waited is no check: a
## case says what it has found by then.
func until(condition: Callable, what: String) -> bool:
	Engine.max_fps = FRAMES_PER_SECOND
	var end: int = Time.get_ticks_msec() + SECONDS * 1000
	var frame: int = 0
	while frame < FRAMES or Time.get_ticks_msec() < end:
		if condition.call():
			return true
		await tree.process_frame
		frame += 1
	check(false, "waited in vain: " + what)
	return false


func frames(count: int) -> void:
	for frame: int in count:
		await tree.process_frame


## Keeps what a signal is emitted with, one array of arguments for each time.
func record(source: Object, name: StringName) -> Array[Array]:
	var emitted: Array[Array] = []
	var count: int = 0
	for described: Dictionary in source.get_signal_list():
		if described.name == name:
			count = (described.args as Array).size()
	match count:
		0: source.connect(name, func() -> void: emitted.append([]))
		1: source.connect(name, func(a: Variant) -> void: emitted.append([a]))
		2: source.connect(name, func(a: Variant, b: Variant) -> void: emitted.append([a, b]))
		3: source.connect(name, func(a: Variant, b: Variant, c: Variant) -> void:
				emitted.append([a, b, c]))
		4: source.connect(name, func(a: Variant, b: Variant, c: Variant, d: Variant) -> void:
				emitted.append([a, b, c, d]))
		_: source.connect(name,
				func(a: Variant, b: Variant, c: Variant, d: Variant, e: Variant) -> void:
					emitted.append([a, b, c, d, e]))
	return emitted


## Waits until [param reply] is complete.
func completed(reply: AgentReply) -> AgentReply:
	await until(reply.is_done, "the reply")
	return reply


## Waits for a reply that is to be good, and returns its value.
func result_of(reply: AgentReply) -> Dictionary:
	await completed(reply)
	equal(reply.ok, true, "ok of the reply: " + reply.message)
	return reply.value if reply.ok else {}
