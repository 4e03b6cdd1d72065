#include "core/runtime/talk_requests.h"

#include "core/base/counted.h"
#include "core/requests/request_table.h"
#include "core/runtime/transcript.h"
#include "core/store/read.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace agent_runtime {

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

MessagePtr line_of(const StoredTalkLine &stored, ConversationId talk) {
	std::shared_ptr<Message> line = std::make_shared<Message>();
	line->from = stored.agent;
	line->from_name = stored.name;
	line->content = stored.text;
	line->talk = talk_number(talk);
	return line;
}

} // namespace

Result<TalkStateFields> TalkRequests::answer(const StartTalkRequest &request) {
	const Lock lock(parts_.talk_order.mutex);
	const Result<ConversationId> talk = start_.begin(request, parts_.talk_order);
	if (!talk.ok()) {
		return talk.status();
	}
	return *parts_.talks.state(talk.value(), parts_.sim_clock.now());
}

Status TalkRequests::answer(const StopTalkRequest &request, RequestId number) {
	return stop(request.talk, number);
}

Status TalkRequests::stop(ConversationId talk, RequestId request) {
	// So that one which is about to go on is stopped either before its start is posted or after.
	const Lock lock(parts_.talk_order.mutex);
	if (talk.is_none()) {
		const bool is_answered_later = parts_.talks.stop_all_reopened(request);
		parts_.world.post(
				StopTalkInput{ .talk = {}, .request = is_answered_later ? RequestId() : request });
		return Status();
	}
	if (!parts_.talks.find(talk)) {
		return no_such_talk(talk);
	}
	const bool is_reopening = parts_.talks.is_reopening(talk);
	if (is_reopening ? !parts_.talks.stop_reopened(talk, request) : !parts_.talks.is_active(talk)) {
		return Status(StatusCode::failed_precondition,
				"conversation_id: " + talk.to_string() + " is over already");
	}
	if (!is_reopening) {
		parts_.world.post(StopTalkInput{ .talk = talk, .request = request });
	}
	return Status();
}

Status TalkRequests::answer(const ContinueTalkRequest &request, RequestId number) {
	return go_on(request.talk, number);
}

// All that is refused is refused at once; what the database has of it is read meanwhile.
Status TalkRequests::go_on(ConversationId talk, RequestId request) {
	if (!parts_.stores) {
		return Status(StatusCode::failed_precondition,
				"a conversation goes on from the database, and this runtime has none");
	}
	const Lock lock(parts_.talk_order.mutex);
	const std::optional<StoredTalk> stored = parts_.talks.find(talk);
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
		if (parts_.directory.find(each.agent) == nullptr) {
			continue; // the others go on without it
		}
		living++;
		if (Status status = stored->is_active ? Status() : start_.may_talk(each.agent);
				!status.ok()) {
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
	const Result<TalkSettingsPtr> opened = parts_.talks.reopen(std::move(settings));
	return opened.ok() ? read_and_go_on(opened.value(), stored->turns, request) : opened.status();
}

// On the reader's thread. Nothing that was said may be missing: what is said next would take its
// place.
Result<StartTalkInput> TalkRequests::read_on(
		Database &database, const TalkSettingsPtr &talk, std::uint32_t turns) {
	StartTalkInput start;
	start.talk = talk;
	for (int looks = 0; looks < MOST_LOOKS; looks++) {
		const Status flushed = writer_.flush();
		const Result<std::vector<StoredTalkLine>> lines =
				read_talk_lines(database, talk->id, LINES_IN_MIND);
		Result<std::vector<std::uint32_t>> said = count_talk_turns(database, *talk);
		if (!lines.ok() || !said.ok()) {
			return lines.ok() ? said.status() : lines.status();
		}
		start.turns = lines.value().empty() ? 0 : lines.value().back().turn;
		if (start.turns >= turns) {
			for (const StoredTalkLine &line : lines.value()) {
				start.lines.push_back(line_of(line, talk->id));
			}
			start.said = std::move(said).value();
			return start;
		}
		if (!flushed.ok()) {
			break;
		}
		std::this_thread::sleep_for(BETWEEN_LOOKS);
	}
	return not_stored_yet(talk->id, turns, start.turns);
}

Status TalkRequests::read_and_go_on(
		const TalkSettingsPtr &talk, std::uint32_t turns, RequestId request) {
	Status asked = read<StartTalkInput>(
			reader_,
			[this, talk, turns](Database &database) { return read_on(database, talk, turns); },
			[this, talk, request](
					const Result<StartTalkInput> &start) { end_reading(talk, start, request); });
	if (!asked.ok()) {
		parts_.talks.give_up(talk);
	}
	return asked;
}

void TalkRequests::end_reading(
		const TalkSettingsPtr &talk, const Result<StartTalkInput> &start, RequestId request) {
	std::optional<TalkBook::Reopened> meanwhile;
	{
		const Lock lock(parts_.talk_order.mutex);
		meanwhile = start.ok() ? parts_.talks.go_on(talk) : parts_.talks.give_up(talk);
		if (meanwhile && start.ok()) {
			parts_.world.post(start.value());
		}
		if (meanwhile && start.ok() && meanwhile->is_stopped) {
			parts_.world.post(StopTalkInput{ .talk = talk->id, .request = meanwhile->stop });
		}
	}
	if (!meanwhile) {
		return; // another world was loaded meanwhile, and the request is closed
	}
	if (!start.ok()) {
		parts_.log.error(talk->id.to_string() + " cannot go on: " + start.status().message());
		parts_.requests.complete(meanwhile->stop, Status());
	}
	complete(parts_.requests, request, start.ok() ? Result(OneTalk{ talk->id }) : start.status());
}

Result<ListTalksReply> TalkRequests::answer(const ListTalksRequest &request) const {
	const SimTime now = parts_.sim_clock.now();
	if (request.talk.is_none()) {
		return ListTalksReply{ parts_.talks.states(now) };
	}
	std::optional<TalkStateFields> state = parts_.talks.state(request.talk, now);
	return state ? Result(ListTalksReply{ { *std::move(state) } }) : no_such_talk(request.talk);
}

Status TalkRequests::answer(const TranscriptRequest &request, RequestId number) {
	const std::optional<StoredTalk> stored = parts_.talks.find(request.talk);
	if (!stored) {
		return no_such_talk(request.talk);
	}
	if (!parts_.stores) {
		return Status(StatusCode::failed_precondition,
				"a transcript is read from the database, and this runtime has none");
	}
	return read<TranscriptReply>(
			reader_,
			[talk = *stored](Database &database) { return read_transcript(database, talk); },
			[this, number](const Result<TranscriptReply> &transcript) {
				complete(parts_.requests, number, transcript);
			});
}

} // namespace agent_runtime
