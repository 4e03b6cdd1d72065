extends "res://test_case.gd"
## Classes of ours that derive from classes of ours: each level answers once, in the right order.


class CountedResourceOfAScript:
	extends CountedResource


var _child: FamilyChild:
	get:
		if _child == null:
			_child = keep(FamilyChild.new())
		return _child
var _grandchild: FamilyGrandchild:
	get:
		if _grandchild == null:
			_grandchild = keep(FamilyGrandchild.new())
		return _grandchild


func test_notifications_come_from_parent_to_child_and_at_the_end_reversed() -> void:
	FamilyParent.take_journal()
	var node := FamilyChild.new()
	_journal(["parent: born", "child: born"], "new")
	tree.root.add_child(node)
	_journal(["parent: enters", "child: enters", "parent: ready", "child: ready"], "added")
	tree.root.remove_child(node)
	_journal(["child: leaves", "parent: leaves"], "removed")
	node.free()
	_journal(["child: dies", "parent: dies"], "freed")


func test_a_class_that_adds_nothing_passes_notifications_on_once() -> void:
	FamilyParent.take_journal()
	var node := FamilyGrandchild.new()
	node.free()
	_journal(["parent: born", "child: born", "child: dies", "parent: dies"], "life")


func test_the_parent_alone_is_notified_as_parent() -> void:
	FamilyParent.take_journal()
	var node := FamilyParent.new()
	node.free()
	_journal(["parent: born", "parent: dies"], "life")


func test_a_script_below_is_notified_in_addition() -> void:
	var script := GDScript.new()
	script.source_code = "extends FamilyChild\nvar seen: Array[int] = []\n" \
		+ "func _notification(what: int) -> void:\n\tseen.append(what)\n"
	equal(script.reload(), OK, "the script compiles")
	FamilyParent.take_journal()
	var node: Node = script.new()
	keep(node)
	_journal(["parent: born", "child: born", "parent: enters", "child: enters", "parent: ready",
		"child: ready"], "C++")
	var seen: Array[int] = node.get("seen")
	equal(seen.count(Node.NOTIFICATION_READY), 1, "ready in the script")


func test_both_levels_set_and_get_what_only_they_know() -> void:
	for node: Node in [_child, _grandchild]:
		equal(node.get("parent_secret"), "parent's secret", "parent's")
		equal(node.get("child_secret"), "child's secret", "child's")
		node.set("parent_secret", "p")
		node.set("child_secret", "c")
		equal([node.get("parent_secret"), node.get("child_secret")], ["p", "c"], "after set")
		equal(node.get("no_such_secret"), null, "nobody's")


func test_no_property_is_listed_twice() -> void:
	for node: Node in [_child, _grandchild]:
		for name: String in ["shared", "own", "parent_secret", "child_secret", "name",
				"FamilyParent"]:
			var found: Array = node.get_property_list().filter(
				func(property: Dictionary) -> bool: return property.name == name)
			equal(found.size(), 1, "%s of %s" % [name, node.get_class()])


func test_a_listed_property_keeps_its_hint() -> void:
	var secret: Dictionary = _property(_child, "parent_secret")
	equal([secret.type, secret.hint, secret.hint_string],
		[TYPE_STRING, PROPERTY_HINT_PASSWORD, "of the parent"], "parent_secret")


func test_both_levels_say_what_can_be_reverted_and_to_what() -> void:
	for node: Node in [_child, _grandchild]:
		check(node.property_can_revert("parent_secret"), "parent's can")
		check(node.property_can_revert("child_secret"), "child's can")
		check(not node.property_can_revert("no_such_secret"), "nobody's can't")
		equal(node.property_get_revert("parent_secret"), "parent's secret", "parent's")
		equal(node.property_get_revert("child_secret"), "child's secret", "child's")


func test_both_levels_validate_a_property_from_parent_to_child() -> void:
	var parent: FamilyParent = keep(FamilyParent.new())
	equal(_property(parent, "shared").hint_string, "0,9", "of the parent")
	equal(_property(_child, "shared").hint_string, "0,9,3", "of the child")
	equal(_property(_grandchild, "shared").hint_string, "0,9,3", "of the grandchild")
	equal(_property(_child, "shared").hint, PROPERTY_HINT_RANGE, "hint")


func test_the_lowest_level_gives_the_text() -> void:
	var parent: FamilyParent = keep(FamilyParent.new())
	equal(str(parent), "a parent", "parent")
	equal(str(_child), "a child", "child")
	equal(str(_grandchild), "a child", "grandchild")


func test_methods_properties_and_signals_are_inherited() -> void:
	equal(_child.introduce(), "I am the child", "a C++ virtual")
	equal(_grandchild.callv("introduce", []), "I am the child", "a C++ virtual, untyped")
	_grandchild.shared = 5
	equal(_grandchild.get_shared(), 5, "a parent's property")
	check(_grandchild.has_signal("spoke"), "a parent's signal")
	check(_grandchild is FamilyParent and _grandchild is FamilyChild, "is")
	equal(ClassDB.get_parent_class("FamilyGrandchild"), &"FamilyChild", "parent class")
	equal(_grandchild.get_class(), "FamilyGrandchild", "class")
	var listed: Array = ClassDB.class_get_method_list("FamilyGrandchild", true)
	equal(listed, [] as Array, "methods of its own")


func test_engine_virtuals_are_called_and_inherited() -> void:
	for node: EngineVirtuals in [EngineVirtuals.new(), EngineVirtualsHeir.new()]:
		tree.root.add_child(node)
		equal(node.get_calls(), PackedStringArray(["enter", "ready"]), "added")
		check(node.is_processing(), "a class with _process is processed")
		await tree.process_frame
		await tree.process_frame
		await tree.process_frame
		equal(node.get_calls(), PackedStringArray(["enter", "ready", "process"]), "processed once")
		check(node.get_last_delta() >= 0.0, "delta")
		tree.root.remove_child(node)
		equal(node.get_calls()[-1], "exit", "removed")
		node.free()


func test_what_is_not_overridden_is_not_called() -> void:
	var node: PropertySamples = keep(PropertySamples.new())
	check(not node.is_processing(), "a class without _process is not processed")
	check(not node.is_physics_processing(), "nor in physics frames")


func test_engine_virtuals_with_arguments_and_results_are_called() -> void:
	for resource: CountedResource in [CountedResource.new(), CountedResourceOfAScript.new()]:
		equal(resource.get_rid().get_id(), 77, "a result given to the engine")
		resource.set_path_cache("res://counted/кот.tres")
		equal(resource.get_seen_path(), "res://counted/кот.tres", "an argument given by the engine")


func test_a_scripts_method_takes_the_place_of_an_engine_virtual() -> void:
	var script := GDScript.new()
	script.source_code = "extends EngineVirtuals\nvar made_ready: int = 0\n" \
		+ "func _ready() -> void:\n\tmade_ready += 1\n"
	equal(script.reload(), OK, "the script compiles")
	var node: Node = keep(script.new() as Node)
	equal(node.get("made_ready"), 1, "the script's _ready")
	equal(node.call("get_calls"), PackedStringArray(["enter"]), "the class's own virtuals")


func _journal(wanted: Array, what: String) -> void:
	equal(FamilyParent.take_journal(), PackedStringArray(wanted), what)


func _property(node: Node, name: String) -> Dictionary:
	for property: Dictionary in node.get_property_list():
		if property.name == name:
			return property
	return {}
