#include "core/agents/talk_rows.h"

#include "core/agents/talk_events.h"
#include "core/auto_mode/talk_store.h"

namespace agent_runtime {

Status write_talk(Database &database, const Event &event, WallTime now) {
	if (const AutoModeStarted *started = event.data.get_if<AutoModeStarted>()) {
		return store_talk_begin(database, *started->talk, started->turns, now);
	}
	if (const AgentMessaged *line = event.data.get_if<AgentMessaged>()) {
		const Message &said = *line->message;
		return store_talk_line(database, line->talk,
				{ line->turn, said.from.agent_id(), said.from_name, said.content, now });
	}
	const AutoModeEnded *ended = event.data.get_if<AutoModeEnded>();
	return ended != nullptr ? store_talk_end(database, ended->talk, ended->reason, now) : Status();
}

} // namespace agent_runtime
