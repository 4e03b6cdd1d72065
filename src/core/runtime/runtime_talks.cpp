#include "core/auto_mode/personas.h"
#include "core/auto_mode/topics.h"
#include "core/base/counted.h"
#include "core/mind/end_keyword.h"
#include "core/runtime/runtime.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <set>
#include <utility>

// Conversations that are led (auto mode): who takes part, and with what they begin.

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr const char *DURATION_VARIABLE = "PIXEL_AGENTS_AUTO_MODE_DURATION_MS";
constexpr float APART = 2.0f; // tiles, between those who are brought in where there is no map
constexpr int RUN_SHIFT = 24; // beyond the numbers of conversations

Micros milliseconds_in(const json &options, const char *field, Micros otherwise) {
	const auto found = options.find(field);
	return found == options.end()
			? otherwise
			: std::chrono::milliseconds(static_cast<std::int64_t>(found->get<double>()));
}

std::uint32_t whole_in(const json &options, const char *field) {
	return static_cast<std::uint32_t>(options.value(field, 0.0));
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

// The environment comes before what the project has set.
void Runtime::settle_talk_duration() {
	talk_duration_ = options_.auto_mode_duration;
	const char *const given = std::getenv(DURATION_VARIABLE);
	if (given == nullptr) {
		return;
	}
	const Result<Micros> read = parse_talk_duration(given);
	if (read.ok()) {
		talk_duration_ = read.value();
	} else {
		log_.warning(
				std::string(DURATION_VARIABLE) + " is passed over: " + read.status().message());
	}
}

// Who is to take part may not be in the middle of something that it cannot leave.
Status Runtime::may_talk(AgentId agent) const {
	if (Status status = known(agent); !status.ok()) {
		return status;
	}
	if (const ConversationId other = talks_.talk_of(agent); !other.is_none()) {
		return Status(StatusCode::failed_precondition,
				"agents: " + agent.to_string() + " takes part in " + other.to_string() +
						" already; stop that, or choose somebody else");
	}
	const std::optional<AgentView> view = board_.find(agent);
	if (view && view->paused) {
		return Status(StatusCode::failed_precondition,
				"agents: " + agent.to_string() +
						" is paused; let it go on, or choose somebody else");
	}
	return Status();
}

Result<std::vector<AgentId>> Runtime::chosen_for_talk(const json &options) const {
	std::vector<AgentId> agents;
	for (const json &each : options.value("agents", json::array())) {
		const std::string text = each.get<std::string>();
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
							: status.message());
		}
		agents.push_back(*agent);
	}
	return agents;
}

// For all who would have to be spawned to make them so many: a start that is refused leaves nobody
// behind.
Status Runtime::require_places(const std::vector<AgentId> &chosen, std::size_t count) const {
	std::size_t there = chosen.size();
	for (const ConversationPersona &each : conversation_personas()) {
		const std::optional<AgentId> living = directory_.find_key(std::string(each.key));
		const bool is_chosen =
				living && std::find(chosen.begin(), chosen.end(), *living) != chosen.end();
		there += living && !is_chosen && may_talk(*living).ok() ? 1 : 0;
	}
	const std::size_t missing = count - std::min(count, there);
	const std::size_t free =
			options_.most_agents - std::min(options_.most_agents, directory_.size());
	return missing <= free
			? Status()
			: Status(StatusCode::exhausted,
					  "agent_count: it takes " + counted(missing, "agent") +
							  " more, and there is room for " + std::to_string(free) +
							  "; name agents that live, or terminate some");
}

// Those of the personas who live already and have nothing to do come first to a conversation of
// theirs; others are spawned, on a free seat where there is one.
Result<AgentId> Runtime::bring_in(const std::vector<AgentId> &others) {
	for (const ConversationPersona &each : conversation_personas()) {
		const std::optional<AgentId> living = directory_.find_key(std::string(each.key));
		if (living) {
			const bool is_there = std::find(others.begin(), others.end(), *living) != others.end();
			if (!is_there && may_talk(*living).ok()) {
				return *living;
			}
			continue;
		}
		return spawn_for_talk(each.name, each, std::string(each.key), others);
	}
	// All of them are busy: another one of the same kind.
	const std::size_t count = directory_.size();
	const ConversationPersona &kind =
			conversation_personas()[count % conversation_personas().size()];
	return spawn_for_talk(
			std::string(kind.name) + " " + std::to_string(count + 1), kind, "", others);
}

Result<AgentId> Runtime::spawn_for_talk(std::string_view name, const ConversationPersona &kind,
		const std::string &key, const std::vector<AgentId> &others) {
	json config{ { "name", name }, { "role", kind.role }, { "persona", kind.persona } };
	if (!key.empty()) {
		config["key"] = key;
	}
	if (const std::string seat = free_seat(); !seat.empty()) {
		config["seat"] = seat;
		config["routine"] = "wander";
	} else {
		const std::optional<AgentView> first =
				others.empty() ? std::nullopt : board_.find(others.front());
		const TilePosition at = first ? first->position : TilePosition();
		config["initial_position"] = { { "x", at.x + APART * static_cast<float>(others.size()) },
			{ "y", at.y } };
	}
	return spawn_agent(config);
}

