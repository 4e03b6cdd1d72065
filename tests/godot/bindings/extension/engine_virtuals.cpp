#include "engine_virtuals.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

void EngineVirtuals::_enter_tree() {
	calls.push_back("enter");
}

void EngineVirtuals::_ready() {
	calls.push_back("ready");
}

void EngineVirtuals::_process(double p_delta) {
	last_delta = p_delta;
	calls.push_back("process");
	set_process(false);
}

void EngineVirtuals::_exit_tree() {
	calls.push_back("exit");
}

PackedStringArray EngineVirtuals::_get_configuration_warnings() const {
	PackedStringArray warnings;
	if (get_child_count() == 0) {
		warnings.push_back("It is lonely: add a child.");
	}
	return warnings;
}

PackedStringArray EngineVirtuals::get_calls() const {
	return calls;
}

double EngineVirtuals::get_last_delta() const {
	return last_delta;
}

void EngineVirtuals::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_calls"), &EngineVirtuals::get_calls);
	ClassDB::bind_method(D_METHOD("get_last_delta"), &EngineVirtuals::get_last_delta);
}
