#include "core/auto_mode/personas.h"
#include "core/auto_mode/topics.h"
#include "core/runtime/runtime.h"
#include "core/runtime/transcript.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <set>
#include <utility>

// Conversations that are led (auto mode): who takes part, from when on, and what is told of them.

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr const char *DURATION_VARIABLE = "PIXEL_AGENTS_AUTO_MODE_DURATION_MS";
constexpr std::size_t LINES_TO_GO_ON = 16; // of a conversation that goes on
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

Status no_such_talk(ConversationId talk) {
	return Status(StatusCode::not_found,
			"conversation_id: there is no " + talk.to_string() +
					"; auto_mode_request lists those there are");
}

ConversationId conversation_in(const json &message) {
	return ConversationId::parse(message.value("conversation_id", "")).value_or(ConversationId());
}

MessagePtr line_of(const StoredTalkLine &stored, ConversationId talk) {
	std::shared_ptr<Message> line = std::make_shared<Message>();
	line->from = stored.agent;
	line->from_name = stored.name;
	line->content = stored.text;
	line->talk = talk_number(talk);
	return line;
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
				"\"" + shown_name(std::string(text)) +
						"\" is no duration; give whole milliseconds between 1 and " +
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
			return FieldProblem{ "agents", "\"" + shown_name(text) + "\" is not the id of an agent",
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
							? "agents: there is no " + text + "; get_agents lists those there are"
							: status.message());
		}
		agents.push_back(*agent);
	}
	return agents;
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
	directory_.for_each([&](AgentId, const ProfilePtr &profile) { taken.insert(profile->seat); });
	for (const Seat &seat : map->seats()) {
		if (seat.table.empty() && !taken.contains(seat.name)) {
			return seat.name;
		}
	}
	return {};
}

Result<json> Runtime::start_auto_mode(const json &options) {
	json message = options.is_object() ? options : json::object();
	message["type"] = "startAutoMode";
	Status status = validate(message, From::outside);
	if (status.ok() &&
			options.value("end_keyword", "x").find_first_not_of(' ') == std::string::npos) {
		status = FieldProblem{ "end_keyword", "is blank", "give a word that nobody says by chance" }
						 .to_status();
	}
	if (!status.ok()) {
		return status;
	}
	const std::lock_guard lock(talk_mutex_);
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
	talk.topic = options.value("topic", "");
	if (talk.topic.empty()) {
		const std::vector<std::string> recent = talks_.recent_topics();
		Rng rng(options_.config.seed ^ (run_ << RUN_SHIFT) ^ ++topics_drawn_);
		talk.topic = draw_topic(rng, recent);
	}
	talk.pattern =
			parse_pattern(options.value("interaction_pattern", "")).value_or(DEFAULT_PATTERN);
	talk.max_turns = whole_in(options, "max_turns");
	talk.duration = milliseconds_in(options, "duration_ms", talk_duration_);
	talk.pause = milliseconds_in(options, "pause_ms", DEFAULT_TALK_PAUSE);
	talk.end_keyword = options.value("end_keyword", std::string(DEFAULT_END_KEYWORD));
	const Result<TalkSettingsPtr> opened = talks_.open(std::move(talk), clock_.wall_now());
	if (!opened.ok()) {
		return opened.status();
	}
	const ConversationId id = opened.value()->id;
	post(StartTalkInput{ opened.value() });
	return auto_mode_state(id);
}

Status Runtime::stop_auto_mode(ConversationId talk, RequestId request) {
	Status status;
	if (!talk.is_none() && !talks_.find(talk)) {
		status = no_such_talk(talk);
	} else if (!talk.is_none() && !talks_.is_active(talk)) {
		status = Status(StatusCode::failed_precondition,
				"conversation_id: " + talk.to_string() + " is over already");
	} else {
		post(StopTalkInput{ .talk = talk, .request = request });
		return status;
	}
	requests_.complete(request, status);
	return status;
}

// All that is refused is refused at once; what the database has of it is read meanwhile.
Status Runtime::continue_auto_mode(ConversationId talk, RequestId request) {
	const Status status = begin_again(talk, request);
	if (!status.ok()) {
		requests_.complete(request, status);
	}
	return status;
}

