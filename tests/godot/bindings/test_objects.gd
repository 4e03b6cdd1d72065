extends "res://test_case.gd"
## Objects made, kept, cast, found and freed by C++, and what they cost.

const CONVERSIONS: int = 1000000

var _workshop: ObjectWorkshop:
	get:
		if _workshop == null:
			_workshop = keep(ObjectWorkshop.new())
		return _workshop


func test_nodes_made_in_C_plus_plus_are_children_like_others() -> void:
	var plain: Node = _workshop.add_node("Plain")
	var sample := _workshop.add_sample("Sample") as PropertySamples
	equal(_workshop.get_child_count(), 2, "children")
	equal(_workshop.get_node("Plain"), plain, "found by GDScript")
	equal(sample.motion_speed, 3.0, "set before it was added")
	equal(sample.get_parent(), _workshop, "parent")
	var script := GDScript.new()
	script.source_code = "extends PropertySamples\nvar added: int = 5\n"
	equal(script.reload(), OK, "the script compiles")
	sample.set_script(script)
	equal(sample.get("added"), 5, "it takes a script")


func test_nodes_are_found_by_their_path() -> void:
	_workshop.add_sample("Sample")
	_workshop.add_node("Plain").add_child(PropertySamples.new())
	equal(_workshop.find_by_path("Sample"), "Sample,Sample,Sample", "one of ours")
	equal(_workshop.find_by_path("Plain"), "Plain,Plain,-", "one of the engine's")
	equal(_workshop.find_by_path("Nobody"), "-,-,-", "nobody")
	expect_error("Node not found: \"Nobody\"")
	check(_workshop.get_node("Nobody") == null, "the engine's own error")


func test_objects_freed_by_C_plus_plus_are_gone() -> void:
	var workshop: ObjectWorkshop = _workshop
	var live: int = ObjectWorkshop.get_live_count()
	var objects: float = Performance.get_monitor(Performance.OBJECT_COUNT)
	equal(workshop.make_and_delete(1000), live + 2, "two at a time")
	equal(ObjectWorkshop.get_live_count(), live, "objects of ours")
	equal(Performance.get_monitor(Performance.OBJECT_COUNT), objects, "objects of the engine")
	var node := PropertySamples.new()
	check(_workshop.free_now(node), "one of GDScript's")
	check(not is_instance_valid(node), "is gone")
	check(not _workshop.free_now(null), "nothing")


func test_references_are_counted_by_each_copy() -> void:
	equal(_workshop.count_references(), PackedInt64Array([1, 2, 3, 4, 1, 2, 3, 4, 1]), "counts")
	check(_workshop.ref_equality(), "comparisons")


func test_resources_made_in_C_plus_plus_arrive_with_one_reference() -> void:
	var resource: Resource = _workshop.make_resource()
	equal(resource.get_reference_count(), 1, "typed")
	var counted: Variant = _workshop.call("make_counted", "title")
	equal([counted.get_reference_count(), counted.title], [1, "title"], "untyped")
	var typed: CountedResource = _workshop.make_counted("other")
	equal([typed.get_reference_count(), typed.title], [1, "other"], "a class of ours")


func test_a_reference_kept_by_C_plus_plus_keeps_the_object() -> void:
	_workshop.keep(null)
	var live: int = ObjectWorkshop.get_live_count()
	var counted: CountedResource = CountedResource.new()
	counted.title = "kept"
	var watched: WeakRef = weakref(counted)
	_workshop.keep(counted)
	equal(counted.get_reference_count(), 2, "two owners")
	counted = null
	check(watched.get_ref() != null, "one owner")
	equal(_workshop.get_kept_title(), "kept", "title")
	_workshop.keep(null)
	check(watched.get_ref() == null, "no owner")
	equal(ObjectWorkshop.get_live_count(), live, "objects of ours")
	equal(_workshop.get_kept_title(), "-", "nothing to ask")
	check(_workshop.get_kept() == null, "nothing to get")


func test_objects_are_cast_to_what_they_are() -> void:
	var sample := PropertySamples.new()
	equal(_workshop.castable_to(sample),
		PackedStringArray(["Object", "Node", "PropertySamples"]), "ours")
	equal(_workshop.castable_to(_workshop),
		PackedStringArray(["Object", "Node", "ObjectWorkshop"]), "itself")
	equal(_workshop.castable_to(CountedResource.new()),
		PackedStringArray(["Object", "RefCounted", "Resource", "CountedResource"]), "a resource")
	equal(_workshop.castable_to(null), PackedStringArray(), "nothing")
	sample.free()


