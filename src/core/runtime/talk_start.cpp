#include "core/runtime/talk_start.h"

#include "core/auto_mode/personas.h"
#include "core/auto_mode/topics.h"
#include "core/base/counted.h"
#include "core/mind/end_keyword.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <random>
#include <set>
#include <utility>

namespace agent_runtime {

namespace {

constexpr const char *DURATION_VARIABLE = "PIXEL_AGENTS_AUTO_MODE_DURATION_MS";
constexpr float APART = 2.0f; // in tiles, between agents that are brought in without a map
constexpr int RUN_SHIFT = 24; // leaves the bits of conversation numbers

Micros milliseconds_or(const std::optional<std::int64_t> &given, Micros otherwise) {
	return given ? Micros(std::chrono::milliseconds(*given)) : otherwise;
}

// The environment takes precedence over the project's setting.
Micros usual_duration(const RuntimeOptions &options, const Logger &log) {
	const char *const given = std::getenv(DURATION_VARIABLE);
	if (given == nullptr) {
		return options.auto_mode_duration;
	}
	const Result<Micros> read = parse_talk_duration(given);
	if (!read.ok()) {
		log.warning(std::string(DURATION_VARIABLE) + " is passed over: " + read.status().message());
	}
	return read.value_or(options.auto_mode_duration);
}

} // namespace

Result<Micros> parse_talk_duration(std::string_view text) {
	std::int64_t milliseconds = 0;
	const std::from_chars_result read =
			std::from_chars(text.data(), text.data() + text.size(), milliseconds);
	const std::int64_t most =
			std::chrono::duration_cast<std::chrono::milliseconds>(LONGEST_TALK).count();
	const bool is_whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
	if (!is_whole || milliseconds < 1 || milliseconds > most) {
		return Status(StatusCode::invalid_argument,
				quoted_name(text) + " is no duration; give whole milliseconds between 1 and " +
						std::to_string(most));
	}
	return Micros(std::chrono::milliseconds(milliseconds));
}

TalkStart::TalkStart(const WorldParts &parts, AgentRequests &agents) :
		parts_(parts),
		agents_(agents),
		usual_duration_(usual_duration(parts.options, parts.log)),
		topic_seed_(parts.options.config.seed != 0 ? parts.options.config.seed
												   : std::random_device()()) {}

// A participant must not be in the middle of something that it cannot leave.
Status TalkStart::may_talk(AgentId agent) const {
	if (Status status = parts_.known(agent); !status.ok()) {
		return status;
	}
	if (const ConversationId other = parts_.talks.talk_of(agent); !other.is_none()) {
		return Status(StatusCode::failed_precondition,
				"agents: " + agent.to_string() + " takes part in " + other.to_string() +
						" already; stop that, or choose somebody else");
	}
	const std::optional<AgentView> view = parts_.board.find(agent);
	if (view && view->paused) {
		return Status(StatusCode::failed_precondition,
				"agents: " + agent.to_string() +
						" is paused; let it go on, or choose somebody else");
	}
	return Status();
}

Result<std::vector<AgentId>> TalkStart::chosen(const StartTalkRequest &request) const {
	std::vector<AgentId> agents;
	for (const std::string &text : request.agents) {
		const std::optional<AgentId> agent = AgentId::parse(text);
		if (!agent) {
			return FieldProblem{ "agents", quoted_name(text) + " is not the id of an agent",
				"give ids that a spawn returned, such as agent_001" }
					.to_status();
		}
		if (std::find(agents.begin(), agents.end(), *agent) != agents.end()) {
			return FieldProblem{ "agents", agent->to_string() + " stands there twice",
				"name each once" }
					.to_status();
		}
		if (Status status = may_talk(*agent); !status.ok()) {
			return Status(status.code(),
					status.code() == StatusCode::not_found
							? "agents: there is no " + text + "; give ids of agents that live"
							: status.message(),
					"agents");
		}
		agents.push_back(*agent);
	}
	return agents;
}

// For all that would have to be spawned to reach this number, since a start that is refused leaves
// nobody behind.
Status TalkStart::require_places(const std::vector<AgentId> &chosen, std::size_t count) const {
	std::size_t there = chosen.size();
	for (const ConversationPersona &each : conversation_personas()) {
		const std::optional<AgentId> living = parts_.directory.find_key(std::string(each.key));
		const bool is_chosen =
				living && std::find(chosen.begin(), chosen.end(), *living) != chosen.end();
		there += living && !is_chosen && may_talk(*living).ok() ? 1 : 0;
	}
	const std::size_t missing = count - std::min(count, there);
	const std::size_t free = parts_.options.most_agents -
			std::min(parts_.options.most_agents, parts_.directory.size());
	return missing <= free
			? Status()
			: Status(StatusCode::exhausted,
					  "agent_count: it takes " + counted(missing, "agent") +
							  " more, and there are places for " + std::to_string(free) +
							  "; name agents that live, or terminate some");
}

// Personas that are alive and free come first to a conversation. Others are spawned, on a free seat
// if there is one.
Result<AgentId> TalkStart::bring_in(const std::vector<AgentId> &others, TraceId trace) {
	for (const ConversationPersona &each : conversation_personas()) {
		const std::optional<AgentId> living = parts_.directory.find_key(std::string(each.key));
		if (living) {
			const bool is_there = std::find(others.begin(), others.end(), *living) != others.end();
			if (!is_there && may_talk(*living).ok()) {
				return *living;
			}
			continue;
		}
		return spawn_for_talk(each.name, each, std::string(each.key), others, trace);
	}
	// All of them are busy, so another one of the same kind is spawned.
	const std::size_t count = parts_.directory.size();
	const ConversationPersona &kind =
			conversation_personas()[count % conversation_personas().size()];
	return spawn_for_talk(
			std::string(kind.name) + " " + std::to_string(count + 1), kind, "", others, trace);
}

Result<AgentId> TalkStart::spawn_for_talk(std::string_view name, const ConversationPersona &kind,
		const std::string &key, const std::vector<AgentId> &others, TraceId trace) {
	SpawnRequest request;
	AgentProfile &profile = request.config.profile;
	profile.self = { std::string(name), std::string(kind.role), std::string(kind.persona) };
	profile.key = key;
	if (const std::string seat = free_seat(); !seat.empty()) {
		profile.take_seat(seat);
		profile.routine = Routine::wander;
	} else {
		const std::optional<AgentView> first =
				others.empty() ? std::nullopt : parts_.board.find(others.front());
		const TilePosition at = first ? first->position : TilePosition();
		request.config.initial_position =
				TilePosition{ at.x + APART * static_cast<float>(others.size()), at.y };
	}
	const Result<SpawnReply> spawned = agents_.answer(request, trace);
	return spawned.ok() ? Result(spawned.value().agent) : spawned.status();
}

// A free seat that belongs to no table; empty: there is none.
std::string TalkStart::free_seat() const {
	const GridMapPtr map = parts_.game.map_now();
	if (map == nullptr) {
		return {};
	}
	std::set<std::string> taken;
	parts_.directory.for_each(
			[&](AgentId, const ProfilePtr &profile) { taken.insert(profile->seat()); });
	for (const Seat &seat : map->seats()) {
		if (seat.table.empty() && !taken.contains(seat.name)) {
			return seat.name;
		}
	}
	return {};
}

// Checks the form.
Status TalkStart::check(const StartTalkRequest &request) const {
	const std::string keyword = request.end_keyword.value_or(std::string(DEFAULT_END_KEYWORD));
	if (keyword.find_first_not_of(' ') == std::string::npos) {
		return FieldProblem{ "end_keyword", "is blank", "give a word that nobody says by chance" }
				.to_status();
	}
	if (cut_end_keyword(request.topic, keyword).has_keyword) {
		return FieldProblem{ "topic", "holds the end keyword " + shown_name(keyword),
			"leave that out, or choose another end_keyword" }
				.to_status();
	}
	const GridMapPtr map = parts_.game.map_now();
	const bool has_table = map != nullptr &&
			std::any_of(map->seats().begin(), map->seats().end(),
					[](const Seat &seat) { return !seat.table.empty(); });
	if (!has_table &&
			parse_pattern(request.interaction_pattern) == InteractionPattern::meet_at_table) {
		return FieldProblem{ "interaction_pattern",
			map != nullptr ? "is meet-at-table, and no seat of the map belongs to a table"
						   : "is meet-at-table, and there is no map with a table",
			"give some seats a table, or choose walk-to-agent or stay-at-desk" }
				.to_status();
	}
	return Status();
}

Result<ConversationId> TalkStart::begin(
		const StartTalkRequest &request, TalkOrder &order, TraceId trace) {
	if (Status status = check(request); !status.ok()) {
		return status;
	}
	Result<std::vector<AgentId>> named = chosen(request);
	if (!named.ok()) {
		return named.status();
	}
	std::vector<AgentId> &agents = named.value();
	const std::size_t count =
			request.agent_count.value_or(std::max(FEWEST_PARTICIPANTS, agents.size()));
	if (count < agents.size()) {
		return FieldProblem{ "agent_count", "is less than the number of agents named",
			"leave it out, or name fewer" }
				.to_status();
	}
	if (const Status places = require_places(agents, count); !places.ok()) {
		return places;
	}
	while (agents.size() < count) {
		const Result<AgentId> agent = bring_in(agents, trace);
		if (!agent.ok()) {
			return agent.status();
		}
		agents.push_back(agent.value());
	}
	return enter(settings_of(request, agents, order), trace);
}

TalkSettings TalkStart::settings_of(
		const StartTalkRequest &request, const std::vector<AgentId> &agents, TalkOrder &order) {
	TalkSettings talk;
	for (const AgentId agent : agents) {
		const ProfilePtr profile = parts_.directory.find(agent);
		if (profile != nullptr) {
			talk.participants.push_back({ agent, profile->self.name, profile->self.role });
		}
	}
	lend_roles(talk.participants);
	talk.topic = request.topic;
	if (talk.topic.empty()) {
		const std::vector<std::string> recent = parts_.talks.recent_topics();
		Rng rng(topic_seed_ ^ (order.run << RUN_SHIFT) ^ ++order.topics_drawn);
		talk.topic = draw_topic(rng, recent);
	}
	talk.pattern = parse_pattern(request.interaction_pattern).value_or(DEFAULT_PATTERN);
	talk.max_turns = request.max_turns;
	talk.duration = milliseconds_or(request.duration_ms, usual_duration_);
	talk.pause = milliseconds_or(request.pause_ms, DEFAULT_TALK_PAUSE);
	talk.end_keyword = request.end_keyword.value_or(std::string(DEFAULT_END_KEYWORD));
	return talk;
}

Result<ConversationId> TalkStart::enter(TalkSettings talk, TraceId trace) {
	LiveWorld &world = parts_.world;
	const SharedLock lock(world.mutex);
	if (world.is_stopping()) {
		return has_stopped();
	}
	const Result<TalkSettingsPtr> opened =
			parts_.talks.open(std::move(talk), parts_.clock.wall_now());
	if (!opened.ok()) {
		return opened.status();
	}
	StartTalkInput input{ opened.value() };
	input.trace = trace;
	world.current->post(std::move(input));
	return opened.value()->id;
}

} // namespace agent_runtime
