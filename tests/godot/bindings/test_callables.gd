extends "res://test_case.gd"
## Callables made in C++, and callables of GDScript called from C++.

var _samples: CallableSamples:
	get:
		if _samples == null:
			_samples = keep(CallableSamples.new())
		return _samples


func test_a_method_of_C_plus_plus_is_called() -> void:
	var receive: Callable = _samples.get_method_callable()
	check(receive.is_valid() and receive.is_custom(), "valid")
	equal(receive.get_object(), _samples, "object")
	equal(receive.get_argument_count(), 1, "arguments")
	equal(receive.call(5), null, "no result")
	equal(_samples.get_received(), [5], "received")
	equal(_samples.get_const_callable().call("n", 7), "n7", "const, with a result")
	equal(_samples.get_static_callable().call(21), 42, "a function")
	check(_samples.get_static_callable().get_object() == null, "a function has no object")


func test_wrong_arguments_of_such_a_callable_are_the_engines_error() -> void:
	var combine: Callable = _samples.get_const_callable()
	expect_error("Expected 2 argument(s)")
	_call_with_one(combine, "only one")
	expect_error("Expected 1 argument(s)")
	_call_with_two(_samples.get_method_callable(), 1, 2)
	expect_error("Cannot convert argument 2 from Array to int")
	_call_with_two(combine, "a", [])
	equal(_samples.call_with_list(combine, ["only one"]), null, "silently, from C++")
	equal(_samples.get_received(), [] as Array, "received")


func test_connections_are_found_again_by_object_and_method() -> void:
	equal(_samples.connect_announced(), OK, "connected")
	check(_samples.is_announced_connected(), "found")
	expect_error("already connected")
	equal(_samples.connect_announced(), ERR_INVALID_PARAMETER, "a second time")
	_samples.announce(1)
	_samples.disconnect_announced()
	check(not _samples.is_announced_connected(), "no longer found")
	_samples.announce(2)
	equal(_samples.get_received(), [1], "received")


func test_callables_of_the_same_method_are_equal() -> void:
	var other := CallableSamples.new()
	equal(_samples.get_method_callable(), _samples.get_method_callable(), "same method")
	equal(_samples.get_method_callable().hash(), _samples.get_method_callable().hash(), "hash")
	check(_samples.get_method_callable() != other.get_method_callable(), "another object")
	check(_samples.get_method_callable() != _samples.get_const_callable(), "another method")
	equal(_samples.get_static_callable(), other.get_static_callable(), "a function has no object")
	var table: Dictionary = {_samples.get_method_callable(): 1}
	check(table.has(_samples.get_method_callable()), "key of a Dictionary")
	other.free()


func test_custom_callables_compare_and_call_as_their_class_says() -> void:
	var anna: Callable = _samples.get_named_callable("Anna", false)
	equal(anna.call(1, "b"), "Anna,1,b", "call")
	equal(anna.call(), "Anna", "call without arguments")
	equal(str(anna), "NamedCallable Anna", "text")
	equal(anna.get_argument_count(), 2, "arguments")
	equal(anna, _samples.get_named_callable("Anna", false), "same name")
	check(anna != _samples.get_named_callable("Boris", false), "another name")
	check(anna != _samples.get_method_callable(), "another kind")
	check(anna.get_object() == null, "no object")
	equal(_samples.get_named_callable("Anna", true).get_object(), _samples, "an object")
	equal(anna.callv([1, 2, 3]), null, "refused")


func test_custom_callables_are_freed_with_their_last_copy() -> void:
	check(_samples.get_received().is_empty(), "nothing received")
	var before: int = ObjectWorkshop.get_live_count()
	equal(_count_with_copies(), before + 1, "one for all copies")
	equal(ObjectWorkshop.get_live_count(), before, "gone with the function that had them")


