#include "object_workshop.h"

#include "levels.h"
#include "property_samples.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

int64_t ObjectWorkshop::get_live_count() {
	return LiveCount::get();
}

Node *ObjectWorkshop::add_node(const String &p_name) {
	Node *node = memnew(Node);
	node->set_name(p_name);
	add_child(node);
	return node;
}

Node *ObjectWorkshop::add_sample(const String &p_name) {
	PropertySamples *sample = memnew(PropertySamples);
	sample->set_name(p_name);
	sample->set_speed(3.0);
	add_child(sample);
	return sample;
}

// The names that the four ways of looking give, "-" for nothing.
String ObjectWorkshop::find_by_path(const NodePath &p_path) const {
	Node *any = get_node_or_null(p_path);
	const Node *plain = has_node(p_path) ? get_node<Node>(p_path) : nullptr;
	const PropertySamples *sample = Object::cast_to<PropertySamples>(any);
	const String nothing = "-";
	return (any == nullptr ? nothing : String(any->get_name())) + "," +
			(plain == nullptr ? nothing : String(plain->get_name())) + "," +
			(sample == nullptr ? nothing : String(sample->get_name()));
}

// How many objects of ours there were at the most.
int64_t ObjectWorkshop::make_and_delete(int64_t p_count) {
	int64_t most = 0;
	for (int64_t i = 0; i < p_count; i++) {
		Node *plain = memnew(Node);
		PropertySamples *sample = memnew(PropertySamples);
		plain->add_child(sample);
		Ref<CountedResource> resource;
		resource.instantiate();
		most = MAX(most, LiveCount::get());
		memdelete(plain);
	}
	return most;
}

Object *ObjectWorkshop::make_internal() const {
	return memnew(InternalShape);
}

Object *ObjectWorkshop::make_plain() const {
	return memnew(Object);
}

PackedInt64Array ObjectWorkshop::count_references() const {
	PackedInt64Array counts;
	Ref<CountedResource> first;
	first.instantiate();
	counts.push_back(first->get_reference_count());
	{
		Ref<CountedResource> second = first;
		counts.push_back(first->get_reference_count());
		Ref<Resource> base = second;
		counts.push_back(first->get_reference_count());
		Ref<CountedResource> back = base;
		counts.push_back(back == first ? first->get_reference_count() : -1);
	}
	counts.push_back(first->get_reference_count());
	{
		Variant variant = first;
		counts.push_back(first->get_reference_count());
		Ref<Resource> from_variant = variant;
		counts.push_back(first->get_reference_count());
		Array list;
		list.push_back(variant);
		counts.push_back(first->get_reference_count());
	}
	counts.push_back(first->get_reference_count());
	return counts;
}

Ref<Resource> ObjectWorkshop::make_resource() const {
	return memnew(Resource);
}

Ref<CountedResource> ObjectWorkshop::make_counted(const String &p_title) const {
	Ref<CountedResource> made(memnew(CountedResource));
	made->set_title(p_title);
	return made;
}

void ObjectWorkshop::keep(const Ref<Resource> &p_resource) {
	kept = p_resource;
}

Ref<Resource> ObjectWorkshop::get_kept() const {
	return kept;
}

String ObjectWorkshop::get_kept_title() const {
	const Ref<CountedResource> counted = kept;
	return counted.is_valid() ? counted->get_title() : String("-");
}

bool ObjectWorkshop::ref_equality() const {
	const Ref<Resource> a = make_resource();
	const Ref<Resource> b = a;
	const Ref<Resource> c = make_resource();
	const Ref<CountedResource> not_one = a;
	return a == b && a != c && *a == b.ptr() && Ref<Resource>().is_null() && not_one.is_null();
}

