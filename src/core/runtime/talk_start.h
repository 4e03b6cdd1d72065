#pragma once

#include "core/auto_mode/talk_messages.h"
#include "core/runtime/agent_requests.h"
#include "core/runtime/world_parts.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

struct ConversationPersona;

// The milliseconds in an environment variable; `invalid_argument` says what is allowed. Thread
// rule: any thread.
Result<Micros> parse_talk_duration(std::string_view text);

// Begins led conversations: decides who takes part, brings in those who are missing, and chooses
// the topic and the rest.
// Owned by TalkRequests. Thread rule: any thread; with the mutex of the talks held.
class TalkStart {
public:
	TalkStart(const WorldParts &parts, AgentRequests &agents);

	// Everything that follows from it belongs to `trace`.
	Result<ConversationId> begin(const StartTalkRequest &request, TalkOrder &order, TraceId trace)
			AR_REQUIRES(order.mutex);
	// A participant must not be in the middle of something that it cannot leave.
	Status may_talk(AgentId agent) const;

private:
	Status check(const StartTalkRequest &request) const;
	Result<std::vector<AgentId>> chosen(const StartTalkRequest &request) const;
	Status require_places(const std::vector<AgentId> &chosen, std::size_t count) const;
	Result<AgentId> bring_in(const std::vector<AgentId> &others, TraceId trace);
	Result<AgentId> spawn_for_talk(std::string_view name, const ConversationPersona &kind,
			const std::string &key, const std::vector<AgentId> &others, TraceId trace);
	std::string free_seat() const;
	TalkSettings settings_of(const StartTalkRequest &request, const std::vector<AgentId> &agents,
			TalkOrder &order) AR_REQUIRES(order.mutex);
	Result<ConversationId> enter(TalkSettings talk, TraceId trace);

	const WorldParts parts_;
	AgentRequests &agents_;
	const Micros usual_duration_;
	const std::uint64_t topic_seed_; // differs each time, unless the configuration has one
};

} // namespace agent_runtime
