#pragma once

#include "core/hosting/output_line.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Puts together the lines of a program's standard output that arrive in pieces, as far as they
// begin like those that a driver wants. The rest passes by. Part of a driver's state.
// Thread rule: any thread, one at a time.
class ProgramLines {
public:
	static constexpr std::size_t MOST_HELD_BYTES = 1'048'576; // of a line that has not ended

	explicit ProgramLines(std::string_view beginning) :
			beginning_(beginning) {}

	// The line that ends with this record, without a carriage return at its end; valid until the
	// next call, and no longer than the record.
	std::optional<std::string_view> add(const OutputLine &record);
	// Whether a line was too long to be held. Says so once.
	bool lost_one();

	nlohmann::json state() const;
	static ProgramLines restored(std::string_view beginning, const nlohmann::json &state);

private:
	bool may_begin(std::string_view line) const;
	std::optional<std::string_view> end(std::string_view line);

	std::string beginning_;
	std::string held_; // a line that has not ended
	std::string whole_; // what add() returns when it came in pieces
	bool passing_ = false; // the rest of a line is not wanted
	bool lost_ = false;
};

} // namespace agent_runtime
