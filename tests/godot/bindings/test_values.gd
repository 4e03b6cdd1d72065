extends "res://test_case.gd"
## The value types and containers used from C++: what comes out is what GDScript makes of the same.

var _samples := ValueSamples.new()


func test_strings_are_worked_with_in_C_plus_plus() -> void:
	var text: String = "кот 😀,\"x\""
	_compare(_samples.use_strings(), {
		"latin1": "café", "utf8": text, "utf8 part": "кот", "utf32": "😀",
		"length": text.length(), "bytes": text.to_utf8_buffer().size(), "same bytes": true,
		"no bytes": 0, "utf16": text.length() + 1, "sum": "abc", "left sum": "ab",
		"grown": "abcж", "character": 0x1F600, "compared": true,
		"split": PackedStringArray(["a", "b", "", "c"]), "find": 7, "substr": "кот",
		"replaced": "кот 😀,\"yy\"", "formatted": "n=7", "numbers": ["0.5", "-5", 12, 1.5],
		"moved": "abcж", "copy": true, "empty": true, "hash": text.hash(),
	})


func test_names_and_paths_are_worked_with_in_C_plus_plus() -> void:
	_compare(_samples.use_names(), {
		"equal": true, "text": "name", "of text": &"имя", "empty": true, "length": 4,
		"path": ^"a/b:c", "path names": 2, "path name": &"b", "path property": &"c",
		"path text": "a/b:c", "path empty": true,
	})


func test_arrays_are_worked_with_in_C_plus_plus() -> void:
	var numbers: Array[int] = [2, 5]
	_compare(_samples.use_arrays(), {
		"list": [], "first": 4, "found": 1, "sliced": ["two", 1.5], "walked": 4,
		"nothing walked": 4, "shared": 5, "apart": 5, "numbers": numbers, "numbers typed": true,
	})


func test_dictionaries_are_worked_with_in_C_plus_plus() -> void:
	_compare(_samples.use_dictionaries(), {
		"table": {2: "b", &"c": [1, 2], "late": true}, "keys": ["a", 2, &"c"],
		"values": [11, "b", [1, 2]], "has": true, "fallback": "none", "erased": true, "size": 2,
		"shared": 3, "missing": null, "equal": true,
	})


func test_packed_arrays_are_worked_with_in_C_plus_plus() -> void:
	_compare(_samples.use_packed_arrays(), {
		"numbers": PackedInt32Array([9, 8, 7, 0]), "before": PackedInt32Array([9, 1, 2, 0]),
		"sum": 12, "texts": PackedStringArray(["bc", "ж"]), "joined": "bc,ж",
		"bytes": PackedByteArray([97, 98, 255]), "places": PackedVector2Array([Vector2(5, 2)]),
		"doubles": PackedFloat64Array([0.5, 0.5]),
	})


func test_vectors_and_colors_are_worked_with_in_C_plus_plus() -> void:
	_compare(_samples.use_vectors(), {
		"length": 5.0, "sum": Vector2(5, 6), "normalized": Vector2(3, 4).normalized(), "dot": 6.0,
		"distance": 5.0, "lerp": Vector2(4, 6), "negative": Vector2(-3, -4),
		"rounded": Vector2i(1, -1), "cross": Vector3(0, 0, 1), "whole": Vector2i(3, -3),
		"three": Vector3i(2, 4, 6), "inside": true, "overlap": Rect2(5, 5, 5, 5),
		"union": Rect2i(0, 0, 6, 6), "color": Color(0.5, 0.5, 0.5), "html": "ff0000ff",
	})


func test_variants_are_worked_with_in_C_plus_plus() -> void:
	_compare(_samples.use_variants(), {
		"int": true, "type": TYPE_INT, "sum": 8.5, "invalid": false, "called": "TEXT",
		"text": "text", "equal": true, "order": true, "moved": "text", "nothing": TYPE_NIL,
		"booleanized": true, "hash": hash(7), "name of type": "Vector2i", "in": true,
		"indexed": [5, 2], "wrong conversion": 0,
	})


func _compare(got: Dictionary, wanted: Dictionary) -> void:
	equal(got.keys(), wanted.keys(), "what was worked out")
	for what: String in wanted:
		equal(got.get(what), wanted[what], what)
