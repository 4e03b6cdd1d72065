#include "value_samples.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/variant/char_string.hpp>
#include <godot_cpp/variant/typed_array.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <cstring>
#include <utility>

using namespace godot;

Dictionary ValueSamples::use_strings() const {
	const String text = String::utf8("кот 😀,\"x\"");
	Dictionary made;
	made["latin1"] = String("caf\xe9");
	made["utf8"] = text;
	made["utf8 part"] = String::utf8("котёнок", 6);
	made["utf32"] = String(U"😀");
	made["length"] = text.length();
	made["bytes"] = text.utf8().length();
	made["same bytes"] = std::strcmp(text.utf8().get_data(), "кот 😀,\"x\"") == 0;
	made["no bytes"] = String().utf8().length();
	made["utf16"] = text.utf16().length();
	made["sum"] = String("a") + "b" + String("c");
	made["left sum"] = "a" + String("b");
	String grown = "a";
	grown += "b";
	grown += String("c");
	grown += U'ж';
	made["grown"] = grown;
	made["character"] = static_cast<int64_t>(text[4]);
	made["compared"] = String("a") < String("b") && String("a") == "a" && String("a") != "b";
	made["split"] = String("a,b,,c").split(",");
	made["find"] = text.find("x");
	made["substr"] = text.substr(0, 3);
	made["replaced"] = text.replace("x", "yy");
	made["formatted"] = String("%s=%d") % Array::make("n", 7);
	made["numbers"] = Array::make(String::num(0.5), String::num_int64(-5), String("12").to_int(),
			String("1.5").to_float());
	const String copy = text;
	String moved = std::move(grown);
	made["moved"] = moved;
	made["copy"] = copy == text;
	made["empty"] = String().is_empty() && String("") == String();
	made["hash"] = text.hash();
	return made;
}

Dictionary ValueSamples::use_names() const {
	const StringName name = "name";
	const StringName copy = name;
	const NodePath path = "a/b:c";
	Dictionary made;
	made["equal"] = name == copy && name == StringName("name") && name != StringName("other");
	made["text"] = String(name);
	made["of text"] = StringName(String::utf8("имя"));
	made["empty"] = StringName().is_empty();
	made["length"] = name.length();
	made["path"] = path;
	made["path names"] = path.get_name_count();
	made["path name"] = path.get_name(1);
	made["path property"] = path.get_subname(0);
	made["path text"] = String(path);
	made["path empty"] = NodePath().is_empty();
	return made;
}

Dictionary ValueSamples::use_arrays() const {
	Dictionary made;
	Array list = { 3, "two", 1.5 };
	list.append(Vector2(1, 2));
	list[0] = 4;
	made["list"] = list;
	made["first"] = list.front();
	made["found"] = list.find("two");
	made["sliced"] = list.slice(1, 3);
	int64_t count = 0;
	for (const Variant &each : std::as_const(list)) {
		count += each.get_type() == Variant::NIL ? 0 : 1;
	}
	made["walked"] = count;
	const Array none;
	for (const Variant &each : none) {
		count += each.get_type();
	}
	made["nothing walked"] = count;
	Array twin = list;
	twin.push_back(true);
	made["shared"] = list.size();
	const Array apart = list.duplicate();
	list.clear();
	made["apart"] = apart.size();
	TypedArray<int64_t> numbers;
	numbers.append(5);
	numbers.append(2);
	numbers.sort();
	made["numbers"] = numbers;
	made["numbers typed"] = numbers.is_typed();
	return made;
}

Dictionary ValueSamples::use_dictionaries() const {
	Dictionary made;
	Dictionary table;
	table["a"] = 1;
	table[2] = "b";
	table[StringName("c")] = Array::make(1, 2);
	table["a"] = int64_t(table["a"]) + 10;
	made["table"] = table;
	made["keys"] = table.keys();
	made["values"] = table.values();
	made["has"] = table.has("c") && !table.has("d");
	made["fallback"] = table.get("d", "none");
	made["erased"] = table.erase("a");
	made["size"] = table.size();
	const Dictionary same = table;
	table["late"] = true;
	made["shared"] = same.size();
	made["missing"] = same.get("missing", Variant());
	made["equal"] = same == table;
	return made;
}

