extends "res://test_case.gd"
## Every carried type goes to C++ and comes back by the engine's typed calls: the receiver, the
## argument and the variable for the result are all declared.

const SampleValues := preload("sample_values.gd")

var _samples := TypeRoundTrip.new()


func test_typed_calls_bring_numbers_back() -> void:
	var values: Dictionary[String, Array] = SampleValues.numbers()
	for value: bool in values["bool"]:
		_same(_samples.echo_bool(value), value, "bool")
	for value: int in values["int8"]:
		_same(_samples.echo_int8(value), value, "int8")
	for value: int in values["int16"]:
		_same(_samples.echo_int16(value), value, "int16")
	for value: int in values["int32"]:
		_same(_samples.echo_int32(value), value, "int32")
	for value: int in values["int64"]:
		_same(_samples.echo_int64(value), value, "int64")
	for value: int in values["uint8"]:
		_same(_samples.echo_uint8(value), value, "uint8")
	for value: int in values["uint16"]:
		_same(_samples.echo_uint16(value), value, "uint16")
	for value: int in values["uint32"]:
		_same(_samples.echo_uint32(value), value, "uint32")
	for value: int in values["uint64"]:
		_same(_samples.echo_uint64(value), value, "uint64")
	for value: float in values["float"]:
		_same(_samples.echo_float(value), value, "float")
	for value: float in values["double"]:
		_same(_samples.echo_double(value), value, "double")


func test_typed_calls_bring_texts_back() -> void:
	var values: Dictionary[String, Array] = SampleValues.texts()
	for value: String in values["string"]:
		_same(_samples.echo_string(value), value, "string")
	for value: StringName in values["string_name"]:
		_same(_samples.echo_string_name(value), value, "string_name")
	for value: NodePath in values["node_path"]:
		_same(_samples.echo_node_path(value), value, "node_path")


func test_typed_calls_bring_plain_structures_back() -> void:
	var values: Dictionary[String, Array] = SampleValues.plain_structures()
	for value: Vector2 in values["vector2"]:
		_same(_samples.echo_vector2(value), value, "vector2")
	for value: Vector2i in values["vector2i"]:
		_same(_samples.echo_vector2i(value), value, "vector2i")
	for value: Vector3 in values["vector3"]:
		_same(_samples.echo_vector3(value), value, "vector3")
	for value: Vector3i in values["vector3i"]:
		_same(_samples.echo_vector3i(value), value, "vector3i")
	for value: Rect2 in values["rect2"]:
		_same(_samples.echo_rect2(value), value, "rect2")
	for value: Rect2i in values["rect2i"]:
		_same(_samples.echo_rect2i(value), value, "rect2i")
	for value: Color in values["color"]:
		_same(_samples.echo_color(value), value, "color")
	for value: RID in values["rid"]:
		_same(_samples.echo_rid(value), value, "rid")


func test_typed_calls_bring_objects_back() -> void:
	var values: Dictionary[String, Array] = SampleValues.objects(keep(Node.new()))
	for value: Object in values["object"]:
		_same(_samples.echo_object(value), value, "object")
	for value: Node in values["node"]:
		_same(_samples.echo_node(value), value, "node")
	for value: RefCounted in values["reference"]:
		_same(_samples.echo_reference(value), value, "reference")
	for value: Resource in values["resource"]:
		_same(_samples.echo_resource(value), value, "resource")
	for value: Callable in values["callable"]:
		_same(_samples.echo_callable(value), value, "callable")
	for value: Signal in values["signal"]:
		_same(_samples.echo_signal(value), value, "signal")


func test_typed_calls_bring_containers_back() -> void:
	var values: Dictionary[String, Array] = SampleValues.containers(keep(Node.new()))
	for value: Dictionary in values["dictionary"]:
		_same(_samples.echo_dictionary(value), value, "dictionary")
	for value: Dictionary[String, int] in values["typed_dictionary"]:
		_same(_samples.echo_typed_dictionary(value), value, "typed_dictionary")
	for value: Array in values["array"]:
		_same(_samples.echo_array(value), value, "array")
	for value: Array[int] in values["int_array"]:
		_same(_samples.echo_int_array(value), value, "int_array")
	for value: Array[Node] in values["node_array"]:
		_same(_samples.echo_node_array(value), value, "node_array")
	for value: Variant in values["variant"]:
		_same(_samples.echo_variant(value), value, "variant")


func test_typed_calls_bring_packed_arrays_back() -> void:
	var values: Dictionary[String, Array] = SampleValues.packed_arrays()
	for value: PackedByteArray in values["packed_byte"]:
		_same(_samples.echo_packed_byte(value), value, "packed_byte")
	for value: PackedInt32Array in values["packed_int32"]:
		_same(_samples.echo_packed_int32(value), value, "packed_int32")
	for value: PackedInt64Array in values["packed_int64"]:
		_same(_samples.echo_packed_int64(value), value, "packed_int64")
	for value: PackedFloat32Array in values["packed_float32"]:
		_same(_samples.echo_packed_float32(value), value, "packed_float32")
	for value: PackedFloat64Array in values["packed_float64"]:
		_same(_samples.echo_packed_float64(value), value, "packed_float64")
	for value: PackedStringArray in values["packed_string"]:
		_same(_samples.echo_packed_string(value), value, "packed_string")
	for value: PackedVector2Array in values["packed_vector2"]:
		_same(_samples.echo_packed_vector2(value), value, "packed_vector2")
	for value: PackedVector3Array in values["packed_vector3"]:
		_same(_samples.echo_packed_vector3(value), value, "packed_vector3")
	for value: PackedColorArray in values["packed_color"]:
		_same(_samples.echo_packed_color(value), value, "packed_color")


func test_properties_of_a_typed_receiver_hold_what_they_are_given() -> void:
	_samples.held_string = "held"
	_same(_samples.held_string, "held", "String")
	_samples.held_vector2i = Vector2i(3, 4)
	_same(_samples.held_vector2i, Vector2i(3, 4), "Vector2i")
	_samples.held_vector2i.x = 5
	_same(_samples.held_vector2i, Vector2i(5, 4), "a member of a Vector2i")
	_samples.held_packed_int32 = PackedInt32Array([1, 2])
	_same(_samples.held_packed_int32, PackedInt32Array([1, 2]), "PackedInt32Array")
	_samples.held_int_array = [1, 2, 3]
	var wanted: Array[int] = [1, 2, 3]
	_same(_samples.held_int_array, wanted, "Array[int]")


func test_a_reference_from_a_typed_call_is_counted_once() -> void:
	var resource := Resource.new()
	var back: Resource = _samples.echo_resource(resource)
	equal(resource.get_reference_count(), 2, "two variables")
	back = null
	equal(resource.get_reference_count(), 1, "one variable")
	check(back == null, "let go")
	var made: MethodSamples = MethodSamples.create()
	equal(made.get_reference_count(), 1, "made in C++")


func _same(got: Variant, sent: Variant, type: String) -> void:
	# No object is null, of the type Object.
	check(got == sent and (sent == null or typeof(got) == typeof(sent)),
		"%s: sent %s, got %s" % [type, str(sent).left(60), str(got).left(60)])
