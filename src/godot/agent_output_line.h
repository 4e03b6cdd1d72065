#pragma once

#include "core/hosting/output_line.h"

#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/variant/packed_byte_array.hpp>
#include <godot_cpp/variant/string.hpp>

#include <cstdint>

// A line that a job has written. A value: it never changes.
// Thread rule: main thread only.
class AgentOutputLine : public godot::RefCounted {
	GDCLASS(AgentOutputLine, godot::RefCounted)

public:
	void begin(agent_runtime::OutputLine p_line);

	int64_t get_seq() const;
	double get_time() const;
	bool get_is_error() const;
	godot::String get_text() const;
	godot::PackedByteArray get_bytes() const;
	bool get_is_whole() const;
	godot::String _to_string() const;

protected:
	static void _bind_methods();

private:
	agent_runtime::OutputLine line;
};
