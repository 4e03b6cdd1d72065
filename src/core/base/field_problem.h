#pragma once

// What is wrong with one field of a configuration or a message, and how a field is named.

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace agent_runtime {

// In three parts, so that an editor can mark the field, a reply can carry its name, and a log can
// print "database_path: it is a relative path; write an absolute one, or begin with user://".
// Thread rule: immutable.
struct FieldProblem {
	std::string field; // a path: "agent_config.initial_position.x", "recipients[3]"
	std::string problem;
	std::string remedy;

	std::string to_string() const;
	// The same as an error, invalid_argument unless it is another.
	Status to_status(StatusCode code = StatusCode::invalid_argument) const;

	bool operator==(const FieldProblem &other) const = default;
};

// The name of a member as it may stand in a message to people: on one line, valid UTF-8, and short,
// whatever a stranger called it.
std::string shown_name(std::string_view name);
// The same between quotation marks.
std::string quoted_name(std::string_view name);

// Go one level deeper: "a" becomes "a.b", or "a[3]". A path that has become too long for a sentence
// ends in "…" and grows no more.
void append_member(std::string &path, std::string_view name);
void append_item(std::string &path, std::size_t index);

} // namespace agent_runtime
