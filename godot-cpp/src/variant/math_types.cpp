#include <godot_cpp/variant/variant.hpp>

// Of the value types, what needs the engine: their text, and colours by name or code.

namespace godot {

#define GODOT_CPP_TEXT(m_class) \
	m_class::operator String() const { \
		return Variant(*this).stringify(); \
	}
GODOT_CPP_TEXT(Vector2)
GODOT_CPP_TEXT(Vector2i)
GODOT_CPP_TEXT(Vector3)
GODOT_CPP_TEXT(Vector3i)
GODOT_CPP_TEXT(Rect2)
GODOT_CPP_TEXT(Rect2i)
GODOT_CPP_TEXT(Color)
#undef GODOT_CPP_TEXT

namespace {

Variant call_static(const char *p_method, const Variant &p_argument) {
	const Variant *arguments[] = { &p_argument };
	Variant result;
	GDExtensionCallError error;
	Variant::callp_static(Variant::COLOR, p_method, arguments, 1, result, error);
	return result;
}

} // namespace

Color Color::html(const String &p_rgba) {
	return call_static("html", p_rgba);
}

bool Color::html_is_valid(const String &p_color) {
	return call_static("html_is_valid", p_color);
}

String Color::to_html(bool p_alpha) const {
	return Variant(*this).call("to_html", p_alpha);
}

Color::Color(const String &p_code) {
	const Variant argument(p_code);
	const Variant *arguments[] = { &argument };
	const GDExtensionConstVariantPtr pointers[] = { arguments[0]->_native_ptr() };
	Variant result;
	GDExtensionCallError error;
	internal::gdextension_interface_variant_construct(
			GDEXTENSION_VARIANT_TYPE_COLOR, result._native_ptr(), pointers, 1, &error);
	*this = result.operator Color();
}

Color::Color(const String &p_code, float p_a) :
		Color(p_code) {
	a = p_a;
}

} // namespace godot
