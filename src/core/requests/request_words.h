#pragma once

// What the structs of requests have besides their fields. Light enough for the headers that define
// them. Thread rule: immutable.

#include "core/base/field_rows.h"

#include <string_view>

namespace agent_runtime {

// What is said about a request as a whole.
//
//	struct TerminateRequest {
//		using Reply = NoFields;
//		static constexpr RequestWords WORDS{ "agent_terminate_request", "End an agent for good." };
//		AgentId agent;
//		static constexpr auto fields() {
//			return FieldRows{ bind(vocabulary::AGENT, &TerminateRequest::agent) };
//		}
//	};
//	using Types = RequestTypes<SpawnRequest, TerminateRequest>;  // of the desk that answers them
struct RequestWords {
	std::string_view name;
	std::string_view sentence;
	bool changes = false; // see MessageType
	bool long_answer = false;
	MessageKind kind = MessageKind::request;
};

// A reply that says only that it was done.
struct NoFields {
	static constexpr auto fields() { return FieldRows{}; }
};

// The requests that one desk answers, in the order of the documents (request_types.h).
template <typename... Requests>
struct RequestTypes;

} // namespace agent_runtime
