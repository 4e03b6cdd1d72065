#include "bench_samples.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/variant/callable.hpp>
#include <godot_cpp/variant/char_string.hpp>

#include <string>

using namespace godot;

int64_t BenchSamples::add(int64_t p_a, int64_t p_b) {
	return p_a + p_b;
}

void BenchSamples::set_number(int64_t p_number) {
	number = p_number;
}

int64_t BenchSamples::get_number() const {
	return number;
}

void BenchSamples::emit_many(int64_t p_count, const String &p_text) {
	const StringName spoken("spoken");
	for (int64_t i = 0; i < p_count; i++) {
		emit_signal(spoken, p_text, i);
	}
}

// The number of bytes that went through std::string.
int64_t BenchSamples::string_round_trips(int64_t p_count, const String &p_text) {
	int64_t bytes = 0;
	for (int64_t i = 0; i < p_count; i++) {
		const CharString utf8 = p_text.utf8();
		const std::string plain(utf8.get_data(), static_cast<size_t>(utf8.length()));
		const String back = String::utf8(plain.data(), static_cast<int64_t>(plain.size()));
		bytes += back.length();
	}
	return bytes;
}

void BenchSamples::dictionaries(int64_t p_count) {
	const StringName id("id");
	const StringName name("name");
	const StringName position("position");
	const StringName mood("mood");
	const StringName speaking("speaking");
	const StringName age("age");
	const String text = "agent_001";
	for (int64_t i = 0; i < p_count; i++) {
		Dictionary made;
		made[id] = i;
		made[name] = text;
		made[position] = Vector2(1, 2);
		made[mood] = 0.5;
		made[speaking] = true;
		made[age] = 30;
	}
}

void BenchSamples::callbacks(int64_t p_count, const Callable &p_callable) {
	for (int64_t i = 0; i < p_count; i++) {
		p_callable.call(i);
	}
}

void BenchSamples::_bind_methods() {
	ClassDB::bind_method(D_METHOD("add", "a", "b"), &BenchSamples::add);
	ClassDB::bind_method(D_METHOD("set_number", "number"), &BenchSamples::set_number);
	ClassDB::bind_method(D_METHOD("get_number"), &BenchSamples::get_number);
	ClassDB::bind_method(D_METHOD("emit_many", "count", "text"), &BenchSamples::emit_many);
	ClassDB::bind_method(
			D_METHOD("string_round_trips", "count", "text"), &BenchSamples::string_round_trips);
	ClassDB::bind_method(D_METHOD("dictionaries", "count"), &BenchSamples::dictionaries);
	ClassDB::bind_method(D_METHOD("callbacks", "count", "callable"), &BenchSamples::callbacks);
	ADD_PROPERTY(PropertyInfo(Variant::INT, "number"), "set_number", "get_number");
	ADD_SIGNAL(MethodInfo(
			"spoken", PropertyInfo(Variant::STRING, "text"), PropertyInfo(Variant::INT, "number")));
}
