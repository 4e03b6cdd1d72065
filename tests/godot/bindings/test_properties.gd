extends "res://test_case.gd"
## Properties, signals, enums, flags and constants as the engine and its inspector see them.

var _node: PropertySamples:
	get:
		if _node == null:
			_node = keep(PropertySamples.new())
		return _node


func test_properties_are_listed_in_their_groups_and_order() -> void:
	var names: Array[String] = []
	for property: Dictionary in ClassDB.class_get_property_list("PropertySamples", true):
		names.append(property.name)
	equal(names, ["Motion", "motion_speed", "Corners", "motion_corner_first",
		"motion_corner_second", "", "secret", "answer"] as Array[String], "names")


func test_groups_and_subgroups_have_their_prefixes() -> void:
	var group: Dictionary = _property("Motion")
	equal(group.usage, PROPERTY_USAGE_GROUP, "usage of the group")
	equal(group.hint_string, "motion_", "prefix of the group")
	var subgroup: Dictionary = _property("Corners")
	equal(subgroup.usage, PROPERTY_USAGE_SUBGROUP, "usage of the subgroup")
	equal(subgroup.hint_string, "motion_corner_", "prefix of the subgroup")


func test_hints_and_usage_reach_the_engine() -> void:
	var speed: Dictionary = _property("motion_speed")
	equal([speed.type, speed.hint, speed.hint_string, speed.usage],
		[TYPE_FLOAT, PROPERTY_HINT_RANGE, "0,10,0.1", PROPERTY_USAGE_DEFAULT], "speed")
	var secret: Dictionary = _property("secret")
	equal([secret.type, secret.hint, secret.hint_string, secret.usage],
		[TYPE_STRING, PROPERTY_HINT_PASSWORD, "shh", PROPERTY_USAGE_EDITOR], "secret")
	equal(_property("answer").usage, PROPERTY_USAGE_EDITOR | PROPERTY_USAGE_READ_ONLY, "answer")


func test_setters_and_getters_are_called() -> void:
	_node.motion_speed = 2.5
	equal(_node.get_speed(), 2.5, "set by the property")
	_node.set_speed(3.5)
	equal(_node.motion_speed, 3.5, "read by the property")
	_node.set("motion_speed", 4)
	equal(_node.get("motion_speed"), 4.0, "an int for a float")
	_node.set_indexed("motion_corner_first:x", 9)
	equal(_node.motion_corner_first, Vector2i(9, 0), "a member, by its path")


func test_indexed_properties_share_a_setter() -> void:
	_node.motion_corner_first = Vector2i(1, 2)
	_node.motion_corner_second = Vector2i(3, 4)
	equal(_node.get_corner(0), Vector2i(1, 2), "first")
	equal(_node.get_corner(1), Vector2i(3, 4), "second")
	equal(_node.get("motion_corner_second"), Vector2i(3, 4), "second, by name")


func test_a_property_without_setter_can_only_be_read() -> void:
	equal(_node.answer, 42, "read")
	_node.set("answer", 7)
	equal(_node.answer, 42, "after an attempt to set it")


func test_default_values_are_known_to_the_engine() -> void:
	equal(ClassDB.class_get_property_default_value("PropertySamples", "motion_speed"), 1.5, "speed")
	equal(ClassDB.class_get_property_default_value("PropertySamples", "motion_corner_first"),
		Vector2i.ZERO, "corner")


func test_properties_survive_duplication_and_packing() -> void:
	_node.motion_speed = 7.5
	_node.motion_corner_second = Vector2i(5, 6)
	var twin := _node.duplicate() as PropertySamples
	equal([twin.motion_speed, twin.motion_corner_second], [7.5, Vector2i(5, 6)], "duplicate")
	twin.free()
	var scene := PackedScene.new()
	equal(scene.pack(_node), OK, "packed")
	var loaded := scene.instantiate() as PropertySamples
	equal([loaded.motion_speed, loaded.motion_corner_second], [7.5, Vector2i(5, 6)], "unpacked")
	loaded.free()


func test_signals_have_typed_arguments() -> void:
	var moved: Dictionary = _signal("moved")
	var arguments: Array = moved.args.map(func(argument: Dictionary) -> Array:
		return [argument.name, argument.type, String(argument.class_name)])
	equal(arguments, [["who", TYPE_OBJECT, "PropertySamples"], ["where", TYPE_VECTOR2, ""],
		["witnesses", TYPE_PACKED_STRING_ARRAY, ""]], "arguments of moved")
	equal(_signal("stopped").args.size(), 0, "arguments of stopped")
	equal(_signal("speed_changed").args[0].type, TYPE_FLOAT, "argument of speed_changed")


