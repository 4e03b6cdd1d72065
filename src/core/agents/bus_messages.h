#pragma once

// The requests about what is said and who hears it, with their fields.
// Thread rule: immutable.

#include "core/agents/agent_config_fields.h"

#include <string>

namespace agent_runtime {

struct SayRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "send_message_request",
		.sentence = "Say something to an agent, or to all who hear.",
		.changes = true };
	ParticipantId from;
	ParticipantId to;
	std::string content;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "from",
						 .kind = identifier,
						 .sentence = "Who speaks; player_0 when absent." },
					&SayRequest::from),
			bind({ .name = "to",
						 .kind = identifier,
						 .sentence = "Who is addressed; all who hear when absent." },
					&SayRequest::to),
			bind(CONTENT, &SayRequest::content),
		};
	}
};

struct PublishRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "publish_message_request",
		.sentence = "Put a message on the bus: for one, a group, a topic, or all.",
		.changes = true };
	ParticipantId from;
	std::string message_type;
	ParticipantId to;
	std::string group;
	std::string topic;
	std::string content;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "from",
						 .kind = identifier,
						 .sentence = "Who publishes; player_0 when absent." },
					&PublishRequest::from),
			bind({ .name = "message_type",
						 .kind = identifier,
						 .sentence = "What kind of message, such as AgentSpoke, which it is when "
									 "absent." },
					&PublishRequest::message_type),
			bind({ .name = "to", .kind = identifier, .sentence = "Who alone gets it." },
					&PublishRequest::to),
			bind({ .name = "group",
						 .sentence = "Only members of this group.",
						 .one_line = true,
						 .min_length = 1 },
					&PublishRequest::group),
			bind({ .name = "topic",
						 .sentence = "Only those who listen to this topic.",
						 .one_line = true,
						 .min_length = 1 },
					&PublishRequest::topic),
			bind(CONTENT, &PublishRequest::content),
		};
	}
};

struct SubscribeRequest : SubscriptionFields {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "subscribe_request",
		.sentence = "Settle what an agent gets from the bus; what is absent stays.",
		.changes = true };
	AgentId agent;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(AGENT, &SubscribeRequest::agent),
			bind(GROUPS, &SubscribeRequest::groups),
			bind(TOPICS, &SubscribeRequest::topics),
			bind(FILTER, &SubscribeRequest::filter),
		};
	}
};

} // namespace agent_runtime
