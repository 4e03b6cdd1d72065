#pragma once

// What a conversation is started with, once everything is settled.
// Thread rule: immutable.

#include "core/auto_mode/interaction_pattern.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/mind/end_keyword.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace agent_runtime {

inline constexpr std::size_t FEWEST_PARTICIPANTS = 2;
inline constexpr std::size_t MOST_PARTICIPANTS = 8;
inline constexpr Micros DEFAULT_TALK_DURATION = std::chrono::minutes(5);
inline constexpr Micros DEFAULT_TALK_PAUSE = std::chrono::seconds(1);
inline constexpr Micros LONGEST_TALK = std::chrono::hours(24);

struct Participant {
	AgentId agent;
	std::string name;
	std::string role;

	bool operator==(const Participant &other) const = default;
};

// Times are of sim time.
struct TalkSettings {
	ConversationId id;
	std::vector<Participant> participants; // in the order of their turns
	std::string topic;
	InteractionPattern pattern = DEFAULT_PATTERN;
	std::uint32_t max_turns = 0; // 0: without bound
	Micros duration = DEFAULT_TALK_DURATION; // after which it ends in any case
	Micros pause = DEFAULT_TALK_PAUSE; // between two turns
	std::string end_keyword{ DEFAULT_END_KEYWORD };

	bool operator==(const TalkSettings &other) const = default;
};

using TalkSettingsPtr = std::shared_ptr<const TalkSettings>;

} // namespace agent_runtime
