extends "res://test_case.gd"
## Every carried type goes to C++ and comes back, by each of the ways in which Variants travel.

const SampleValues := preload("sample_values.gd")


## Answers what TypeRoundTrip asks, with what it was asked about.
class Echo:
	extends TypeRoundTrip

	func _answer_bool(value: bool) -> bool: return value
	func _answer_int8(value: int) -> int: return value
	func _answer_int16(value: int) -> int: return value
	func _answer_int32(value: int) -> int: return value
	func _answer_int64(value: int) -> int: return value
	func _answer_uint8(value: int) -> int: return value
	func _answer_uint16(value: int) -> int: return value
	func _answer_uint32(value: int) -> int: return value
	func _answer_uint64(value: int) -> int: return value
	func _answer_float(value: float) -> float: return value
	func _answer_double(value: float) -> float: return value
	func _answer_string(value: String) -> String: return value
	func _answer_string_name(value: StringName) -> StringName: return value
	func _answer_node_path(value: NodePath) -> NodePath: return value
	func _answer_vector2(value: Vector2) -> Vector2: return value
	func _answer_vector2i(value: Vector2i) -> Vector2i: return value
	func _answer_vector3(value: Vector3) -> Vector3: return value
	func _answer_vector3i(value: Vector3i) -> Vector3i: return value
	func _answer_rect2(value: Rect2) -> Rect2: return value
	func _answer_rect2i(value: Rect2i) -> Rect2i: return value
	func _answer_color(value: Color) -> Color: return value
	func _answer_rid(value: RID) -> RID: return value
	func _answer_object(value: Object) -> Object: return value
	func _answer_node(value: Node) -> Node: return value
	func _answer_reference(value: RefCounted) -> RefCounted: return value
	func _answer_resource(value: Resource) -> Resource: return value
	func _answer_callable(value: Callable) -> Callable: return value
	func _answer_signal(value: Signal) -> Signal: return value
	func _answer_dictionary(value: Dictionary) -> Dictionary: return value
	func _answer_typed_dictionary(value: Dictionary[String, int]) -> Dictionary[String, int]:
		return value
	func _answer_array(value: Array) -> Array: return value
	func _answer_int_array(value: Array[int]) -> Array[int]: return value
	func _answer_node_array(value: Array[Node]) -> Array[Node]: return value
	func _answer_packed_byte(value: PackedByteArray) -> PackedByteArray: return value
	func _answer_packed_int32(value: PackedInt32Array) -> PackedInt32Array: return value
	func _answer_packed_int64(value: PackedInt64Array) -> PackedInt64Array: return value
	func _answer_packed_float32(value: PackedFloat32Array) -> PackedFloat32Array: return value
	func _answer_packed_float64(value: PackedFloat64Array) -> PackedFloat64Array: return value
	func _answer_packed_string(value: PackedStringArray) -> PackedStringArray: return value
	func _answer_packed_vector2(value: PackedVector2Array) -> PackedVector2Array: return value
	func _answer_packed_vector3(value: PackedVector3Array) -> PackedVector3Array: return value
	func _answer_packed_color(value: PackedColorArray) -> PackedColorArray: return value
	func _answer_variant(value: Variant) -> Variant: return value


func test_values_sent_as_variants_come_back_the_same() -> void:
	var samples := TypeRoundTrip.new()
	_for_each_value(func(type: String, value: Variant) -> Variant:
		return samples.call("echo_" + type, value))


func test_values_sent_by_callv_come_back_the_same() -> void:
	var samples := TypeRoundTrip.new()
	_for_each_value(func(type: String, value: Variant) -> Variant:
		return samples.callv("echo_" + type, [value]))


func test_values_held_by_a_property_come_back_the_same() -> void:
	var samples := TypeRoundTrip.new()
	_for_each_value(func(type: String, value: Variant) -> Variant:
		samples.set("held_" + type, value)
		return samples.get("held_" + type))


func test_values_sent_by_a_signal_arrive_the_same() -> void:
	var samples := TypeRoundTrip.new()
	var arrived: Array = []
	_for_each_value(func(type: String, value: Variant) -> Variant:
		arrived.clear()
		var keep_value: Callable = func(got: Variant) -> void: arrived.append(got)
		samples.connect("sent_" + type, keep_value, CONNECT_ONE_SHOT)
		samples.call("send_" + type, value)
		return arrived[0] if arrived.size() == 1 else "%d signals" % arrived.size())


