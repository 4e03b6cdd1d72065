#pragma once

#include "core/auto_mode/talk_messages.h"
#include "core/runtime/talk_start.h"
#include "core/runtime/world_parts.h"
#include "core/store/reader.h"
#include "core/store/writer.h"

#include <cstdint>

namespace agent_runtime {

// Answers the requests about conversations that are led: how they are begun, ended, continued,
// shown and read. Owned by Runtime. Thread rule: any thread.
class TalkRequests {
public:
	using Types = RequestTypes<StartTalkRequest, StopTalkRequest, ContinueTalkRequest,
			ListTalksRequest, TranscriptRequest>;

	TalkRequests(const WorldParts &parts, AgentRequests &agents, Reader &reader, Writer &writer) :
			parts_(parts),
			start_(parts, agents),
			reader_(reader),
			writer_(writer) {}

	Result<TalkStateFields> answer(const StartTalkRequest &request);
	Status answer(const StopTalkRequest &request, RequestId number);
	Status answer(const ContinueTalkRequest &request, RequestId number);
	Result<ListTalksReply> answer(const ListTalksRequest &request) const;
	Status answer(const TranscriptRequest &request, RequestId number);

	// The request is completed when that is done, unless this refuses it.
	Status stop(ConversationId talk, RequestId request);
	Status go_on(ConversationId talk, RequestId request);

private:
	Status read_and_go_on(const TalkSettingsPtr &talk, std::uint32_t turns, RequestId request);
	Result<StartTalkInput> read_on(
			Database &database, const TalkSettingsPtr &talk, std::uint32_t turns);
	void end_reading(
			const TalkSettingsPtr &talk, const Result<StartTalkInput> &start, RequestId request);

	const WorldParts parts_;
	TalkStart start_;
	Reader &reader_;
	Writer &writer_;
};

} // namespace agent_runtime
