#include "core/services/outside_door.h"

#include "core/log/decision.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

std::string_view type_of(const json &message) {
	const auto type = message.is_object() ? message.find("type") : message.end();
	return type != message.end() && type->is_string() ? type->get_ref<const std::string &>()
													  : std::string_view();
}

bool changes_what_is_stored(const Vocabulary &vocabulary, std::string_view type) {
	const MessageType *const known = vocabulary.find(type);
	return known != nullptr && (known->changes || known->kind == MessageKind::answer);
}

} // namespace

RequestId OutsideDoor::request(const json &message, RequestBook::Reply reply) {
	return table_.handle(message, once_stored(type_of(message), std::move(reply)), From::outside);
}

RequestBook::Reply OutsideDoor::once_stored(std::string_view type, RequestBook::Reply reply) {
	if (!changes_what_is_stored(table_.vocabulary(), type)) {
		return reply;
	}
	return [this, reply = std::move(reply)](const json &completed) {
		if (!completed.at("ok").get<bool>()) {
			reply(completed);
			return;
		}
		const RequestId held = book_.hold(completed, reply);
		after_effects_ ? after_effects_(held) : reply_when_stored({ held });
	};
}

void OutsideDoor::reply_when_stored(std::vector<RequestId> held) {
	if (held.empty()) {
		return;
	}
	if (store_.has_file()) {
		const std::size_t bytes = held.size() * sizeof(RequestId);
		store_.store(make_decision(
				{ .bytes = bytes }, [](DecisionScope &) { return Status(); },
				[&book = book_, held = std::move(held)](const Status &stored) {
					for (const RequestId request : held) {
						book.release(request, stored.ok());
					}
				}));
		return;
	}
	for (const RequestId request : held) {
		book_.release(request, false);
	}
}

} // namespace agent_runtime
