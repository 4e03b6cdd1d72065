#pragma once

#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/variant/dictionary.hpp>

// Works with the value types and containers on the side of C++. Each method returns what came out,
// by name, for GDScript to compare with its own. Main thread only.
class ValueSamples : public godot::RefCounted {
	GDCLASS(ValueSamples, godot::RefCounted)

protected:
	static void _bind_methods();

public:
	godot::Dictionary use_strings() const;
	godot::Dictionary use_names() const;
	godot::Dictionary use_arrays() const;
	godot::Dictionary use_dictionaries() const;
	godot::Dictionary use_packed_arrays() const;
	godot::Dictionary use_vectors() const;
	godot::Dictionary use_variants() const;
};
