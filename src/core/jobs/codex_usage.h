#pragma once

#include "core/mind/model.h"

#include <optional>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What a thread of codex has used. It is told in sums over the whole thread, with all that was used
// before it was resumed. Part of a driver's state. Thread rule: any thread, one at a time.
class CodexUsage {
public:
	// In a new attempt; `resumed`: the thread has used something before.
	static CodexUsage begun(bool resumed);
	static CodexUsage restored(const nlohmann::json &state);
	nlohmann::json state() const;

	void note_turn() { had_turn_ = true; }
	// What was used since it was told last, from a notification; nothing when that is nothing.
	std::optional<Usage> read(const nlohmann::json &params);

private:
	bool resumed_ = false;
	bool had_turn_ = false; // in this attempt
	bool was_told_ = false; // in this attempt
	Usage used_; // as it was told last
};

} // namespace agent_runtime
