#pragma once

#include "core/base/status.h"
#include "core/base/uuid.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// The prompts that wait for codex, and the turns in which it deals with them. A prompt becomes a
// turn of its own, or is added to the one that goes on; one at a time is under way. Part of a
// driver's state. Thread rule: any thread, one at a time.
class CodexTurns {
public:
	// What says a prompt, as method and parameters of a request.
	struct Words {
		std::string_view method;
		nlohmann::json params;
	};

	static CodexTurns restored(const nlohmann::json &state);
	nlohmann::json state() const;

	// `exhausted` when too much waits already, or the prompt is too long for a line.
	Status add(const std::string &text, const Uuid &uuid);
	// What says the first prompt, if it can be said now.
	std::optional<Words> first(const std::string &thread) const;
	// It is under way, as a request with this number.
	void sent(std::uint64_t request);
	// It was taken, or cannot be said at all.
	void remove_first();

	// The request that is under way; 0: none.
	std::uint64_t request() const;
	// Codex has refused it. True when its prompt becomes a turn of its own instead; otherwise it is
	// given up.
	bool refused();

	// A turn begins, which is told twice, by the response to the prompt and by itself, in any
	// order. True when it was not known.
	bool begin(const nlohmann::json &turn);
	// False when another one goes on.
	bool end(const nlohmann::json &turn);

	const std::string &turn() const { return turn_; } // that goes on; empty: none
	bool is_done() const { return prompts_.empty() && turn_.empty(); }

private:
	struct Prompt {
		std::string uuid;
		std::string text;
	};
	enum class Sent : std::uint8_t { nothing, turn, addition };

	std::deque<Prompt> prompts_; // that were not taken
	std::uint64_t request_ = 0; // that says the first one
	Sent sent_ = Sent::nothing; // what that request wants
	std::string turn_; // that goes on
	bool takes_additions_ = true; // to that turn
	std::string ended_turn_; // the last that is over
};

} // namespace agent_runtime
