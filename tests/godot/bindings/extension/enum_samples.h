#pragma once

#include "live_count.h"

#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/core/binder_common.hpp>

// An enum, a set of flags and a constant, and methods that take and return them. Main thread only.
class EnumSamples : public godot::RefCounted {
	GDCLASS(EnumSamples, godot::RefCounted)

	LiveCount live;

public:
	enum Mood {
		MOOD_CALM,
		MOOD_CURIOUS = 5,
		MOOD_ANGRY = -3,
	};
	enum Sense {
		SENSE_SIGHT = 1,
		SENSE_HEARING = 2,
		SENSE_ALL = 3,
	};
	enum {
		MAX_FRIENDS = 150,
	};

private:
	Mood mood = MOOD_CALM;
	godot::BitField<Sense> senses = SENSE_ALL;

protected:
	static void _bind_methods();

public:
	void set_mood(Mood p_mood);
	Mood get_mood() const;
	void set_senses(godot::BitField<Sense> p_senses);
	godot::BitField<Sense> get_senses() const;
	godot::Error echo_error(godot::Error p_error) const;
	bool has_sense(Sense p_sense) const;
};

VARIANT_ENUM_CAST(EnumSamples::Mood);
VARIANT_BITFIELD_CAST(EnumSamples::Sense);
