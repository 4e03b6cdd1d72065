#include "core/gateway/sse.h"

#include "core/base/utf8.h"
#include "core/gateway/http_response.h"

namespace agent_runtime {

namespace {

constexpr std::string_view FIELDS = "Content-Type: text/event-stream\r\n";
constexpr std::string_view RETRY = "retry: 1000\n\n"; // milliseconds

} // namespace

std::string sse_head(std::string_view origin) {
	return stream_head(FIELDS, origin) + std::string(RETRY);
}

std::string sse_event(std::string_view id, std::string_view type, std::string_view data) {
	constexpr std::size_t WORDS = 32;
	std::string text;
	text.reserve(id.size() + type.size() + data.size() + WORDS);
	if (!id.empty()) {
		text.append("id: ").append(id).append("\n");
	}
	if (!type.empty() && !has_control_characters(type)) {
		text.append("event: ").append(type).append("\n");
	}
	text.append("data: ").append(data).append("\n\n");
	return text;
}

} // namespace agent_runtime
