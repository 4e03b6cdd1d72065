extends "res://test_case.gd"
## Error macros, exceptions and the functions for printing: what goes wrong in C++ is told, and the
## game goes on.

var _samples := ErrorSamples.new()
var _thrower: ThrowingNode:
	get:
		if _thrower == null:
			_thrower = keep(ThrowingNode.new())
		return _thrower


func test_a_failed_method_says_what_failed_and_returns() -> void:
	expect_error("Method/function failed.")
	_samples.fail_plain()
	expect_error("the кот \"has\" left 😀")
	_samples.fail_message("the кот \"has\" left 😀")
	expect_error("Method/function failed. Returning: -7")
	equal(_samples.fail_value(), -7, "value")


func test_a_condition_is_quoted_and_the_rest_is_skipped() -> void:
	equal(_samples.fail_condition(false), 1, "when it does not hold")
	expect_error("Condition \"p_condition\" is true. Returning: -1")
	equal(_samples.fail_condition(true), -1, "when it holds")
	expect_error("told why")
	equal(_samples.fail_condition_message(true, "told why"), -1, "with a message")
	equal(_samples.get_passed(), 1, "methods that went on")


func test_null_and_an_index_out_of_range_are_named() -> void:
	expect_error("nothing was given")
	equal(_samples.fail_null(null), -1, "null")
	equal(_samples.fail_null(self), 1, "an object")
	expect_error("Index p_index = 3 is out of bounds (p_size = 3).")
	equal(_samples.fail_index(3, 3), -1, "behind the end")
	expect_error("Index p_index = -1 is out of bounds (p_size = 3).")
	equal(_samples.fail_index(-1, 3), -1, "before the start")
	equal(_samples.fail_index(2, 3), 1, "in range")


func test_a_loop_goes_on_past_a_failed_turn() -> void:
	expect_error("Condition \"i == p_skipped\" is true. Continuing.")
	equal(_samples.count_without(5, 2), 4, "turns counted")


func test_errors_and_warnings_are_printed_with_their_place() -> void:
	expect_error("one error (print_error, error_samples.cpp")
	_samples.print_error("one error")
	expect_error("one warning (print_warning, error_samples.cpp")
	_samples.print_warning("one warning")
	expect_error("printed but once")
	_samples.print_once()
	_samples.print_once()


func test_the_functions_for_printing_print() -> void:
	var lines := PrintLog.new()
	OS.add_logger(lines)
	_samples.print_all("кот 😀")
	OS.remove_logger(lines)
	for wanted: String in ["print:кот 😀", "print_rich:", "printerr:кот 😀", "prints: кот 😀",
			"printt:\tкот 😀", "printraw:кот 😀"]:
		contains(lines.text, wanted, wanted.get_slice(":", 0))


func test_pushed_errors_and_warnings_arrive() -> void:
	expect_error("error: pushed")
	expect_error("warning: pushed")
	_samples.push_both("pushed")


func test_utility_functions_answer() -> void:
	equal(_samples.ask_utilities(7), [TYPE_INT, "<7>", "7", hash(7), 3, 7, false, {"a": [1, 2]}],
		"of a number")


func test_objects_are_found_by_their_id_until_they_are_gone() -> void:
	var node := Node.new()
	var id: int = _samples.id_of(node)
	equal(id, node.get_instance_id(), "id")
	equal(_samples.find_by_id(id), node, "found")
	node.free()
	check(_samples.find_by_id(id) == null, "gone")
	check(_samples.find_by_id(0) == null, "no id")


func test_an_exception_in_a_method_is_reported_and_the_default_comes_back() -> void:
	_thrower.set_angry(true)
	var untyped: Variant = _thrower
	expect_error("An exception reached the engine from a bound method: thrown in a method")
	equal(_thrower.answer(5), 0, "typed")
	expect_error("An exception reached the engine from a bound method: thrown in a method")
	equal(untyped.answer(5), null, "untyped")
	expect_error("thrown in a method with a result")
	equal(_thrower.make_text(), "", "typed, a String")
	expect_error("thrown in a static method")
	equal(ThrowingNode.answer_static(-1), 0, "static")
	_thrower.set_angry(false)
	equal(_thrower.answer(5), 5, "the next call")


func test_an_exception_of_any_type_is_caught() -> void:
	expect_error("an exception of unknown type")
	_thrower.throw_number()


func test_an_exception_in_a_notification_or_a_virtual_is_survived() -> void:
	var thrower := ThrowingNode.new()
	thrower.set_angry(true)
	expect_error("thrown in a notification")
	expect_error("thrown in _ready")
	keep(thrower)
	check(thrower.is_inside_tree() and thrower.is_node_ready(), "it is in the tree and ready")


func test_an_exception_while_asked_for_properties_is_survived() -> void:
	equal(_thrower.get("mood"), "calm", "before")
	_thrower.set_angry(true)
	expect_error("thrown in _set")
	_thrower.set("mood", "worse")
	expect_error("thrown in _get")
	equal(_thrower.get("mood"), null, "get")
	expect_error("thrown in _get_property_list")
	check(not _thrower.get_property_list().is_empty(), "the other properties are listed")
	expect_error("thrown in _to_string")
	contains(str(_thrower), "ThrowingNode", "the engine's own text")


func test_an_exception_in_a_callable_is_survived() -> void:
	var callables: CallableSamples = keep(CallableSamples.new())
	expect_error("An exception reached the engine from a callable: thrown in a callable")
	equal(callables.get_named_callable("thrower", false).call(), null, "a custom callable")
	expect_error("An exception reached the engine from a callable: thrown in a function")
	equal(callables.get_failing_callable().call(), null, "a function")
	expect_error("An exception reached the engine from a callable's text: thrown in a text")
	check(not str(callables.get_named_callable("thrower", false)).is_empty(), "it has a text still")


func test_an_exception_in_a_constructor_gives_nothing_and_leaves_nothing() -> void:
	var live: int = ObjectWorkshop.get_live_count()
	var objects: float = Performance.get_monitor(Performance.OBJECT_COUNT)
	ThrowingNode.set_unborn(true)
	expect_error("An exception reached the engine from constructor: thrown in the constructor")
	var made: Object = ClassDB.instantiate("ThrowingNode")
	ThrowingNode.set_unborn(false)
	equal(made, null, "made")
	equal(ObjectWorkshop.get_live_count(), live, "objects of ours")
	equal(Performance.get_monitor(Performance.OBJECT_COUNT), objects, "objects of the engine")


class PrintLog:
	extends Logger
	var text: String = ""

	func _log_message(message: String, _error: bool) -> void:
		text += message
