#pragma once

// What travels between agents. A message is made once and shared by all who hear it.
// Thread rule: immutable.

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

// How far a message goes, before the filters of those whom it would reach.
enum class Reach : std::uint8_t {
	nearby, // whoever is in hearing range, and whom it is addressed to wherever that is
	addressee,
	group, // all its members
	topic, // all who listen to it
	everybody,
};

// The number by which lines of a conversation that is led are known.
inline constexpr std::uint64_t LED_TALK = std::uint64_t{ 1 } << 62;
inline std::uint64_t talk_number(ConversationId conversation) {
	return LED_TALK | conversation.number();
}

struct Message {
	ParticipantId from;
	std::string from_name;
	// To whom it is addressed; none: to nobody in particular.
	ParticipantId to;
	std::string content;
	std::uint64_t talk = 0; // that it belongs to; 0: of a player, or no talk
	SimTime time;
	// Who hears it, in the order of their numbers, the addressee included.
	std::vector<ParticipantId> hearers;
	std::string type{ AGENT_SPOKE };
	Reach reach = Reach::nearby;
	std::string channel; // the group or the topic
	std::optional<Invitation> invitation; // it is one
	TraceId trace = {}; // what it belongs to

	bool is_speech() const { return type == AGENT_SPOKE; }
	bool is_of_led_talk() const { return (talk & LED_TALK) != 0; }
};

using MessagePtr = std::shared_ptr<const Message>;

} // namespace agent_runtime