func test_signals_from_C_plus_plus_reach_handlers_with_typed_parameters() -> void:
	var seen: Array = []
	_node.moved.connect(
		func(who: PropertySamples, where: Vector2, witnesses: PackedStringArray) -> void:
			seen.append_array([who, where, witnesses]))
	_node.tell_moved()
	equal(seen, [_node, Vector2(1, 2), PackedStringArray()], "moved")


func test_a_signal_can_be_awaited() -> void:
	_node.set_speed.call_deferred(9.25)
	var speed: Variant = await _node.speed_changed
	equal(speed, 9.25, "speed")
	# Out of the emission, in which the node could not be freed.
	await tree.process_frame


func test_a_setter_given_the_same_value_stays_silent() -> void:
	var counts: Array[int] = [0]
	_node.speed_changed.connect(func(_speed: float) -> void: counts[0] += 1)
	_node.motion_speed = 1.5
	_node.motion_speed = 2.0
	_node.motion_speed = 2.0
	equal(counts[0], 1, "emissions")


func test_an_unknown_signal_is_refused_with_an_error_code() -> void:
	equal(_node.tell_unknown(), ERR_UNAVAILABLE, "code")


func test_an_index_out_of_range_is_reported() -> void:
	expect_error("Index p_index = 2 is out of bounds (2 = 2)")
	equal(_node.get_corner(2), Vector2i.ZERO, "corner")


func test_enums_are_known_by_name() -> void:
	equal(EnumSamples.MOOD_CURIOUS, 5, "by the class")
	equal(EnumSamples.Mood.MOOD_ANGRY, -3, "by the enum")
	equal(EnumSamples.MAX_FRIENDS, 150, "a constant without enum")
	equal(ClassDB.class_get_enum_list("EnumSamples", true),
		PackedStringArray(["Mood", "Sense"]), "enums")
	equal(ClassDB.class_get_enum_constants("EnumSamples", "Mood", true),
		PackedStringArray(["MOOD_CALM", "MOOD_CURIOUS", "MOOD_ANGRY"]), "constants of Mood")
	equal(ClassDB.class_get_integer_constant_enum("EnumSamples", "MOOD_ANGRY"), &"Mood", "enum")
	equal(ClassDB.class_get_integer_constant_enum("EnumSamples", "MAX_FRIENDS"), &"", "no enum")
	check(ClassDB.is_class_enum_bitfield("EnumSamples", "Sense"), "Sense is a bit field")
	check(not ClassDB.is_class_enum_bitfield("EnumSamples", "Mood"), "Mood is none")


func test_enums_and_flags_are_parameters_and_results() -> void:
	var samples := EnumSamples.new()
	var mood: EnumSamples.Mood = EnumSamples.MOOD_ANGRY
	samples.set_mood(mood)
	equal(samples.get_mood(), EnumSamples.MOOD_ANGRY, "typed")
	samples.mood = EnumSamples.MOOD_CURIOUS
	equal(samples.get("mood"), 5, "property")
	samples.set_senses(EnumSamples.SENSE_HEARING)
	check(samples.has_sense(EnumSamples.SENSE_HEARING), "hearing")
	check(not samples.has_sense(EnumSamples.SENSE_SIGHT), "no sight")
	samples.senses = EnumSamples.SENSE_SIGHT | EnumSamples.SENSE_HEARING
	equal(samples.get_senses(), EnumSamples.SENSE_ALL, "all")
	equal(samples.echo_error(ERR_CANT_OPEN), ERR_CANT_OPEN, "an enum of the engine")


func test_enum_parameters_name_their_type() -> void:
	var types: Dictionary[String, Array] = {}
	for method: Dictionary in ClassDB.class_get_method_list("EnumSamples", true):
		if method.args.size() == 1:
			types[method.name] = [String(method.args[0].class_name), method.args[0].usage]
	equal(types["set_mood"], ["EnumSamples.Mood",
		PROPERTY_USAGE_DEFAULT | PROPERTY_USAGE_CLASS_IS_ENUM], "Mood")
	equal(types["set_senses"], ["EnumSamples.Sense",
		PROPERTY_USAGE_DEFAULT | PROPERTY_USAGE_CLASS_IS_BITFIELD], "Sense")
	equal(types["echo_error"], ["Error",
		PROPERTY_USAGE_DEFAULT | PROPERTY_USAGE_CLASS_IS_ENUM], "Error")


func _property(name: String) -> Dictionary:
	for property: Dictionary in _node.get_property_list():
		if property.name == name:
			return property
	return {}


func _signal(name: String) -> Dictionary:
	for each: Dictionary in ClassDB.class_get_signal_list("PropertySamples", true):
		if each.name == name:
			return each
	return {}