Status Runtime::begin_again(ConversationId talk, RequestId request) {
	if (!stores_) {
		return Status(StatusCode::failed_precondition,
				"a conversation goes on from the database, and this runtime has none");
	}
	const std::lock_guard lock(talk_mutex_);
	const std::optional<StoredTalk> stored = talks_.find(talk);
	if (!stored) {
		return no_such_talk(talk);
	}
	TalkSettings settings = *stored->settings;
	std::size_t living = 0;
	for (const Participant &each : settings.participants) {
		if (directory_.find(each.agent) == nullptr) {
			continue; // the others go on without it
		}
		living++;
		if (Status status = stored->is_active ? Status() : may_talk(each.agent); !status.ok()) {
			return status;
		}
	}
	if (living < FEWEST_PARTICIPANTS) {
		return Status(StatusCode::failed_precondition,
				"conversation_id: of those who took part in " + talk.to_string() +
						" fewer than two are still there; start another one");
	}
	if (settings.max_turns != 0 && stored->turns >= settings.max_turns) {
		settings.max_turns += stored->turns; // as many again
	}
	const Result<TalkSettingsPtr> opened = talks_.reopen(std::move(settings));
	if (opened.ok()) {
		go_on(opened.value(), request);
	}
	return opened.status();
}

void Runtime::go_on(const TalkSettingsPtr &talk, RequestId request) {
	const std::shared_ptr<StartTalkInput> start = std::make_shared<StartTalkInput>();
	start->talk = talk;
	ReadQuery query;
	query.run = [start](Database &database) {
		const Result<std::vector<StoredTalkLine>> lines =
				read_talk_lines(database, start->talk->id, LINES_TO_GO_ON);
		Result<std::vector<std::uint32_t>> said = count_talk_turns(database, *start->talk);
		if (!lines.ok() || !said.ok()) {
			return lines.ok() ? said.status() : lines.status();
		}
		for (const StoredTalkLine &line : lines.value()) {
			start->turns = line.turn;
			start->lines.push_back(line_of(line, start->talk->id));
		}
		start->said = std::move(said).value();
		return Status();
	};
	query.done = [this, start, request](const Status &status) {
		const ConversationId id = start->talk->id;
		{
			const std::lock_guard lock(talk_mutex_);
			if (!talks_.is_active(id)) {
				return; // another world was loaded meanwhile, and the request is closed
			}
			if (status.ok()) {
				post(std::move(*start));
			} else {
				talks_.give_up(id);
				log_.error(id.to_string() + " cannot go on: " + status.message());
			}
		}
		requests_.complete(request, status,
				status.ok() ? json{ { "conversation_id", id.to_string() } } : json());
	};
	const Result<Reader::Ticket> ticket = reader_.ask(std::move(query));
	if (!ticket.ok()) {
		talks_.give_up(talk->id);
		requests_.complete(request, ticket.status());
	}
}

json Runtime::auto_mode_state(ConversationId talk) const {
	return talks_.state(talk, sim_clock_.now());
}

json Runtime::auto_mode_conversations() const {
	return talks_.states(sim_clock_.now());
}

bool Runtime::is_auto_mode_active(ConversationId talk) const {
	return talks_.is_active(talk);
}

void Runtime::read_transcript_for(ConversationId talk, RequestId request) {
	const std::optional<StoredTalk> stored = talks_.find(talk);
	if (!stored || !stores_) {
		requests_.complete(request,
				!stored ? no_such_talk(talk)
						: Status(StatusCode::failed_precondition,
								  "a transcript is read from the database, and this runtime has "
								  "none"));
		return;
	}
	const std::shared_ptr<Result<json>> transcript = std::make_shared<Result<json>>(json());
	ReadQuery query;
	query.run = [transcript, stored](Database &database) {
		*transcript = read_transcript(database, *stored);
		return transcript->status();
	};
	query.done = [this, request, transcript](const Status &status) {
		requests_.complete(request, status, status.ok() ? transcript->value() : json());
	};
	const Result<Reader::Ticket> ticket = reader_.ask(std::move(query));
	if (!ticket.ok()) {
		requests_.complete(request, ticket.status());
	}
}

bool Runtime::answer_about_talks(
		const std::string &type, const json &message, const RequestBook::Reply &reply) {
	const std::string name = message.value("request_id", "");
	const ConversationId talk = conversation_in(message);
	if (type == "startAutoMode") {
		json options = message;
		options.erase("request_id");
		const Result<json> started = start_auto_mode(options);
		reply(RequestBook::completed(
				name, started.status(), started.ok() ? started.value() : json()));
	} else if (type == "stopAutoMode") {
		stop_auto_mode(talk, requests_.open(name, reply));
	} else if (type == "continueAutoMode") {
		continue_auto_mode(talk, requests_.open(name, reply));
	} else if (type == "auto_mode_transcript_request") {
		read_transcript_for(talk, requests_.open(name, reply));
	} else if (type == "auto_mode_request") {
		json found = auto_mode_conversations();
		if (!talk.is_none()) {
			found = json::array();
			if (talks_.find(talk)) {
				found.push_back(auto_mode_state(talk));
			}
		}
		reply(RequestBook::completed(name,
				talk.is_none() || !found.empty() ? Status() : no_such_talk(talk),
				{ { "conversations", std::move(found) } }));
	} else {
		return false;
	}
	return true;
}

} // namespace agent_runtime
