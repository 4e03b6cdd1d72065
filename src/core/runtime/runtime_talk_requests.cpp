#include "core/base/counted.h"
#include "core/runtime/runtime.h"
#include "core/runtime/transcript.h"

#include <thread>
#include <utility>

// Conversations that are led, once they have begun: how they are ended, continued, shown and read.

namespace agent_runtime {

using nlohmann::json;

namespace {

// What a step has said is known a little before it is on its way to the database. So often it is
// looked for, with such pauses.
constexpr int MOST_LOOKS = 20;
constexpr Micros BETWEEN_LOOKS = std::chrono::milliseconds(2);

Status not_stored_yet(ConversationId talk, std::uint32_t turns, std::uint32_t stored) {
	return Status(StatusCode::unavailable,
			"conversation_id: " + talk.to_string() + " has " + counted(turns, "turn") +
					", of which " + std::to_string(stored) +
					" can be read; try again when the rest is written, or start another one");
}

Status no_such_talk(ConversationId talk) {
	return Status(StatusCode::not_found,
			"conversation_id: there is no " + talk.to_string() +
					"; give the id of one that was started in this world");
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

Status Runtime::stop_auto_mode(ConversationId talk, RequestId request) {
	// So that one which is about to go on is stopped either before its start is posted or after.
	const Lock lock(talk_mutex_);
	if (talk.is_none()) {
		const bool is_answered_later = talks_.stop_all_reopened(request);
		post(StopTalkInput{ .talk = {}, .request = is_answered_later ? RequestId() : request });
		return Status();
	}
	if (!talks_.find(talk)) {
		return no_such_talk(talk);
	}
	const bool is_reopening = talks_.is_reopening(talk);
	if (is_reopening ? !talks_.stop_reopened(talk, request) : !talks_.is_active(talk)) {
		return Status(StatusCode::failed_precondition,
				"conversation_id: " + talk.to_string() + " is over already");
	}
	if (!is_reopening) {
		post(StopTalkInput{ .talk = talk, .request = request });
	}
	return Status();
}

// All that is refused is refused at once; what the database has of it is read meanwhile.
Status Runtime::continue_auto_mode(ConversationId talk, RequestId request) {
	return begin_again(talk, request);
}

Status Runtime::begin_again(ConversationId talk, RequestId request) {
	if (!stores_) {
		return Status(StatusCode::failed_precondition,
				"a conversation goes on from the database, and this runtime has none");
	}
	const Lock lock(talk_mutex_);
	const std::optional<StoredTalk> stored = talks_.find(talk);
	if (!stored) {
		return no_such_talk(talk);
	}
	if (writer_.stats().degraded) {
		return Status(StatusCode::unavailable,
				"conversation_id: " + talk.to_string() +
						" cannot be stored at present; try again when the database works");
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
	return opened.ok() ? go_on(opened.value(), stored->turns, request) : opened.status();
}

// On the reader's thread. Nothing that was said may be missing: what is said next would take its
// place.
Status Runtime::read_on(Database &database, StartTalkInput &start, std::uint32_t turns) {
	for (int looks = 0; looks < MOST_LOOKS; looks++) {
		const Status flushed = writer_.flush();
		const Result<std::vector<StoredTalkLine>> lines =
				read_talk_lines(database, start.talk->id, LINES_IN_MIND);
		Result<std::vector<std::uint32_t>> said = count_talk_turns(database, *start.talk);
		if (!lines.ok() || !said.ok()) {
			return lines.ok() ? said.status() : lines.status();
		}
		start.turns = lines.value().empty() ? 0 : lines.value().back().turn;
		if (start.turns >= turns) {
			for (const StoredTalkLine &line : lines.value()) {
				start.lines.push_back(line_of(line, start.talk->id));
			}
			start.said = std::move(said).value();
			return Status();
		}
		if (!flushed.ok()) {
			break;
		}
		std::this_thread::sleep_for(BETWEEN_LOOKS);
	}
	return not_stored_yet(start.talk->id, turns, start.turns);
}

Status Runtime::go_on(const TalkSettingsPtr &talk, std::uint32_t turns, RequestId request) {
	const std::shared_ptr<StartTalkInput> start = std::make_shared<StartTalkInput>();
	start->talk = talk;
	ReadQuery query;
	query.run = [this, start, turns](
						Database &database) { return read_on(database, *start, turns); };
	query.done = [this, start, request](const Status &status) {
		const ConversationId id = start->talk->id;
		std::optional<TalkBook::Reopened> meanwhile;
		{
			const Lock lock(talk_mutex_);
			meanwhile = status.ok() ? talks_.go_on(start->talk) : talks_.give_up(start->talk);
			if (meanwhile && status.ok()) {
				post(std::move(*start));
			}
			if (meanwhile && status.ok() && meanwhile->is_stopped) {
				post(StopTalkInput{ .talk = id, .request = meanwhile->stop });
			}
		}
		if (!meanwhile) {
			return; // another world was loaded meanwhile, and the request is closed
		}
		if (!status.ok()) {
			log_.error(id.to_string() + " cannot go on: " + status.message());
			requests_.complete(meanwhile->stop, Status());
		}
		requests_.complete(request, status,
				status.ok() ? json{ { "conversation_id", id.to_string() } } : json());
	};
	const Result<Reader::Ticket> ticket = reader_.ask(std::move(query));
	if (!ticket.ok()) {
		talks_.give_up(talk);
	}
	return ticket.status();
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
	const auto refuse_if = [this](const Status &status, RequestId request) {
		if (!status.ok()) {
			requests_.complete(request, status);
		}
	};
	if (type == "startAutoMode") {
		json options = message;
		options.erase("request_id");
		const Result<json> started = start_auto_mode(options);
		reply(RequestBook::completed(
				name, started.status(), started.ok() ? started.value() : json()));
	} else if (type == "stopAutoMode") {
		const RequestId request = requests_.open(name, reply);
		refuse_if(stop_auto_mode(talk, request), request);
	} else if (type == "continueAutoMode") {
		const RequestId request = requests_.open(name, reply);
		refuse_if(continue_auto_mode(talk, request), request);
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
		const Status status = talk.is_none() || !found.empty() ? Status() : no_such_talk(talk);
		reply(RequestBook::completed(name, status, { { "conversations", std::move(found) } }));
	} else {
		return false;
	}
	return true;
}

} // namespace agent_runtime