// A seat of no table that is nobody's; empty: there is none.
std::string Runtime::free_seat() const {
	const GridMapPtr map = this->map();
	if (map == nullptr) {
		return {};
	}
	std::set<std::string> taken;
	directory_.for_each([&](AgentId, const ProfilePtr &profile) { taken.insert(profile->seat()); });
	for (const Seat &seat : map->seats()) {
		if (seat.table.empty() && !taken.contains(seat.name)) {
			return seat.name;
		}
	}
	return {};
}

// What is right by its form.
Status Runtime::check_talk(const json &options) const {
	const std::string keyword = options.value("end_keyword", std::string(DEFAULT_END_KEYWORD));
	if (keyword.find_first_not_of(' ') == std::string::npos) {
		return FieldProblem{ "end_keyword", "is blank", "give a word that nobody says by chance" }
				.to_status();
	}
	if (cut_end_keyword(options.value("topic", ""), keyword).has_keyword) {
		return FieldProblem{ "topic", "holds the end keyword " + shown_name(keyword),
			"leave that out, or choose another end_keyword" }
				.to_status();
	}
	const GridMapPtr map = this->map();
	const bool has_table = map != nullptr &&
			std::any_of(map->seats().begin(), map->seats().end(),
					[](const Seat &seat) { return !seat.table.empty(); });
	if (!has_table &&
			parse_pattern(options.value("interaction_pattern", "")) ==
					InteractionPattern::meet_at_table) {
		return FieldProblem{ "interaction_pattern",
			map != nullptr ? "is meet-at-table, and no seat of the map belongs to a table"
						   : "is meet-at-table, and there is no map with a table",
			"give some seats a table, or choose walk-to-agent or stay-at-desk" }
				.to_status();
	}
	return Status();
}

Result<json> Runtime::start_auto_mode(const json &options) {
	json message = options.is_object() ? options : json::object();
	message["type"] = "startAutoMode";
	Status status = validate(message, From::outside);
	if (status.ok()) {
		status = check_talk(message);
	}
	if (!status.ok()) {
		return status;
	}
	const Lock lock(talk_mutex_);
	Result<std::vector<AgentId>> chosen = chosen_for_talk(options);
	if (!chosen.ok()) {
		return chosen.status();
	}
	std::vector<AgentId> &agents = chosen.value();
	const std::size_t count = options.contains("agent_count")
			? whole_in(options, "agent_count")
			: std::max(FEWEST_PARTICIPANTS, agents.size());
	if (count < agents.size()) {
		return FieldProblem{ "agent_count", "is less than the number of agents named",
			"leave it out, or name fewer" }
				.to_status();
	}
	if (const Status room = require_places(agents, count); !room.ok()) {
		return room;
	}
	while (agents.size() < count) {
		const Result<AgentId> agent = bring_in(agents);
		if (!agent.ok()) {
			return agent.status();
		}
		agents.push_back(agent.value());
	}
	return begin_talk(options, agents);
}

Result<json> Runtime::begin_talk(const json &options, const std::vector<AgentId> &agents) {
	TalkSettings talk;
	for (const AgentId agent : agents) {
		const ProfilePtr profile = directory_.find(agent);
		if (profile != nullptr) {
			talk.participants.push_back({ agent, profile->self.name, profile->self.role });
		}
	}
	lend_roles(talk.participants);
	talk.topic = options.value("topic", "");
	if (talk.topic.empty()) {
		const std::vector<std::string> recent = talks_.recent_topics();
		Rng rng(topic_seed_ ^ (run_ << RUN_SHIFT) ^ ++topics_drawn_);
		talk.topic = draw_topic(rng, recent);
	}
	talk.pattern =
			parse_pattern(options.value("interaction_pattern", "")).value_or(DEFAULT_PATTERN);
	talk.max_turns = whole_in(options, "max_turns");
	talk.duration = milliseconds_in(options, "duration_ms", talk_duration_);
	talk.pause = milliseconds_in(options, "pause_ms", DEFAULT_TALK_PAUSE);
	talk.end_keyword = options.value("end_keyword", std::string(DEFAULT_END_KEYWORD));
	ConversationId id;
	{
		const SharedLock lock(world_mutex_);
		if (stopping_.load(std::memory_order_acquire)) {
			return has_stopped();
		}
		const Result<TalkSettingsPtr> opened = talks_.open(std::move(talk), clock_.wall_now());
		if (!opened.ok()) {
			return opened.status();
		}
		id = opened.value()->id;
		simulation_->post(StartTalkInput{ opened.value() });
		driver_->wake();
	}
	return auto_mode_state(id);
}

} // namespace agent_runtime
