extends "res://test_case.gd"
## Bound methods: their forms, their defaults, and what becomes of calls that don't fit.

var _samples := MethodSamples.new()


func test_defaults_fill_in_from_the_right() -> void:
	var untyped: Variant = _samples
	equal(_samples.describe(1), "1|none|0.5|[]", "one argument")
	equal(_samples.describe(1, "two"), "1|two|0.5|[]", "two arguments")
	equal(_samples.describe(1, "two", 3.0, [4]), "1|two|3.0|[4]", "all arguments")
	equal(untyped.describe(1), "1|none|0.5|[]", "one argument, untyped")
	equal(_samples.callv("describe", [1, "two", 3.0]), "1|two|3.0|[]", "three arguments, callv")


func test_defaults_are_described_to_the_engine() -> void:
	var method: Dictionary = _method("describe")
	equal(method.default_args, ["none", 0.5, []], "default values")
	var names: Array = method.args.map(func(argument: Dictionary) -> String: return argument.name)
	equal(names, ["number", "text", "ratio", "list"], "argument names")
	var types: Array = method.args.map(func(argument: Dictionary) -> int: return argument.type)
	equal(types, [TYPE_INT, TYPE_STRING, TYPE_FLOAT, TYPE_ARRAY], "argument types")
	equal(method.return.type, TYPE_STRING, "type of the result")


func test_methods_without_arguments_or_result_are_called() -> void:
	var untyped: Variant = _samples
	_samples.touch()
	untyped.touch()
	equal(_samples.callv("touch", []), null, "nothing comes back")
	equal(_samples.get_touched(), 3, "calls")


func test_vararg_methods_take_any_number_of_anything() -> void:
	equal(_samples.join(), "", "none")
	equal(_samples.join(1, "two", null, [3.5]), "1;two;<null>;[3.5];", "four")
	var many: Array = range(300)
	equal(_samples.callv("join", many).count(";"), 300, "300")
	_samples.remember("a", 2, 3.0)
	equal(_samples.get_touched(), 3, "without a result")


func test_a_vararg_method_can_refuse_its_arguments() -> void:
	equal(_samples.demand("text"), "text", "accepted")
	expect_error("'MethodSamples::demand': Method expected 1 argument(s), but called with 0")
	equal(_samples.callv("demand", []), null, "none")
	expect_error("Cannot convert argument 1 from int to String")
	equal(_samples.callv("demand", [1]), null, "a number")


func test_static_methods_need_no_object() -> void:
	equal(MethodSamples.add(2, 3), 5, "by the class")
	equal(MethodSamples.add(2), 3, "with a default")
	equal(_samples.callv("add", [2, 3]), 5, "by an object")
	equal(ClassDB.class_call_static(&"MethodSamples", &"add", 20, 3), 23, "by ClassDB")
	check(MethodSamples.create() is MethodSamples, "that makes an object")
	check(_method("add").flags & METHOD_FLAG_STATIC, "the flag")


func test_const_methods_say_so() -> void:
	check(_method("get_touched").flags & METHOD_FLAG_CONST, "get_touched is const")
	check(not _method("touch").flags & METHOD_FLAG_CONST, "touch is not")
	check(_method("join").flags & METHOD_FLAG_VARARG, "join is vararg")


func test_references_to_constants_arrive_by_both_ways() -> void:
	var bytes := PackedByteArray([1, 2])
	var options: Dictionary = {"a": 1}
	var callable: Callable = _samples.touch
	var untyped: Variant = _samples
	equal(_samples.measure(bytes, options, &"abc", callable, 1), 11006, "typed")
	equal(untyped.measure(bytes, options, "abc", callable, null), 1006, "untyped")


func test_a_reference_is_not_kept_by_a_parameter() -> void:
	var resource := Resource.new()
	var untyped: Variant = _samples
	check(_samples.count_references(resource) >= 2, "held during the call")
	check(untyped.count_references(resource) >= 2, "held during the untyped call")
	equal(resource.get_reference_count(), 1, "afterwards")
	equal(_samples.count_references(null), 0, "null")


