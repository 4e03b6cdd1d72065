#pragma once

// What travels between agents. A message is made once and shared by everybody who hears it. Thread
// rule: immutable.

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/trace_id.h"
#include "core/mind/mind.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// The types of messages that agents make themselves; a game may publish others.
inline constexpr std::string_view AGENT_SPOKE = "AgentSpoke";
inline constexpr std::string_view AGENT_MOVED = "AgentMoved";
inline constexpr std::string_view AGENT_SPAWNED = "AgentSpawned";
inline constexpr std::string_view AGENT_TERMINATED = "AgentTerminated";
inline constexpr std::string_view AGENT_STATE_CHANGED = "AgentStateChanged";
inline constexpr std::string_view COLLABORATION_INVITED = "CollaborationInvited";
inline constexpr std::string_view COLLABORATION_ANSWERED = "CollaborationAnswered";
inline constexpr std::string_view TASK_ASSIGNED = "TaskAssigned";

// How far a message goes, before the filters of its receivers.
enum class Reach : std::uint8_t {
	nearby, // everybody in hearing range, and the addressee anywhere
	addressee,
	group, // all members of the group
	topic, // everybody who listens to the topic
	everybody,
};

// A bit that marks the numbers of conversations that are led.
inline constexpr std::uint64_t LED_TALK = std::uint64_t{ 1 } << 62;
inline std::uint64_t talk_number(ConversationId conversation) {
	return LED_TALK | conversation.number();
}

struct Message {
	ParticipantId from;
	std::string from_name;
	// Whom it is addressed to; none: nobody in particular.
	ParticipantId to;
	std::string content;
	std::uint64_t talk = 0; // the talk that it belongs to; 0: a player's line, or no talk
	SimTime time;
	// Who hears it, in the order of their numbers, including the addressee.
	std::vector<ParticipantId> hearers;
	std::string type{ AGENT_SPOKE };
	Reach reach = Reach::nearby;
	std::string channel; // the group or the topic
	std::optional<Invitation> invitation; // set if it is an invitation
	TraceId trace = {}; // what it belongs to

	bool is_speech() const { return type == AGENT_SPOKE; }
	bool is_of_led_talk() const { return (talk & LED_TALK) != 0; }
};

using MessagePtr = std::shared_ptr<const Message>;

} // namespace agent_runtime
