#include "core/gateway/asked.h"

namespace agent_runtime {

using nlohmann::json;

json refused_request(const std::string &request_id, const Status &status) {
	json error{ { "code", status_code_name(status.code()) }, { "message", status.message() } };
	if (!status.field().empty()) {
		error["field"] = status.field();
	}
	return { { "type", "request_completed" }, { "request_id", request_id }, { "ok", false },
		{ "error", std::move(error) } };
}

json named_completed(json completed, const std::string &own_id) {
	if (completed.value("request_id", "").empty()) {
		completed["request_id"] = own_id;
	}
	return completed;
}

bool has_long_answer(const Vocabulary &vocabulary, const json &request) {
	const json::const_iterator type = request.is_object() ? request.find("type") : request.end();
	const MessageType *const entry = type != request.end() && type->is_string()
			? vocabulary.find(type->get_ref<const std::string &>())
			: nullptr;
	return entry != nullptr && entry->long_answer;
}

} // namespace agent_runtime
