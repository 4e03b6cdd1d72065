#include "core/agents/talk_json.h"

#include "core/agents/json_fields.h"

#include <algorithm>
#include <chrono>

namespace agent_runtime {

using nlohmann::json;

namespace {

std::int64_t in_milliseconds(Micros span) {
	return std::chrono::duration_cast<std::chrono::milliseconds>(span).count();
}

Micros span_of(const json &object, const char *field) {
	const std::int64_t held = number_of<std::int64_t>(object, field);
	return std::chrono::milliseconds(
			std::clamp<std::int64_t>(held, 0, in_milliseconds(LONGEST_TALK)));
}

// The text at a place of a list; empty when there is none.
std::string text_at(const json &object, const char *list, std::size_t place) {
	const auto found = object.find(list);
	const bool is_there = found != object.end() && found->is_array() && place < found->size() &&
			(*found)[place].is_string();
	return is_there ? (*found)[place].get<std::string>() : std::string();
}

} // namespace

json talk_to_json(const TalkSettings &talk) {
	json agents = json::array();
	json names = json::array();
	json roles = json::array();
	for (const Participant &each : talk.participants) {
		agents.push_back(each.agent.to_string());
		names.push_back(each.name);
		roles.push_back(each.role);
	}
	return { { "conversation_id", talk.id.to_string() }, { "agents", std::move(agents) },
		{ "names", std::move(names) }, { "roles", std::move(roles) }, { "topic", talk.topic },
		{ "interaction_pattern", pattern_name(talk.pattern) }, { "max_turns", talk.max_turns },
		{ "duration_ms", in_milliseconds(talk.duration) },
		{ "pause_ms", in_milliseconds(talk.pause) }, { "end_keyword", talk.end_keyword } };
}

TalkSettings talk_from_json(const json &from) {
	TalkSettings talk;
	talk.id = ConversationId::parse(text_of(from, "conversation_id")).value_or(ConversationId());
	const std::size_t count = from.contains("agents") ? from.at("agents").size() : 0;
	for (std::size_t i = 0; i < std::min(count, MOST_PARTICIPANTS); i++) {
		const std::optional<AgentId> agent = AgentId::parse(text_at(from, "agents", i));
		if (agent) {
			talk.participants.push_back(
					{ *agent, text_at(from, "names", i), text_at(from, "roles", i) });
		}
	}
	talk.topic = text_of(from, "topic");
	talk.pattern = parse_pattern(text_of(from, "interaction_pattern")).value_or(DEFAULT_PATTERN);
	talk.max_turns = number_of<std::uint32_t>(from, "max_turns");
	talk.duration = span_of(from, "duration_ms");
	talk.pause = span_of(from, "pause_ms");
	talk.end_keyword = text_of(from, "end_keyword");
	return talk;
}

} // namespace agent_runtime
