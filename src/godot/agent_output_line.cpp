#include "godot/agent_output_line.h"

#include "core/base/time.h"
#include "core/base/utf8.h"
#include "godot/convert.h"

#include <godot_cpp/core/class_db.hpp>

#include <cstring>
#include <string>
#include <utility>

using namespace godot;
using agent_runtime::OutputLine;
using agent_runtime::OutputStream;
using agent_runtime::Result;
using agent_runtime::to_godot;
using agent_runtime::WallTime;

namespace {

constexpr double MICROSECONDS = 1e6; // in a second

PropertyInfo line_property(Variant::Type p_type, const char *p_name) {
	return PropertyInfo(p_type, p_name, PROPERTY_HINT_NONE, "",
			PROPERTY_USAGE_EDITOR | PROPERTY_USAGE_READ_ONLY);
}

} // namespace

void AgentOutputLine::begin(OutputLine p_line) {
	line = std::move(p_line);
}

int64_t AgentOutputLine::get_seq() const {
	return static_cast<int64_t>(line.seq);
}

double AgentOutputLine::get_time() const {
	const Result<WallTime> time = agent_runtime::parse_iso8601(line.ts);
	return time.ok() ? static_cast<double>(time.value().time_since_epoch().count()) / MICROSECONDS
					 : 0.0;
}

bool AgentOutputLine::get_is_error() const {
	return line.stream == OutputStream::error;
}

// What is no text is shown as far as it is one. The engine prints an error for each bad byte.
String AgentOutputLine::get_text() const {
	const bool is_text =
			agent_runtime::is_valid_utf8(line.data) && line.data.find('\0') == std::string::npos;
	return to_godot(is_text ? line.data : agent_runtime::for_display(line.data));
}

PackedByteArray AgentOutputLine::get_bytes() const {
	PackedByteArray bytes;
	bytes.resize(static_cast<int64_t>(line.data.size()));
	if (!line.data.empty()) {
		std::memcpy(bytes.ptrw(), line.data.data(), line.data.size());
	}
	return bytes;
}

bool AgentOutputLine::get_is_whole() const {
	return !line.more;
}

String AgentOutputLine::_to_string() const {
	return String("<AgentOutputLine ") + String::num_int64(get_seq()) + ">";
}

void AgentOutputLine::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_seq"), &AgentOutputLine::get_seq);
	ClassDB::bind_method(D_METHOD("get_time"), &AgentOutputLine::get_time);
	ClassDB::bind_method(D_METHOD("get_is_error"), &AgentOutputLine::get_is_error);
	ClassDB::bind_method(D_METHOD("get_text"), &AgentOutputLine::get_text);
	ClassDB::bind_method(D_METHOD("get_bytes"), &AgentOutputLine::get_bytes);
	ClassDB::bind_method(D_METHOD("get_is_whole"), &AgentOutputLine::get_is_whole);

	ADD_PROPERTY(line_property(Variant::INT, "seq"), "", "get_seq");
	ADD_PROPERTY(line_property(Variant::FLOAT, "time"), "", "get_time");
	ADD_PROPERTY(line_property(Variant::BOOL, "is_error"), "", "get_is_error");
	ADD_PROPERTY(line_property(Variant::STRING, "text"), "", "get_text");
	ADD_PROPERTY(line_property(Variant::PACKED_BYTE_ARRAY, "bytes"), "", "get_bytes");
	ADD_PROPERTY(line_property(Variant::BOOL, "is_whole"), "", "get_is_whole");
}
