#include "method_samples.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/variant/utility_functions.hpp>

using namespace godot;

void MethodSamples::touch() {
	touched++;
}

int64_t MethodSamples::get_touched() const {
	return touched;
}

String MethodSamples::describe(
		int64_t p_number, const String &p_text, double p_ratio, const Array &p_list) const {
	return UtilityFunctions::str(p_number, "|", p_text, "|", p_ratio, "|", p_list);
}

Variant MethodSamples::join(
		const Variant **p_args, GDExtensionInt p_argument_count, GDExtensionCallError &) {
	String joined;
	for (GDExtensionInt i = 0; i < p_argument_count; i++) {
		joined += p_args[i]->stringify() + ";";
	}
	return joined;
}

void MethodSamples::remember(
		const Variant **, GDExtensionInt p_argument_count, GDExtensionCallError &) {
	touched += p_argument_count;
}

// Refuses what is not exactly one String, in the engine's own words.
Variant MethodSamples::demand(
		const Variant **p_args, GDExtensionInt p_argument_count, GDExtensionCallError &r_error) {
	if (p_argument_count < 1) {
		r_error.error = GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS;
		r_error.expected = 1;
		return Variant();
	}
	if (p_args[0]->get_type() != Variant::STRING) {
		r_error.error = GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT;
		r_error.argument = 0;
		r_error.expected = Variant::STRING;
		return Variant();
	}
	return *p_args[0];
}

int64_t MethodSamples::add(int64_t p_a, int64_t p_b) {
	return p_a + p_b;
}

Ref<MethodSamples> MethodSamples::create() {
	Ref<MethodSamples> made;
	made.instantiate();
	return made;
}

int64_t MethodSamples::count_references(const Ref<Resource> &p_resource) const {
	return p_resource.is_valid() ? p_resource->get_reference_count() : 0;
}

int64_t MethodSamples::sum_of(const TypedArray<int64_t> &p_numbers) const {
	int64_t sum = 0;
	for (int64_t i = 0; i < p_numbers.size(); i++) {
		sum += static_cast<int64_t>(p_numbers[i]);
	}
	return sum;
}

String MethodSamples::name_of(const Node *p_node) const {
	return p_node == nullptr ? String("nobody") : String(p_node->get_name());
}

String MethodSamples::class_of(Object *p_object) const {
	return p_object == nullptr ? String("null") : p_object->get_class();
}

void MethodSamples::append_to(Array p_list) const {
	p_list.push_back("from C++");
}

int64_t MethodSamples::measure(const PackedByteArray &p_bytes, const Dictionary &p_options,
		const StringName &p_name, const Callable &p_callable, const Variant &p_rest) const {
	return p_bytes.size() + p_options.size() + String(p_name).length() +
			(p_callable.is_valid() ? 1000 : 0) + (p_rest.get_type() == Variant::NIL ? 0 : 10000);
}

void MethodSamples::_bind_methods() {
	ClassDB::bind_method(D_METHOD("touch"), &MethodSamples::touch);
	ClassDB::bind_method(D_METHOD("get_touched"), &MethodSamples::get_touched);
	ClassDB::bind_method(D_METHOD("describe", "number", "text", "ratio", "list"),
			&MethodSamples::describe, DEFVAL("none"), DEFVAL(0.5), DEFVAL(Array()));
	MethodInfo join_info("join");
	join_info.return_val = PropertyInfo(Variant::STRING, "");
	ClassDB::bind_vararg_method(METHOD_FLAGS_DEFAULT, "join", &MethodSamples::join, join_info);
	ClassDB::bind_vararg_method(METHOD_FLAGS_DEFAULT, "remember", &MethodSamples::remember,
			MethodInfo("remember", PropertyInfo(Variant::STRING, "first")));
	ClassDB::bind_vararg_method(
			METHOD_FLAGS_DEFAULT, "demand", &MethodSamples::demand, MethodInfo("demand"));
	ClassDB::bind_static_method(
			"MethodSamples", D_METHOD("add", "a", "b"), &MethodSamples::add, DEFVAL(1));
	ClassDB::bind_static_method("MethodSamples", D_METHOD("create"), &MethodSamples::create);
	ClassDB::bind_method(
			D_METHOD("count_references", "resource"), &MethodSamples::count_references);
	ClassDB::bind_method(D_METHOD("sum_of", "numbers"), &MethodSamples::sum_of);
	ClassDB::bind_method(D_METHOD("name_of", "node"), &MethodSamples::name_of);
	ClassDB::bind_method(D_METHOD("class_of", "object"), &MethodSamples::class_of);
	ClassDB::bind_method(D_METHOD("append_to", "list"), &MethodSamples::append_to);
	ClassDB::bind_method(D_METHOD("measure", "bytes", "options", "name", "callable", "rest"),
			&MethodSamples::measure);
}
