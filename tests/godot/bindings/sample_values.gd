extends RefCounted
## Values of every carried type, ordinary and extreme, by the names that TypeRoundTrip gives the
## types.


## Name of a type -> values that must come back as they are.
static func of_all_types(node: Node) -> Dictionary[String, Array]:
	var values: Dictionary[String, Array] = numbers()
	values.merge(texts())
	values.merge(plain_structures())
	values.merge(objects(node))
	values.merge(containers(node))
	values.merge(packed_arrays())
	return values


static func numbers() -> Dictionary[String, Array]:
	return {
		"bool": [true, false],
		"int8": [0, 1, -1, -128, 127],
		"int16": [0, -32768, 32767],
		"int32": [0, -2147483648, 2147483647],
		"int64": [0, -1, -9223372036854775807 - 1, 9223372036854775807],
		"uint8": [0, 255],
		"uint16": [0, 65535],
		"uint32": [0, 4294967295],
		"uint64": [0, 9223372036854775807, -1],
		"float": [0.0, 0.5, -1.25, 16777216.0, INF, -INF, 1.401298464324817e-45],
		"double": [0.0, 0.1, -1e308, 1.7976931348623157e308, INF, -INF, 5e-324, 2.2e-308],
	}


static func texts() -> Dictionary[String, Array]:
	var unusual: Array[String] = [
		"", "plain", "with \"quotes\" and \\ and 'more'", "line\nbreak\ttab",
		"Grüße, привет, 你好, שלום", "😀👩‍🚀🏴 beyond the first plane: 𝔘𐍈", "e\u0301 combined", " ",
	]
	var names: Array[StringName] = []
	for text: String in unusual:
		names.append(StringName(text))
	return {
		"string": unusual + ["x".repeat(1 << 20), "ж😀".repeat(1 << 18)],
		"string_name": names,
		"node_path": [NodePath(""), NodePath("/root"), NodePath("../a/b:position:x"), ^"Ünï/кот"],
	}


static func plain_structures() -> Dictionary[String, Array]:
	var texture: RID = RenderingServer.texture_2d_placeholder_create()
	RenderingServer.free_rid(texture)
	return {
		"vector2": [Vector2.ZERO, Vector2(1.5, -2.25), Vector2(INF, -INF)],
		"vector2i": [Vector2i.ZERO, Vector2i(-2147483648, 2147483647)],
		"vector3": [Vector3.ZERO, Vector3(1.5, -2.25, 1e30)],
		"vector3i": [Vector3i.ZERO, Vector3i(-2147483648, 2147483647, 7)],
		"rect2": [Rect2(), Rect2(1.5, 2.5, -3.5, 4.5)],
		"rect2i": [Rect2i(), Rect2i(-2147483648, 2, 3, 2147483647)],
		"color": [Color(), Color(0.1, 0.2, 0.3, 0.4), Color(-1.0, 17.5, 0.0, 2.0)],
		"rid": [RID(), texture, RID(texture)],
	}


static func objects(node: Node) -> Dictionary[String, Array]:
	var resource := Resource.new()
	resource.resource_name = "made in GDScript"
	return {
		"object": [null, node, resource, Engine],
		"node": [null, node],
		"reference": [null, RefCounted.new(), resource, CountedResource.new()],
		"resource": [null, resource, CountedResource.new(), Curve.new()],
		"callable": [
			Callable(), node.get_path, Callable(node, "no_such_method"), node.get_child.bind(1),
			func() -> int: return 5, print.unbind(1),
		],
		"signal": [Signal(), node.ready, Signal(node, "no_such_signal")],
	}


static func containers(node: Node) -> Dictionary[String, Array]:
	var nested: Dictionary = {"a": [1, {"b": null}], 2: Vector2.ONE, &"name": node, null: false}
	var numbers_by_name: Dictionary[String, int] = {"one": 1, "": -9223372036854775807 - 1}
	var none_by_name: Dictionary[String, int] = {}
	var ints: Array[int] = [1, 2, 9223372036854775807]
	var no_ints: Array[int] = []
	var nodes: Array[Node] = [node, null]
	return {
		"dictionary": [{}, nested],
		"typed_dictionary": [none_by_name, numbers_by_name],
		"array": [[], [1, "two", 3.0, null, node, [[]], nested]],
		"int_array": [no_ints, ints],
		"node_array": [nodes],
		"variant": [null, true, 7, "text", node, nested, ints, Vector2.ONE, Transform3D.IDENTITY],
	}


static func packed_arrays() -> Dictionary[String, Array]:
	var long_bytes := PackedByteArray()
	long_bytes.resize(100000)
	long_bytes.fill(200)
	var long_ints := PackedInt64Array(range(100000))
	var long_texts := PackedStringArray()
	long_texts.resize(100000)
	long_texts.fill("ж😀")
	var long_floats := PackedFloat32Array()
	long_floats.resize(100000)
	long_floats.fill(0.25)
	var long_doubles := PackedFloat64Array()
	long_doubles.resize(100000)
	long_doubles.fill(0.1)
	var long_places := PackedVector2Array()
	long_places.resize(100000)
	long_places.fill(Vector2(1.5, -1.5))
	var long_points := PackedVector3Array()
	long_points.resize(100000)
	long_points.fill(Vector3(1.5, -1.5, 3.0))
	var long_colors := PackedColorArray()
	long_colors.resize(100000)
	long_colors.fill(Color.REBECCA_PURPLE)
	return {
		"packed_byte": [PackedByteArray(), PackedByteArray([0, 255]), long_bytes],
		"packed_int32": [PackedInt32Array(), PackedInt32Array([-2147483648, 2147483647]),
			PackedInt32Array(range(100000))],
		"packed_int64": [PackedInt64Array(), PackedInt64Array([-9223372036854775807 - 1]),
			long_ints],
		"packed_float32": [PackedFloat32Array(), PackedFloat32Array([INF, -0.5]), long_floats],
		"packed_float64": [PackedFloat64Array(), PackedFloat64Array([-INF, 5e-324]), long_doubles],
		"packed_string": [PackedStringArray(), PackedStringArray(["", "😀"]), long_texts],
		"packed_vector2": [PackedVector2Array(), PackedVector2Array([Vector2.ONE]), long_places],
		"packed_vector3": [PackedVector3Array(), PackedVector3Array([Vector3.ONE]), long_points],
		"packed_color": [PackedColorArray(), PackedColorArray([Color.RED]), long_colors],
	}
