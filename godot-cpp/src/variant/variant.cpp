#include <godot_cpp/variant/variant.hpp>

#include <godot_cpp/classes/object.hpp>
#include <godot_cpp/core/object.hpp>

namespace godot {

namespace internal {

GDExtensionVariantFromTypeConstructorFunc variant_from_type[Variant::VARIANT_MAX] = {};
GDExtensionTypeFromVariantConstructorFunc variant_to_type[Variant::VARIANT_MAX] = {};

void load_variant_conversions() {
	for (int i = Variant::NIL + 1; i < Variant::VARIANT_MAX; i++) {
		const GDExtensionVariantType type = static_cast<GDExtensionVariantType>(i);
		variant_from_type[i] = gdextension_interface_get_variant_from_type_constructor(type);
		variant_to_type[i] = gdextension_interface_get_variant_to_type_constructor(type);
	}
}

namespace {

GDExtensionTypePtr type_ptr(const void *p_value) {
	return const_cast<void *>(p_value);
}

} // namespace

} // namespace internal

Variant::Variant(bool p_value) {
	GDExtensionBool value = p_value;
	internal::variant_from_type[BOOL](_native_ptr(), &value);
}

Variant::Variant(int64_t p_value) {
	internal::variant_from_type[INT](_native_ptr(), &p_value);
}

Variant::Variant(double p_value) {
	internal::variant_from_type[FLOAT](_native_ptr(), &p_value);
}

Variant::Variant(const char *p_text) :
		Variant(String(p_text)) {}

Variant::Variant(const char32_t *p_text) :
		Variant(String(p_text)) {}

Variant::Variant(const Object *p_object) {
	GodotObject *object = p_object == nullptr ? nullptr : p_object->_owner;
	internal::variant_from_type[OBJECT](_native_ptr(), &object);
}

Variant::Variant(const ObjectID &p_id) :
		Variant(static_cast<uint64_t>(p_id)) {}

#define GODOT_CPP_DEFINE(m_class, m_type) \
	Variant::Variant(const ::godot::m_class &p_value) { \
		internal::variant_from_type[m_type](_native_ptr(), internal::type_ptr(&p_value)); \
	} \
	Variant::operator ::godot::m_class() const { \
		::godot::m_class value; \
		value.~m_class(); \
		internal::variant_to_type[m_type](&value, _native_ptr()); \
		return value; \
	}
GODOT_CPP_VARIANT_CLASSES(GODOT_CPP_DEFINE)
#undef GODOT_CPP_DEFINE

Variant::operator bool() const {
	GDExtensionBool value = false;
	internal::variant_to_type[BOOL](&value, _native_ptr());
	return value != 0;
}

Variant::operator int64_t() const {
	int64_t value = 0;
	internal::variant_to_type[INT](&value, _native_ptr());
	return value;
}

Variant::operator double() const {
	double value = 0.0;
	internal::variant_to_type[FLOAT](&value, _native_ptr());
	return value;
}

Variant::operator Object *() const {
	return get_validated_object();
}

Variant::operator ObjectID() const {
	if (get_type() == OBJECT) {
		return ObjectID(uint64_t(
				internal::gdextension_interface_variant_get_object_instance_id(_native_ptr())));
	}
	return ObjectID(operator uint64_t());
}

Object *Variant::get_validated_object() const {
	if (get_type() != OBJECT) {
		return nullptr;
	}
	return ObjectDB::get_instance(uint64_t(
			internal::gdextension_interface_variant_get_object_instance_id(_native_ptr())));
}

Variant &Variant::operator=(const Variant &p_other) {
	Variant copy(p_other);
	swap(copy);
	return *this;
}

bool Variant::operator==(const Variant &p_other) const {
	Variant result;
	bool valid = false;
	evaluate(OP_EQUAL, *this, p_other, result, valid);
	return valid && result.operator bool();
}

bool Variant::operator!=(const Variant &p_other) const {
	return !(*this == p_other);
}

bool Variant::operator<(const Variant &p_other) const {
	Variant result;
	bool valid = false;
	evaluate(OP_LESS, *this, p_other, result, valid);
	return valid && result.operator bool();
}

void Variant::callp(const StringName &p_method, const Variant **p_args, int p_argument_count,
		Variant &r_ret, GDExtensionCallError &r_error) {
	// The engine constructs the result in place, so what stood there is let go first.
	r_ret.clear();
	internal::gdextension_interface_variant_call(_native_ptr(), p_method._native_ptr(),
			reinterpret_cast<const GDExtensionConstVariantPtr *>(p_args), p_argument_count,
			r_ret._native_ptr(), &r_error);
}

void Variant::callp_static(Variant::Type p_type, const StringName &p_method, const Variant **p_args,
		int p_argument_count, Variant &r_ret, GDExtensionCallError &r_error) {
	r_ret.clear();
	internal::gdextension_interface_variant_call_static(static_cast<GDExtensionVariantType>(p_type),
			p_method._native_ptr(), reinterpret_cast<const GDExtensionConstVariantPtr *>(p_args),
			p_argument_count, r_ret._native_ptr(), &r_error);
}

void Variant::evaluate(const Operator &p_op, const Variant &p_a, const Variant &p_b, Variant &r_ret,
		bool &r_valid) {
	r_ret.clear();
	GDExtensionBool valid = false;
	internal::gdextension_interface_variant_evaluate(static_cast<GDExtensionVariantOperator>(p_op),
			p_a._native_ptr(), p_b._native_ptr(), r_ret._native_ptr(), &valid);
	r_valid = valid != 0;
}

void Variant::set(const Variant &p_key, const Variant &p_value, bool *r_valid) {
	GDExtensionBool valid = false;
	internal::gdextension_interface_variant_set(
			_native_ptr(), p_key._native_ptr(), p_value._native_ptr(), &valid);
	if (r_valid != nullptr) {
		*r_valid = valid != 0;
	}
}

void Variant::set_named(const StringName &p_name, const Variant &p_value, bool &r_valid) {
	GDExtensionBool valid = false;
	internal::gdextension_interface_variant_set_named(
			_native_ptr(), p_name._native_ptr(), p_value._native_ptr(), &valid);
	r_valid = valid != 0;
}

void Variant::set_indexed(int64_t p_index, const Variant &p_value, bool &r_valid, bool &r_oob) {
	GDExtensionBool valid = false;
	GDExtensionBool out_of_bounds = false;
	internal::gdextension_interface_variant_set_indexed(
			_native_ptr(), p_index, p_value._native_ptr(), &valid, &out_of_bounds);
	r_valid = valid != 0;
	r_oob = out_of_bounds != 0;
}

void Variant::set_keyed(const Variant &p_key, const Variant &p_value, bool &r_valid) {
	GDExtensionBool valid = false;
	internal::gdextension_interface_variant_set_keyed(
			_native_ptr(), p_key._native_ptr(), p_value._native_ptr(), &valid);
	r_valid = valid != 0;
}

Variant Variant::get(const Variant &p_key, bool *r_valid) const {
	Variant result;
	GDExtensionBool valid = false;
	internal::gdextension_interface_variant_get(
			_native_ptr(), p_key._native_ptr(), result._native_ptr(), &valid);
	if (r_valid != nullptr) {
		*r_valid = valid != 0;
	}
	return result;
}

Variant Variant::get_named(const StringName &p_name, bool &r_valid) const {
	Variant result;
	GDExtensionBool valid = false;
	internal::gdextension_interface_variant_get_named(
			_native_ptr(), p_name._native_ptr(), result._native_ptr(), &valid);
	r_valid = valid != 0;
	return result;
}

Variant Variant::get_indexed(int64_t p_index, bool &r_valid, bool &r_oob) const {
	Variant result;
	GDExtensionBool valid = false;
	GDExtensionBool out_of_bounds = false;
	internal::gdextension_interface_variant_get_indexed(
			_native_ptr(), p_index, result._native_ptr(), &valid, &out_of_bounds);
	r_valid = valid != 0;
	r_oob = out_of_bounds != 0;
	return result;
}

Variant Variant::get_keyed(const Variant &p_key, bool &r_valid) const {
	Variant result;
	GDExtensionBool valid = false;
	internal::gdextension_interface_variant_get_keyed(
			_native_ptr(), p_key._native_ptr(), result._native_ptr(), &valid);
	r_valid = valid != 0;
	return result;
}

bool Variant::in(const Variant &p_index, bool *r_valid) const {
	Variant result;
	bool valid = false;
	evaluate(OP_IN, *this, p_index, result, valid);
	if (r_valid != nullptr) {
		*r_valid = valid;
	}
	return valid && result.operator bool();
}

bool Variant::iter_init(Variant &r_iter, bool &r_valid) const {
	GDExtensionBool valid = false;
	const bool more = internal::gdextension_interface_variant_iter_init(
			_native_ptr(), r_iter._native_ptr(), &valid);
	r_valid = valid != 0;
	return more;
}

bool Variant::iter_next(Variant &r_iter, bool &r_valid) const {
	GDExtensionBool valid = false;
	const bool more = internal::gdextension_interface_variant_iter_next(
			_native_ptr(), r_iter._native_ptr(), &valid);
	r_valid = valid != 0;
	return more;
}

Variant Variant::iter_get(const Variant &p_iter, bool &r_valid) const {
	Variant result;
	GDExtensionBool valid = false;
	internal::gdextension_interface_variant_iter_get(_native_ptr(),
			const_cast<void *>(static_cast<const void *>(p_iter._native_ptr())),
			result._native_ptr(), &valid);
	r_valid = valid != 0;
	return result;
}

bool Variant::has_method(const StringName &p_method) const {
	return internal::gdextension_interface_variant_has_method(
			_native_ptr(), p_method._native_ptr());
}

bool Variant::has_key(const Variant &p_key, bool *r_valid) const {
	GDExtensionBool valid = false;
	const bool found = internal::gdextension_interface_variant_has_key(
			_native_ptr(), p_key._native_ptr(), &valid);
	if (r_valid != nullptr) {
		*r_valid = valid != 0;
	}
	return found;
}

bool Variant::has_member(Variant::Type p_type, const StringName &p_member) {
	return internal::gdextension_interface_variant_has_member(
			static_cast<GDExtensionVariantType>(p_type), p_member._native_ptr());
}

uint32_t Variant::hash() const {
	return static_cast<uint32_t>(internal::gdextension_interface_variant_hash(_native_ptr()));
}

uint32_t Variant::recursive_hash(int p_recursion_count) const {
	return static_cast<uint32_t>(internal::gdextension_interface_variant_recursive_hash(
			_native_ptr(), p_recursion_count));
}

bool Variant::hash_compare(const Variant &p_other) const {
	return internal::gdextension_interface_variant_hash_compare(
			_native_ptr(), p_other._native_ptr());
}

bool Variant::booleanize() const {
	return internal::gdextension_interface_variant_booleanize(_native_ptr());
}

String Variant::stringify() const {
	String text;
	internal::gdextension_interface_variant_stringify(_native_ptr(), text._native_ptr());
	return text;
}

Variant Variant::duplicate(bool p_deep) const {
	Variant copy;
	internal::gdextension_interface_variant_duplicate(_native_ptr(), copy._native_ptr(), p_deep);
	return copy;
}

String Variant::get_type_name(Variant::Type p_type) {
	String name;
	internal::gdextension_interface_variant_get_type_name(
			static_cast<GDExtensionVariantType>(p_type), name._native_ptr());
	return name;
}

bool Variant::can_convert(Variant::Type p_from, Variant::Type p_to) {
	return internal::gdextension_interface_variant_can_convert(
			static_cast<GDExtensionVariantType>(p_from), static_cast<GDExtensionVariantType>(p_to));
}

bool Variant::can_convert_strict(Variant::Type p_from, Variant::Type p_to) {
	return internal::gdextension_interface_variant_can_convert_strict(
			static_cast<GDExtensionVariantType>(p_from), static_cast<GDExtensionVariantType>(p_to));
}

void Variant::clear() {
	internal::gdextension_interface_variant_destroy(_native_ptr());
	internal::gdextension_interface_variant_new_nil(_native_ptr());
}

} // namespace godot
