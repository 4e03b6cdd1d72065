extends "res://test_case.gd"
## Classes registered in each of the ways, and the singleton.


func test_an_ordinary_class_is_known_and_made() -> void:
	check(ClassDB.class_exists("ConcreteShape"), "exists")
	check(ClassDB.can_instantiate("ConcreteShape"), "can be made")
	equal(ClassDB.class_get_api_type("ConcreteShape"), ClassDB.API_EXTENSION, "kind of API")
	var made: Variant = ClassDB.instantiate("ConcreteShape")
	equal(made.get_area(), 2.5, "by name")
	equal(ConcreteShape.new().get_area(), 2.5, "by new")
	var shape: AbstractShape = ConcreteShape.new()
	equal(shape.get_area(), 2.5, "seen as its abstract parent")


func test_an_abstract_class_is_known_but_not_made() -> void:
	check(ClassDB.class_exists("AbstractShape"), "exists")
	check(not ClassDB.can_instantiate("AbstractShape"), "can't be made")
	equal(ClassDB.get_inheriters_from_class("AbstractShape"),
		PackedStringArray(["ConcreteShape"]), "its heirs")
	expect_error("Class 'AbstractShape' or its base class cannot be instantiated")
	equal(ClassDB.instantiate("AbstractShape"), null, "by name")
	var script := GDScript.new()
	script.source_code = "static func make() -> Variant:\n\treturn AbstractShape.new()\n"
	expect_error("Native class \"AbstractShape\" cannot be constructed as it is abstract")
	expect_error("Name \"new\" is a Callable")
	equal(script.reload(), ERR_PARSE_ERROR, "by a script")


func test_a_virtual_class_is_extended_by_a_script() -> void:
	var script := GDScript.new()
	script.source_code = "extends VirtualShape\nfunc double() -> int:\n\treturn 2 * get_corners()\n"
	equal(script.reload(), OK, "the script compiles")
	var shape: RefCounted = script.new()
	equal(shape.call("double"), 8, "a script's class")


func test_an_internal_class_is_hidden_but_works() -> void:
	var script := GDScript.new()
	script.source_code = "static func make() -> Variant:\n\treturn InternalShape.new()\n"
	expect_error("Native class GDScriptNativeClass used in script doesn't exist or isn't exposed")
	expect_error("Static function \"new()\" not found")
	equal(script.reload(), ERR_PARSE_ERROR, "no script knows it")
	var workshop: ObjectWorkshop = keep(ObjectWorkshop.new())
	var made: Object = workshop.make_internal()
	equal(made.get_class(), "InternalShape", "class")
	equal(made.call("get_depth"), 7, "method")


func test_a_runtime_class_runs_outside_of_the_editor() -> void:
	var shape: RuntimeShape = keep(RuntimeShape.new())
	equal(shape.get_width(), 9, "method")


func test_the_singleton_is_found_by_its_name() -> void:
	check(Engine.has_singleton("SampleSingleton"), "known")
	check(Engine.get_singleton_list().has("SampleSingleton"), "listed")
	var singleton: Object = Engine.get_singleton("SampleSingleton")
	var before: int = singleton.call("count_up")
	equal(singleton.call("count_up"), before + 1, "counts")
	equal(Engine.get_singleton("SampleSingleton"), singleton, "the same again")


func test_every_class_is_of_this_extension() -> void:
	for name: String in ["TypeRoundTrip", "MethodSamples", "PropertySamples", "EnumSamples",
			"FamilyGrandchild", "EngineVirtualsHeir", "ScriptedNode", "CallableSamples",
			"CountedResource", "ThrowingNode", "ObjectWorkshop", "RuntimeShape", "SampleSingleton"]:
		equal(ClassDB.class_get_api_type(name), ClassDB.API_EXTENSION, name)