Dictionary ValueSamples::use_packed_arrays() const {
	Dictionary made;
	PackedInt32Array numbers = { 3, 1, 2 };
	numbers.push_back(0);
	numbers[0] = 9;
	const PackedInt32Array before = numbers;
	numbers.set(1, 8);
	int32_t *raw = numbers.ptrw();
	raw[2] = 7;
	made["numbers"] = numbers;
	made["before"] = before;
	made["sum"] = before[0] + before.ptr()[1] + before.get(2);
	PackedStringArray texts;
	texts.push_back("b");
	texts.push_back(String::utf8("ж"));
	texts[0] += "c";
	made["texts"] = texts;
	made["joined"] = String(",").join(texts);
	PackedByteArray bytes;
	bytes.resize(3);
	bytes.fill(255);
	std::memcpy(bytes.ptrw(), "ab", 2);
	made["bytes"] = bytes;
	PackedVector2Array places;
	places.append(Vector2(1, 2));
	places[0].x = 5;
	made["places"] = places;
	PackedFloat64Array doubles = { 0.5 };
	doubles.append_array(doubles);
	made["doubles"] = doubles;
	return made;
}

Dictionary ValueSamples::use_vectors() const {
	Dictionary made;
	const Vector2 a(3, 4);
	made["length"] = a.length();
	made["sum"] = a + Vector2(1, 1) * 2;
	made["normalized"] = a.normalized();
	made["dot"] = a.dot(Vector2(2, 0));
	made["distance"] = a.distance_to(Vector2());
	made["lerp"] = a.lerp(Vector2(5, 8), 0.5);
	made["negative"] = -a;
	made["rounded"] = Vector2i(Vector2(1.7, -1.7));
	made["cross"] = Vector3(1, 0, 0).cross(Vector3(0, 1, 0));
	made["whole"] = Vector2i(7, -7) / 2;
	made["three"] = Vector3i(1, 2, 3) * Vector3i(2, 2, 2);
	made["inside"] = Rect2(0, 0, 10, 10).has_point(Vector2(5, 5));
	made["overlap"] = Rect2(0, 0, 10, 10).intersection(Rect2(5, 5, 10, 10));
	made["union"] = Rect2i(0, 0, 1, 1).merge(Rect2i(5, 5, 1, 1));
	made["color"] = Color(1, 0.5, 0).lerp(Color(0, 0.5, 1), 0.5);
	made["html"] = Color(1, 0, 0, 1).to_html();
	return made;
}

Dictionary ValueSamples::use_variants() const {
	Dictionary made;
	Variant value = 7;
	made["int"] = int64_t(value) == 7 && double(value) == 7.0 && bool(value);
	made["type"] = value.get_type();
	made["sum"] = 0;
	bool valid = false;
	Variant sum;
	Variant::evaluate(Variant::OP_ADD, value, 1.5, sum, valid);
	made["sum"] = sum;
	Variant::evaluate(Variant::OP_ADD, value, Array(), sum, valid);
	made["invalid"] = valid;
	value = String("text");
	made["called"] = value.call("to_upper");
	made["text"] = String(value);
	made["equal"] = value == Variant("text") && value != Variant(7);
	made["order"] = Variant(1) < Variant(2);
	Variant copy = value;
	Variant moved = std::move(copy);
	made["moved"] = moved;
	made["nothing"] = Variant().get_type();
	made["booleanized"] = Variant(Array::make(1)).booleanize() && !Variant(0).booleanize();
	made["hash"] = Variant(7).hash();
	made["name of type"] = Variant::get_type_name(Variant::VECTOR2I);
	made["in"] = Variant("b").in(Array::make("a", "b"));
	Array list = Array::make(1, 2);
	Variant listed = list;
	bool out_of_bounds = false;
	listed.set_indexed(0, 5, valid, out_of_bounds);
	made["indexed"] = list;
	made["wrong conversion"] = int64_t(Variant("no number"));
	return made;
}

void ValueSamples::_bind_methods() {
	ClassDB::bind_method(D_METHOD("use_strings"), &ValueSamples::use_strings);
	ClassDB::bind_method(D_METHOD("use_names"), &ValueSamples::use_names);
	ClassDB::bind_method(D_METHOD("use_arrays"), &ValueSamples::use_arrays);
	ClassDB::bind_method(D_METHOD("use_dictionaries"), &ValueSamples::use_dictionaries);
	ClassDB::bind_method(D_METHOD("use_packed_arrays"), &ValueSamples::use_packed_arrays);
	ClassDB::bind_method(D_METHOD("use_vectors"), &ValueSamples::use_vectors);
	ClassDB::bind_method(D_METHOD("use_variants"), &ValueSamples::use_variants);
}
