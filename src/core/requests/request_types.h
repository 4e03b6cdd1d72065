#pragma once

// The entries of requests in the vocabulary, and their replies as JSON, all made from their fields.
// Thread rule: immutable.

#include "core/base/fields.h"
#include "core/requests/request_words.h"

#include <array>
#include <type_traits>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// The `result` in the answer; null when there is none.
template <typename Reply>
nlohmann::json write_reply(const Reply &reply) {
	if constexpr (std::is_same_v<Reply, NoFields>) {
		return nullptr;
	} else {
		return write_fields(reply);
	}
}

template <typename Request>
constexpr MessageType message_type_of() {
	return { .name = Request::WORDS.name,
		.kind = Request::WORDS.kind,
		.sentence = Request::WORDS.sentence,
		.fields = fields_of<Request>(),
		.long_answer = Request::WORDS.long_answer,
		.changes = Request::WORDS.changes,
		.result = fields_of<typename Request::Reply>() };
}

template <typename... Requests>
struct RequestTypes {
	static constexpr std::array<MessageType, sizeof...(Requests)> ENTRIES{
		message_type_of<Requests>()...
	};
};

} // namespace agent_runtime