func test_an_array_passed_by_value_is_the_callers_own() -> void:
	var list: Array = ["from GDScript"]
	_samples.append_to(list)
	equal(list, ["from GDScript", "from C++"], "list")


func test_numbers_are_converted_where_the_engine_converts_them() -> void:
	var untyped: Variant = _samples
	equal(untyped.describe(1.7), "1|none|0.5|[]", "a float for an int")
	equal(untyped.describe(true), "1|none|0.5|[]", "a bool for an int")
	equal(untyped.describe(1, &"name", 2), "1|name|2.0|[]", "a StringName and an int")
	equal(untyped.sum_of([1, 2, 3]), 6, "an untyped Array for Array[int]")


func test_too_few_arguments_are_the_engines_error() -> void:
	expect_error("'MethodSamples::describe': Method expected 1 argument(s), but called with 0")
	equal(_samples.callv("describe", []), null, "callv")
	expect_error("Invalid call to function 'describe' in base 'MethodSamples'. Expected 1 arg")
	_describe_nothing(_samples)


func test_too_many_arguments_are_the_engines_error() -> void:
	expect_error("'MethodSamples::describe': Method expected 4 argument(s), but called with 5")
	equal(_samples.callv("describe", [1, "two", 3.0, [], 5]), null, "callv")
	expect_error("'MethodSamples::touch': Method expected 0 argument(s), but called with 1")
	equal(_samples.callv("touch", [1]), null, "callv without parameters")
	expect_error("Invalid call to function 'touch' in base 'MethodSamples'. Expected 0 arg")
	_touch_with_one(_samples)
	equal(_samples.get_touched(), 0, "it was not called")


func test_wrong_types_are_the_engines_error_and_name_the_argument() -> void:
	expect_error("Cannot convert argument 2 from int to String")
	equal(_samples.callv("describe", [1, 2]), null, "an int for a String")
	expect_error("Cannot convert argument 1 from Nil to int")
	equal(_samples.callv("describe", [null]), null, "null for an int")
	expect_error("Cannot convert argument 4 from Dictionary to Array")
	equal(_samples.callv("describe", [1, "two", 3.0, {}]), null, "a Dictionary for an Array")
	expect_error("Invalid type in function 'describe' in base 'MethodSamples'. Cannot convert")
	_describe_text(_samples)


func test_an_object_of_another_class_is_refused() -> void:
	equal(_samples.callv("name_of", [null]), "nobody", "null is an object of any class")
	expect_error("Cannot convert argument 1 from Object to Object")
	equal(_samples.callv("name_of", [RefCounted.new()]), null, "no Node")
	expect_error("Cannot convert argument 1 from Object to Object")
	equal(_samples.callv("count_references", [RefCounted.new()]), null, "no Resource")


func test_a_freed_object_is_refused() -> void:
	var node := Node.new()
	var freed: Array = [node]
	node.free()
	expect_error("Cannot convert argument 1 from Object to Object")
	equal(_samples.callv("class_of", freed), null, "callv")


func test_a_method_that_does_not_exist_is_the_engines_error() -> void:
	expect_error("'MethodSamples::no_such_method': Method not found")
	_samples.callv("no_such_method", [])
	check(not _samples.has_method("no_such_method"), "has_method")
	check(_samples.has_method("describe"), "has_method of one that is there")


func _describe_nothing(untyped: Variant) -> void:
	untyped.describe()


func _describe_text(untyped: Variant) -> void:
	untyped.describe("no number")


func _touch_with_one(untyped: Variant) -> void:
	untyped.touch(1)


func _method(name: String) -> Dictionary:
	for method: Dictionary in ClassDB.class_get_method_list("MethodSamples", true):
		if method.name == name:
			return method
	return {}