func test_values_sent_to_a_virtual_of_a_script_come_back_the_same() -> void:
	var echo := Echo.new()
	_for_each_value(func(type: String, value: Variant) -> Variant:
		return echo.call("ask_" + type, value))


func test_not_a_number_stays_not_a_number() -> void:
	var samples := TypeRoundTrip.new()
	var untyped: Variant = samples
	check(is_nan(samples.echo_double(NAN)) and is_nan(untyped.echo_double(NAN)), "double")
	check(is_nan(samples.echo_float(NAN)) and is_nan(untyped.echo_float(NAN)), "float")


func test_integers_keep_the_width_that_C_plus_plus_declares() -> void:
	var samples := TypeRoundTrip.new()
	var untyped: Variant = samples
	equal(untyped.echo_int8(300), 44, "300 in 8 bits, call")
	equal(samples.echo_int8(300), 44, "300 in 8 bits, ptrcall")
	equal(untyped.echo_uint32(-1), 4294967295, "-1 in 32 bits without sign, call")
	equal(samples.echo_uint32(-1), 4294967295, "-1 in 32 bits without sign, ptrcall")


func test_a_float_of_single_precision_is_rounded_once() -> void:
	var samples := TypeRoundTrip.new()
	equal(samples.echo_float(0.1), PackedFloat32Array([0.1])[0], "0.1")
	equal(samples.echo_double(0.1), 0.1, "0.1 in double precision")


func test_containers_are_shared_and_not_copied() -> void:
	var samples := TypeRoundTrip.new()
	var list: Array = [1]
	var same_list: Array = samples.echo_array(list)
	same_list.append(2)
	equal(list, [1, 2], "array")
	var table: Dictionary = {}
	var same_table: Dictionary = samples.echo_dictionary(table)
	same_table.key = 1
	equal(table, {"key": 1}, "dictionary")
	var ints: Array[int] = [1]
	var same_ints: Array = samples.call("echo_int_array", ints)
	same_ints.append(2)
	equal(ints.size(), 2, "typed array")


func test_typed_containers_say_their_types() -> void:
	var samples := TypeRoundTrip.new()
	var ints: Variant = samples.get("held_int_array")
	equal(ints.get_typed_builtin(), TYPE_INT, "array")
	var nodes: Variant = samples.get("held_node_array")
	equal(nodes.get_typed_class_name(), &"Node", "array of nodes")
	var table: Variant = samples.get("held_typed_dictionary")
	equal(table.get_typed_key_builtin(), TYPE_STRING, "keys")
	equal(table.get_typed_value_builtin(), TYPE_INT, "values")
	for property: Dictionary in samples.get_property_list():
		if property.name == "held_int_array":
			equal(property.hint, PROPERTY_HINT_ARRAY_TYPE, "hint of the property")
			equal(property.hint_string, "int", "hint string of the property")


func test_references_are_counted_and_let_go() -> void:
	var samples := TypeRoundTrip.new()
	var resource := Resource.new()
	var untyped: Variant = samples
	for i: int in 100:
		samples.echo_resource(resource)
		untyped.echo_resource(resource)
		untyped.echo_object(resource)
		untyped.send_reference(resource)
	equal(resource.get_reference_count(), 1, "after 400 calls")
	samples.set("held_resource", resource)
	equal(resource.get_reference_count(), 2, "held by a property")
	samples.set("held_resource", null)
	equal(resource.get_reference_count(), 1, "let go by the property")


func test_a_freed_object_arrives_as_nothing() -> void:
	var samples := TypeRoundTrip.new()
	var workshop := ObjectWorkshop.new()
	var object := Object.new()
	var freed: Variant = object
	object.free()
	equal(workshop.look_into(freed).slice(0, 3), [TYPE_OBJECT, false, "-"], "in a Variant")
	check(not is_instance_valid(samples.call("echo_variant", freed)), "it is not valid afterwards")
	workshop.free()


func _for_each_value(send: Callable) -> void:
	var node: Node = keep(Node.new())
	var values: Dictionary[String, Array] = SampleValues.of_all_types(node)
	for type: String in values:
		for index: int in values[type].size():
			var sent: Variant = values[type][index]
			var got: Variant = send.call(type, sent)
			# No object is null, of the type Object.
			var same: bool = got == sent and (sent == null or typeof(got) == typeof(sent))
			check(same, "%s number %d: sent %s, got %s" % [
				type, index, str(sent).left(60), str(got).left(60)])