func test_a_class_that_was_not_generated_is_seen_as_its_nearest_parent() -> void:
	var sprite := Sprite2D.new()
	var timer := Timer.new()
	equal(_workshop.castable_to(sprite), PackedStringArray(["Object", "Node"]), "Sprite2D")
	equal(_workshop.castable_to(timer), PackedStringArray(["Object", "Node"]), "Timer")
	equal(_workshop.castable_to(Curve.new()),
		PackedStringArray(["Object", "RefCounted", "Resource"]), "Curve")
	equal(_workshop.castable_to(tree), PackedStringArray(["Object"]), "SceneTree")
	equal(_workshop.look_into(sprite)[2], "Sprite2D", "it knows its own class")
	sprite.free()
	timer.free()


func test_an_object_has_one_binding() -> void:
	var node := Node.new()
	check(_workshop.is_same_binding(node, node), "the same")
	check(not _workshop.is_same_binding(node, _workshop), "another")
	equal(_workshop.wrap_twice(node), node, "there and back")
	equal(_workshop.wrap_twice(self), self, "a reference, there and back")
	node.free()


func test_an_object_that_is_no_node_is_made_and_freed() -> void:
	var object: Object = _workshop.make_plain()
	equal(object.get_class(), "Object", "class")
	check(_workshop.free_now(object), "freed")
	check(not is_instance_valid(object), "gone")


func test_freeing_a_parent_frees_what_C_plus_plus_added() -> void:
	var live: int = ObjectWorkshop.get_live_count()
	var other := ObjectWorkshop.new()
	for i: int in 50:
		other.add_sample("Sample%d" % i)
	equal(ObjectWorkshop.get_live_count(), live + 51, "with its children")
	other.free()
	equal(ObjectWorkshop.get_live_count(), live, "without")


func test_queue_free_frees_one_of_ours_at_the_end_of_the_frame() -> void:
	var live: int = ObjectWorkshop.get_live_count()
	var node := PropertySamples.new()
	tree.root.add_child(node)
	node.queue_free()
	equal(ObjectWorkshop.get_live_count(), live + 1, "in the same frame")
	await tree.process_frame
	await tree.process_frame
	equal(ObjectWorkshop.get_live_count(), live, "later")


func test_a_million_conversions_need_no_more_memory() -> void:
	var samples := TypeRoundTrip.new()
	_convert(samples, 10000)
	var engine_before: int = OS.get_static_memory_usage()
	var process_before: int = _resident_memory()
	var live: int = ObjectWorkshop.get_live_count()
	_convert(samples, CONVERSIONS)
	equal(ObjectWorkshop.get_live_count(), live, "objects of ours")
	var engine_grown: int = OS.get_static_memory_usage() - engine_before
	check(engine_grown < 16384, "the engine's memory grew by %d bytes" % engine_grown)
	var process_grown: int = _resident_memory() - process_before
	check(process_grown < 4 << 20, "the process grew by %d bytes" % process_grown)


# Each turn makes ten conversions in each direction, by typed and by untyped calls.
func _convert(samples: TypeRoundTrip, count: int) -> void:
	var untyped: Variant = samples
	var resource := Resource.new()
	var text: String = "ten kilo of кот 😀"
	var list: Array = [1, "two", 3.0]
	var table: Dictionary = {"key": [1, 2, 3]}
	var bytes := PackedByteArray([1, 2, 3])
	var texts := PackedStringArray(["a", "b"])
	@warning_ignore("integer_division")
	for i: int in count / 20:
		samples.echo_string(text)
		samples.echo_resource(resource)
		samples.echo_dictionary(table)
		samples.echo_packed_string(texts)
		samples.echo_int64(i)
		untyped.echo_string(text)
		untyped.echo_resource(resource)
		untyped.echo_array(list)
		untyped.echo_packed_byte(bytes)
		untyped.held_variant = table


# Of the whole process, in bytes: what C++ allocates is not in the engine's own sum.
func _resident_memory() -> int:
	var statm := FileAccess.open("/proc/self/statm", FileAccess.READ)
	return int(statm.get_line().get_slice(" ", 1)) * 4096
