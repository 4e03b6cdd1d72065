#include "core/agents/event.h"

#include "core/log/event_forms.h"
#include "core/mind/position_field.h"

namespace agent_runtime {

template struct EventTable<LifeEvents>;
template struct EventTable<SpeechEvents>;
template struct EventTable<MindEvents>;
template struct EventTable<TaskEvents>;
template struct EventTable<TalkEvents>;

EventBook::Tables agent_event_tables() {
	static const std::array<std::span<const EventForm>, 5> tables = {
		EventTable<LifeEvents>::FORMS,
		EventTable<SpeechEvents>::FORMS,
		EventTable<MindEvents>::FORMS,
		EventTable<TaskEvents>::FORMS,
		EventTable<TalkEvents>::FORMS,
	};
	return tables;
}

const EventBook &agent_events() {
	static const EventBook book(agent_event_tables());
	return book;
}

} // namespace agent_runtime
