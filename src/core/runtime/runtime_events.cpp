#include "core/runtime/runtime_events.h"

#include "core/agents/event.h"
#include "core/jobs/job_events.h"
#include "core/log/event_forms.h"
#include "core/questions/question_events.h"
#include "core/services/store_events.h"

#include <vector>

namespace agent_runtime {

template struct EventTable<RuntimeEvents>;

namespace {

const std::vector<std::span<const EventForm>> &known_event_tables() {
	static const std::vector<std::span<const EventForm>> tables = [] {
		std::vector<std::span<const EventForm>> all(
				agent_event_tables().begin(), agent_event_tables().end());
		all.emplace_back(EventTable<RuntimeEvents>::FORMS);
		all.emplace_back(EventTable<StoreEvents>::FORMS);
		all.emplace_back(EventTable<JobEvents>::FORMS);
		all.emplace_back(EventTable<QuestionEvents>::FORMS);
		return all;
	}();
	return tables;
}

} // namespace

const EventBook &known_events() {
	static const EventBook book(known_event_tables());
	return book;
}

std::vector<MessageType> known_event_messages() {
	std::vector<MessageType> messages;
	for (const std::span<const EventForm> table : known_event_tables()) {
		for (const EventForm &form : table) {
			messages.push_back(form.message);
		}
	}
	return messages;
}

} // namespace agent_runtime
