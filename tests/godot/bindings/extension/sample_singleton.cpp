#include "sample_singleton.h"

#include <godot_cpp/classes/engine.hpp>

using namespace godot;

SampleSingleton *SampleSingleton::instance = nullptr;

void SampleSingleton::start() {
	instance = memnew(SampleSingleton);
	Engine::get_singleton()->register_singleton("SampleSingleton", instance);
}

void SampleSingleton::stop() {
	Engine::get_singleton()->unregister_singleton("SampleSingleton");
	memdelete(instance);
	instance = nullptr;
}

SampleSingleton *SampleSingleton::get_singleton() {
	return instance;
}

int64_t SampleSingleton::count_up() {
	return ++number;
}

void SampleSingleton::_bind_methods() {
	ClassDB::bind_method(D_METHOD("count_up"), &SampleSingleton::count_up);
}