func test_a_call_after_the_object_was_freed_is_refused() -> void:
	var receive: Callable = _samples.get_method_callable()
	var bound: Callable = receive.bind(3)
	_samples.free()
	check(not receive.is_valid() and not bound.is_valid(), "not valid")
	check(receive.get_object() == null, "object")
	equal(str(receive).is_empty(), false, "it still has a text")
	var other: CallableSamples = keep(CallableSamples.new())
	equal(other.call_with_list(receive, [1]), null, "called from C++")
	expect_error("Attempt to call function")
	_call_with_one(receive, 1)


func test_freeing_the_receiver_ends_the_connection() -> void:
	var other := CallableSamples.new()
	equal(_samples.announced.connect(other.get_method_callable()), OK, "connected")
	other.free()
	_samples.announce(1)
	equal(_samples.announced.get_connections().size(), 0, "connections")


func test_deferred_calls_come_with_the_next_idle_time() -> void:
	_samples.get_method_callable().call_deferred(8)
	_samples.call_later(_samples.get_method_callable(), 9)
	equal(_samples.get_received(), [] as Array, "not yet")
	await tree.process_frame
	await tree.process_frame
	equal(_samples.get_received(), [8, 9], "then")


func test_bound_arguments_follow_those_of_the_call() -> void:
	equal(_samples.get_const_callable().bind(4).call("n"), "n4", "bound in GDScript")
	equal(_samples.call_bound(_samples.get_const_callable(), "n", 5), "n5", "bound in C++")
	equal(_samples.connect_to(_samples, "renamed"), OK, "connected")
	_samples.name = "another"
	equal(_samples.get_received(), [_samples], "the bound object")


func test_callables_of_GDScript_are_called_from_C_plus_plus() -> void:
	var base: int = 100
	var sum: Callable = func(a: int, b: int) -> int: return base + a + b
	equal(_samples.call_with_pair(sum, 1, 2), 103, "a lambda")
	equal(_samples.call_with_pair(_multiply, 6, 7), 42, "a method")
	equal(_samples.call_with_pair(maxi, 6, 7), 7, "a function of the engine")
	equal(_samples.call_bound(_multiply, 3, 4), 12, "bound in C++")
	equal(_samples.call_with_list(_multiply, [5, 5]), 25, "with an Array")
	equal(_samples.call_method_of(self, "_negate", 5), -5, "a method by name")


func test_a_callable_of_GDScript_that_fails_is_reported_and_survived() -> void:
	expect_error("Invalid access to property or key 'name' on a base object of type 'Nil'")
	equal(_samples.call_with_list(_break_off, [1]), 0, "broken off")
	equal(_samples.call_with_pair(_multiply, 2, 3), 6, "the next call")


func test_a_signal_of_GDScript_is_emitted_from_C_plus_plus() -> void:
	var emitter := Node.new()
	emitter.add_user_signal("told", [{"name": "what", "type": TYPE_STRING}])
	var seen: Array = []
	emitter.connect("told", func(what: String) -> void: seen.append(what))
	_samples.emit_given(Signal(emitter, "told"), "hello")
	equal(seen, ["hello"], "seen")
	emitter.free()


func test_a_callable_by_name_is_a_standard_one() -> void:
	var announce: Callable = _samples.get_standard_callable()
	check(announce.is_standard(), "standard")
	equal(announce.get_method(), &"announce", "method")
	equal(announce, _samples.announce, "the same as GDScript's")


func _call_with_one(callable: Callable, a: Variant) -> void:
	callable.call(a)


func _call_with_two(callable: Callable, a: Variant, b: Variant) -> void:
	callable.call(a, b)


func _count_with_copies() -> int:
	var anna: Callable = _samples.get_named_callable("Anna", false)
	var copies: Array = [anna, anna.bind(1), anna.unbind(1)]
	return ObjectWorkshop.get_live_count() if copies.size() == 3 else -1


func _multiply(a: int, b: int) -> int:
	return a * b


func _negate(a: int) -> int:
	return -a


func _break_off(_ignored: int) -> int:
	var nothing: Node = null
	return nothing.name.length()
