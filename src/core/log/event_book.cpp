#include "core/log/event_book.h"

#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime {

EventBook::EventBook(Tables tables) {
	for (const std::span<const EventForm> table : tables) {
		for (const EventForm &form : table) {
			all_.push_back(&form);
			forms_.emplace(form.message.name, &form);
		}
	}
}

const EventForm *EventBook::find(std::string_view type) const {
	const auto found = forms_.find(type);
	return found != forms_.end() ? found->second : nullptr;
}

Result<Event> EventBook::read(std::string_view type, std::string_view subject,
		std::string_view trace, std::string_view data) const {
	const nlohmann::json parsed = nlohmann::json::parse(data, nullptr, false);
	if (!parsed.is_object()) {
		return Status(StatusCode::corrupt,
				"an event of type " + std::string(type) + " holds no JSON object");
	}
	const Subject about = Subject::from_log(subject);
	const EventForm *form = find(type);
	return Event{ about,
		form != nullptr ? form->read(parsed, about)
						: EventData(OtherEvent{ std::string(type), std::string(data) }),
		TraceId::parse(trace).value_or(TraceId()) };
}

} // namespace agent_runtime