PackedStringArray ObjectWorkshop::castable_to(Object *p_object) const {
	PackedStringArray classes;
	if (Object::cast_to<Object>(p_object) != nullptr) {
		classes.push_back("Object");
	}
	if (Object::cast_to<Node>(p_object) != nullptr) {
		classes.push_back("Node");
	}
	if (Object::cast_to<ObjectWorkshop>(p_object) != nullptr) {
		classes.push_back("ObjectWorkshop");
	}
	if (Object::cast_to<PropertySamples>(p_object) != nullptr) {
		classes.push_back("PropertySamples");
	}
	if (Object::cast_to<RefCounted>(p_object) != nullptr) {
		classes.push_back("RefCounted");
	}
	if (Object::cast_to<Resource>(p_object) != nullptr) {
		classes.push_back("Resource");
	}
	if (Object::cast_to<CountedResource>(p_object) != nullptr) {
		classes.push_back("CountedResource");
	}
	return classes;
}

bool ObjectWorkshop::is_same_binding(Object *p_a, Object *p_b) const {
	return p_a == p_b;
}

Variant ObjectWorkshop::wrap_twice(Object *p_object) const {
	const Variant once = p_object;
	Object *unwrapped = once;
	return Variant(unwrapped);
}

// [type, whether it holds a live object, its class, its text]
Array ObjectWorkshop::look_into(const Variant &p_object) const {
	Object *object = p_object.get_validated_object();
	Array seen;
	seen.push_back(p_object.get_type());
	seen.push_back(object != nullptr);
	seen.push_back(object == nullptr ? String("-") : object->get_class());
	seen.push_back(p_object.stringify());
	return seen;
}

// False when there was nothing to free.
bool ObjectWorkshop::free_now(Object *p_object) {
	if (p_object == nullptr) {
		return false;
	}
	memdelete(p_object);
	return true;
}

void ObjectWorkshop::_bind_methods() {
	ClassDB::bind_static_method(
			"ObjectWorkshop", D_METHOD("get_live_count"), &ObjectWorkshop::get_live_count);
	ClassDB::bind_method(D_METHOD("add_node", "name"), &ObjectWorkshop::add_node);
	ClassDB::bind_method(D_METHOD("add_sample", "name"), &ObjectWorkshop::add_sample);
	ClassDB::bind_method(D_METHOD("find_by_path", "path"), &ObjectWorkshop::find_by_path);
	ClassDB::bind_method(D_METHOD("make_and_delete", "count"), &ObjectWorkshop::make_and_delete);
	ClassDB::bind_method(D_METHOD("make_internal"), &ObjectWorkshop::make_internal);
	ClassDB::bind_method(D_METHOD("make_plain"), &ObjectWorkshop::make_plain);
	ClassDB::bind_method(D_METHOD("count_references"), &ObjectWorkshop::count_references);
	ClassDB::bind_method(D_METHOD("ref_equality"), &ObjectWorkshop::ref_equality);
	ClassDB::bind_method(D_METHOD("make_resource"), &ObjectWorkshop::make_resource);
	ClassDB::bind_method(D_METHOD("make_counted", "title"), &ObjectWorkshop::make_counted);
	ClassDB::bind_method(D_METHOD("keep", "resource"), &ObjectWorkshop::keep);
	ClassDB::bind_method(D_METHOD("get_kept"), &ObjectWorkshop::get_kept);
	ClassDB::bind_method(D_METHOD("get_kept_title"), &ObjectWorkshop::get_kept_title);
	ClassDB::bind_method(D_METHOD("castable_to", "object"), &ObjectWorkshop::castable_to);
	ClassDB::bind_method(D_METHOD("is_same_binding", "a", "b"), &ObjectWorkshop::is_same_binding);
	ClassDB::bind_method(D_METHOD("wrap_twice", "object"), &ObjectWorkshop::wrap_twice);
	ClassDB::bind_method(D_METHOD("look_into", "object"), &ObjectWorkshop::look_into);
	ClassDB::bind_method(D_METHOD("free_now", "object"), &ObjectWorkshop::free_now);
}
