#include "core/runtime/talk_requests.h"

#include "core/base/counted.h"
#include "core/requests/request_table.h"
#include "core/runtime/transcript.h"
#include "core/store/read.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace agent_runtime {

namespace {

Status not_stored(ConversationId talk, std::uint32_t turns, std::uint32_t stored) {
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

Result<TalkStateFields> TalkRequests::answer(const StartTalkRequest &request, TraceId trace) {
	const Lock lock(parts_.talk_order.mutex);
	const Result<ConversationId> talk = start_.begin(request, parts_.talk_order, trace);
	if (!talk.ok()) {
		return talk.status();
	}
	return *parts_.talks.state(talk.value(), parts_.sim_clock.now());
}

Status TalkRequests::answer(const StopTalkRequest &request, RequestId number) {
	const ConversationId talk = request.talk;
	// Makes sure that one that is about to go on is stopped either before its start is posted or
	// after.
	const Lock lock(parts_.talk_order.mutex);
	if (talk.is_none()) {
		const bool is_answered_later = parts_.talks.stop_all_when_resumed(number);
		parts_.world.post(
				StopTalkInput{ .talk = {}, .request = is_answered_later ? RequestId() : number });
		return Status();
	}
	if (!parts_.talks.find(talk)) {
		return no_such_talk(talk);
	}
	const bool is_reopening = parts_.talks.is_reopening(talk);
	if (is_reopening ? !parts_.talks.stop_when_resumed(talk, number)
					 : !parts_.talks.is_active(talk)) {
		return Status(StatusCode::failed_precondition,
				"conversation_id: " + talk.to_string() + " is over already");
	}
	if (!is_reopening) {
		parts_.world.post(StopTalkInput{ .talk = talk, .request = number });
	}
	return Status();
}

Status TalkRequests::may_go_on(const StoredTalk &talk) const {
	const std::string name = "conversation_id: " + talk.settings->id.to_string();
	if (parts_.store.writer().stats().degraded) {
		return Status(StatusCode::unavailable,
				name + " cannot be stored at present; try again when the database works");
	}
	std::size_t living = 0;
	for (const Participant &each : talk.settings->participants) {
		if (parts_.directory.find(each.agent) == nullptr) {
			continue; // the others go on without it
		}
		living++;
		if (Status status = talk.is_active ? Status() : start_.may_talk(each.agent); !status.ok()) {
			return status;
		}
	}
	return living >= FEWEST_PARTICIPANTS
			? Status()
			: Status(StatusCode::failed_precondition,
					  "conversation_id: of those who took part in " +
							  talk.settings->id.to_string() +
							  " fewer than two are still there; start another one");
}

// A refusal comes at once. What was said is known a little before it is on its way to the database,
// so it is read when the step engine says that it is there (read_lines).
Status TalkRequests::answer(const ContinueTalkRequest &request, RequestId number) {
	if (!parts_.store.has_file()) {
		return Status(StatusCode::failed_precondition,
				"a conversation goes on from the database, and this runtime has none");
	}
	const Lock lock(parts_.talk_order.mutex);
	const std::optional<StoredTalk> stored = parts_.talks.find(request.talk);
	if (!stored) {
		return no_such_talk(request.talk);
	}
	Status status = may_go_on(*stored);
	TalkSettings settings = *stored->settings;
	if (settings.max_turns != 0 && stored->turns >= settings.max_turns) {
		settings.max_turns += stored->turns; // as many again
	}
	if (status.ok()) {
		status = parts_.talks.reopen(std::move(settings), number);
	}
	if (status.ok()) {
		parts_.world.post_end_of(number);
	}
	return status;
}

bool TalkRequests::read_lines(RequestId request) {
	const std::optional<StoredTalk> talk = parts_.talks.reopened_by(request);
	if (!talk) {
		return false;
	}
	const TalkSettingsPtr settings = talk->settings;
	const Status asked = read<StartTalkInput>(
			parts_.store.reader(),
			[this, talk = *talk](Database &database) { return start_from(database, talk); },
			[this, settings, request](
					const Result<StartTalkInput> &start) { go_on(settings, start, request); });
	if (!asked.ok()) {
		go_on(settings, asked, request);
	}
	return true;
}

// Runs on the reader's thread. No line may be missing, because what is said next would take its
// place.
Result<StartTalkInput> TalkRequests::start_from(Database &database, const StoredTalk &talk) {
	if (Status flushed = parts_.store.writer().flush(); !flushed.ok()) {
		return flushed;
	}
	const ConversationId id = talk.settings->id;
	const Result<std::vector<StoredTalkLine>> lines = read_talk_lines(database, id, LINES_IN_MIND);
	Result<std::vector<std::uint32_t>> said = count_talk_turns(database, *talk.settings);
	if (!lines.ok() || !said.ok()) {
		return lines.ok() ? said.status() : lines.status();
	}
	StartTalkInput start{ .talk = talk.settings };
	start.turns = lines.value().empty() ? 0 : lines.value().back().turn;
	if (start.turns < talk.turns) {
		return not_stored(id, talk.turns, start.turns);
	}
	for (const StoredTalkLine &line : lines.value()) {
		start.lines.push_back(line_of(line, id));
	}
	start.said = std::move(said).value();
	return start;
}

void TalkRequests::go_on(
		const TalkSettingsPtr &talk, const Result<StartTalkInput> &start, RequestId request) {
	std::optional<TalkBook::Reopening> meanwhile;
	{
		const Lock lock(parts_.talk_order.mutex);
		meanwhile = start.ok() ? parts_.talks.resume(talk) : parts_.talks.undo_reopen(talk);
		if (meanwhile && start.ok()) {
			StartTalkInput input = start.value();
			input.trace = parts_.requests.trace_of(request).value_or(TraceId());
			input.is_stopped = meanwhile->is_stopped;
			input.stop = meanwhile->stop;
			parts_.world.post(std::move(input));
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
	if (!parts_.store.has_file()) {
		return Status(StatusCode::failed_precondition,
				"a transcript is read from the database, and this runtime has none");
	}
	return read<TranscriptReply>(
			parts_.store.reader(),
			[talk = *stored](Database &database) { return read_transcript(database, talk); },
			[this, number](const Result<TranscriptReply> &transcript) {
				complete(parts_.requests, number, transcript);
			});
}

} // namespace agent_runtime
