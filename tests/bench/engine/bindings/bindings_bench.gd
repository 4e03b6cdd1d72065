extends RefCounted
## What the way through godot-cpp costs, each beside the same in plain GDScript. Where both sides
## are called from GDScript, the loop around them is the same.

const OPERATIONS: int = 100000
const WARMING_UP: int = 5000
const TEXT: String = "A hundred characters are about as much as somebody says before another one \
gets in a word or two, ok."


class Plain:
	signal spoken(text: String, number: int)

	var _number: int = 0
	var number: int:
		get:
			return _number
		set(value):
			_number = value

	func add(a: int, b: int) -> int:
		return a + b


var _heard: int = 0


## Name of a benchmark -> [ours, yardstick], which each take the number of operations.
func all() -> Dictionary[String, Array]:
	var ours := BenchSamples.new()
	var plain := Plain.new()
	ours.spoken.connect(_hear)
	plain.spoken.connect(_hear)
	return {
		"bindings.call_untyped": [_call_untyped.bind(ours), _call_untyped.bind(plain)],
		"bindings.call_typed": [_call_ours.bind(ours), _call_plain.bind(plain)],
		"bindings.property_get": [_get_ours.bind(ours), _get_plain.bind(plain)],
		"bindings.property_set": [_set_ours.bind(ours), _set_plain.bind(plain)],
		"bindings.signal_emit": [ours.emit_many.bind(TEXT), _emit_plain.bind(plain)],
		"bindings.callback": [ours.callbacks.bind(_count), _call_back.bind(_count)],
		"bindings.string_to_cpp": [ours.string_round_trips.bind(TEXT), _string_round_trips],
		"bindings.dictionary_build": [ours.dictionaries, _dictionaries],
	}


func _hear(_text: String, _number: int) -> void:
	_heard += 1


func _count(_number: int) -> void:
	_heard += 1


func _call_untyped(count: int, receiver: Variant) -> void:
	for i: int in count:
		@warning_ignore("unsafe_method_access")
		receiver.add(i, 1)


func _call_ours(count: int, receiver: BenchSamples) -> void:
	for i: int in count:
		receiver.add(i, 1)


func _call_plain(count: int, receiver: Plain) -> void:
	for i: int in count:
		receiver.add(i, 1)


func _get_ours(count: int, receiver: BenchSamples) -> int:
	var sum: int = 0
	for i: int in count:
		sum += receiver.number
	return sum


func _get_plain(count: int, receiver: Plain) -> int:
	var sum: int = 0
	for i: int in count:
		sum += receiver.number
	return sum


func _set_ours(count: int, receiver: BenchSamples) -> void:
	for i: int in count:
		receiver.number = i


func _set_plain(count: int, receiver: Plain) -> void:
	for i: int in count:
		receiver.number = i


func _emit_plain(count: int, emitter: Plain) -> void:
	for i: int in count:
		emitter.spoken.emit(TEXT, i)


func _call_back(count: int, callable: Callable) -> void:
	for i: int in count:
		callable.call(i)


# GDScript has no std::string: the bytes of the text and the text of the bytes.
func _string_round_trips(count: int) -> void:
	for i: int in count:
		TEXT.to_utf8_buffer().get_string_from_utf8()


func _dictionaries(count: int) -> void:
	var name: String = "agent_001"
	for i: int in count:
		var _made: Dictionary = {
			&"id": i,
			&"name": name,
			&"position": Vector2(1, 2),
			&"mood": 0.5,
			&"speaking": true,
			&"age": 30,
		}
