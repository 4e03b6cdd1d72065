extends "res://test_case.gd"
## Scripts that extend classes of ours, and the methods that they provide for C++ to call.


class Answering:
	extends ScriptedNode
	var told: int = 0
	var heard: PackedStringArray = []

	func _be_told() -> void:
		told += 1

	func _hear(text: String) -> void:
		heard.append(text)

	func _agree(number: int) -> bool:
		return number > 10

	func _name_pair(node: Node, other: StringName) -> String:
		return "%s & %s" % [node.name if node != null else &"nobody", other]

	func _pack(count: int, ratio: float, list: Array) -> Resource:
		var made := CountedResource.new()
		made.title = str(count, ratio, list)
		return made


class AnsweringWrongly:
	extends ScriptedNode

	@warning_ignore("untyped_declaration")
	func _agree(_number: int):
		return "a text"

	func _name_pair(_node: Node, _name: StringName) -> String:
		var nothing: Node = null
		return nothing.name


class Below:
	extends Answering

	func _agree(number: int) -> bool:
		return not super(number)


class ScriptedResource:
	extends CountedResource
	@export var pages: int = 3

	func describe() -> String:
		return "%s, %d pages" % [title, pages]


class ScriptedReference:
	extends MethodSamples

	func touch_twice() -> int:
		touch()
		touch()
		return get_touched()


func test_a_script_answers_what_C_plus_plus_asks() -> void:
	var node: Answering = keep(Answering.new())
	check(node.tell(), "told")
	equal(node.told, 1, "times told")
	check(node.say("кот 😀"), "said")
	equal(node.heard, PackedStringArray(["кот 😀"]), "heard")
	equal(node.ask(11), [true, true], "more than ten")
	equal(node.ask(3), [true, false], "less than ten")
	equal(node.name_pair(node, &"x"), [true, "%s & x" % node.name], "an object as argument")
	equal(node.name_pair(null, &"x"), [true, "nobody & x"], "null as argument")
	check(node.has_opinion(), "it is known that there is an answer")


func test_an_object_made_by_a_script_comes_back_counted() -> void:
	var node: Answering = keep(Answering.new())
	var made := node.pack(2, 0.5, ["a"]) as CountedResource
	equal(made.title, "20.5[\"a\"]", "title")
	equal(made.get_reference_count(), 1, "references")


func test_without_a_script_nobody_answers() -> void:
	var node: ScriptedNode = keep(ScriptedNode.new())
	check(not node.tell(), "told")
	check(not node.say("x"), "said")
	equal(node.ask(11), [false, false], "asked")
	equal(node.name_pair(node, &"x"), [false, "nothing"], "what was there stays")
	check(node.pack(1, 1.0, []) == null, "an object")
	check(not node.has_opinion(), "it is known that there is no answer")


func test_an_answer_of_the_wrong_type_is_none_and_is_reported() -> void:
	var node: AnsweringWrongly = keep(AnsweringWrongly.new())
	expect_error("_agree() of a script returned a String where a bool is wanted")
	equal(node.ask(11), [false, false], "a String for a bool")


func test_an_answer_that_fails_is_reported_and_survived() -> void:
	var node: AnsweringWrongly = keep(AnsweringWrongly.new())
	expect_error("Invalid access to property or key 'name' on a base object of type 'Nil'")
	equal(node.name_pair(node, &"x")[1], "", "the empty answer of a broken-off function")


func test_a_script_below_a_script_answers_and_can_ask_its_parent() -> void:
	var node: Below = keep(Below.new())
	equal(node.ask(11), [true, false], "turned round")
	equal(node.ask(3), [true, true], "turned round")
	check(node.tell(), "inherited")


func test_virtual_methods_are_listed_for_scripts() -> void:
	var found: Dictionary[String, Dictionary] = {}
	for method: Dictionary in ClassDB.class_get_method_list("ScriptedNode", true):
		found[method.name] = method
	check(found["_agree"].flags & METHOD_FLAG_VIRTUAL, "_agree is virtual")
	equal(found["_agree"].return.type, TYPE_BOOL, "result of _agree")
	equal(found["_agree"].args[0].name, "number", "argument of _agree")
	check(found["_name_pair"].flags & METHOD_FLAG_CONST, "_name_pair is const")
	equal(String(found["_pack"].return.class_name), "Resource", "result of _pack")
	equal(found["_be_told"].args.size(), 0, "arguments of _be_told")


func test_a_script_extends_a_resource_and_its_file_keeps_both_halves() -> void:
	var resource := ScriptedResource.new()
	resource.title = "Кошка \"в\" сапогах"
	equal(resource.describe(), "Кошка \"в\" сапогах, 3 pages", "method of the script")
	var plain := CountedResource.new()
	plain.title = resource.title
	var path: String = "user://counted.tres"
	equal(ResourceSaver.save(plain, path), OK, "saved")
	var loaded := ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE) as CountedResource
	equal(loaded.title, plain.title, "loaded")
	equal(DirAccess.remove_absolute(path), OK, "removed")


func test_a_resource_tells_that_it_changed() -> void:
	var resource := CountedResource.new()
	var counts: Array[int] = [0]
	resource.changed.connect(func() -> void: counts[0] += 1)
	resource.title = "new"
	resource.title = "new"
	equal(counts[0], 1, "emissions")


func test_a_script_extends_a_counted_reference() -> void:
	var samples := ScriptedReference.new()
	equal(samples.touch_twice(), 2, "touched")
	equal(samples.get_reference_count(), 1, "references")


func test_a_script_is_put_on_and_taken_off_a_living_node() -> void:
	var node: ScriptedNode = keep(ScriptedNode.new())
	var id: int = node.get_instance_id()
	node.set_script(Answering)
	equal(node.ask(11), [true, true], "with a script")
	node.set_script(null)
	equal(node.ask(11), [false, false], "without it")
	equal(node.get_instance_id(), id, "it is the same object")
