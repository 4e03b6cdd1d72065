#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace agent_runtime {

// The members of a text that is one JSON object, without building its values: many times as fast as
// parsing it, for objects that go on as they are. Strictly RFC 8259 except that a name may occur
// twice.
// Thread rule: immutable.
struct JsonObjectText {
	static constexpr std::size_t DEEPEST = 64; // of lists and objects within one another

	struct Member {
		std::string_view name; // as it is written, without its quotation marks
		std::string_view text; // "name":value
	};
	std::vector<Member> members;

	// Nothing for any other text, and for one that has line breaks or blanks outside its texts.
	static std::optional<JsonObjectText> read(std::string_view text);
};

} // namespace agent_runtime
