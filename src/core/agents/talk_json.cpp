#include "core/agents/talk_json.h"

#include "core/agents/talk_events.h"

#include <algorithm>
#include <chrono>

namespace agent_runtime {

using nlohmann::json;

std::int64_t in_milliseconds(Micros span) {
	return std::chrono::duration_cast<std::chrono::milliseconds>(span).count();
}

Micros span_of(std::int64_t milliseconds) {
	return std::chrono::milliseconds(
			std::clamp<std::int64_t>(milliseconds, 0, in_milliseconds(LONGEST_TALK)));
}

// The fields are those of the event that tells of the beginning.

json talk_to_json(const TalkSettings &talk) {
	const AutoModeStarted event{ std::make_shared<const TalkSettings>(talk) };
	json written = json::object();
	event_form<AutoModeStarted>().write(&event, written);
	written.erase("turns");
	return written;
}

TalkSettings talk_from_json(const json &from) {
	const EventData event = event_form<AutoModeStarted>().read(from, Subject());
	TalkSettings talk = *event.get_if<AutoModeStarted>()->talk;
	std::erase_if(talk.participants, [](const Participant &each) { return each.agent.is_none(); });
	return talk;
}

} // namespace agent_runtime
