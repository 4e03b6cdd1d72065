#include "enum_samples.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

void EnumSamples::set_mood(Mood p_mood) {
	mood = p_mood;
}

EnumSamples::Mood EnumSamples::get_mood() const {
	return mood;
}

void EnumSamples::set_senses(BitField<Sense> p_senses) {
	senses = p_senses;
}

BitField<EnumSamples::Sense> EnumSamples::get_senses() const {
	return senses;
}

Error EnumSamples::echo_error(Error p_error) const {
	return p_error;
}

bool EnumSamples::has_sense(Sense p_sense) const {
	return senses.has_flag(p_sense);
}

void EnumSamples::_bind_methods() {
	ClassDB::bind_method(D_METHOD("set_mood", "mood"), &EnumSamples::set_mood);
	ClassDB::bind_method(D_METHOD("get_mood"), &EnumSamples::get_mood);
	ClassDB::bind_method(D_METHOD("set_senses", "senses"), &EnumSamples::set_senses);
	ClassDB::bind_method(D_METHOD("get_senses"), &EnumSamples::get_senses);
	ClassDB::bind_method(D_METHOD("echo_error", "error"), &EnumSamples::echo_error);
	ClassDB::bind_method(D_METHOD("has_sense", "sense"), &EnumSamples::has_sense);

	ADD_PROPERTY(
			PropertyInfo(Variant::INT, "mood", PROPERTY_HINT_ENUM, "Calm:0,Curious:5,Angry:-3"),
			"set_mood", "get_mood");
	ADD_PROPERTY(PropertyInfo(Variant::INT, "senses", PROPERTY_HINT_FLAGS, "Sight,Hearing"),
			"set_senses", "get_senses");

	BIND_ENUM_CONSTANT(MOOD_CALM);
	BIND_ENUM_CONSTANT(MOOD_CURIOUS);
	BIND_ENUM_CONSTANT(MOOD_ANGRY);
	BIND_BITFIELD_FLAG(SENSE_SIGHT);
	BIND_BITFIELD_FLAG(SENSE_HEARING);
	BIND_BITFIELD_FLAG(SENSE_ALL);
	BIND_CONSTANT(MAX_FRIENDS);
}
