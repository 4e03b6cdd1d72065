#pragma once

#include "core/auto_mode/talk_messages.h"
#include "core/runtime/talk_start.h"
#include "core/runtime/world_parts.h"

#include <cstdint>

namespace agent_runtime {

// Answers the requests about led conversations: how they are begun, ended, continued, shown and
// read. Owned by Runtime. Thread rule: any thread.
class TalkRequests {
public:
	using Types = RequestTypes<StartTalkRequest, StopTalkRequest, ContinueTalkRequest,
			ListTalksRequest, TranscriptRequest>;

	TalkRequests(const WorldParts &parts, AgentRequests &agents) :
			parts_(parts),
			start_(parts, agents) {}

	Result<TalkStateFields> answer(const StartTalkRequest &request, TraceId trace = {});
	Status answer(const StopTalkRequest &request, RequestId number);
	Status answer(const ContinueTalkRequest &request, RequestId number);
	Result<ListTalksReply> answer(const ListTalksRequest &request) const;
	Status answer(const TranscriptRequest &request, RequestId number);

	// On the sim thread, when all that was said before a request was posted is on its way to the
	// database: the conversation that it wants to go on is read. False when it wants none to.
	bool read_lines(RequestId request);

private:
	Status may_go_on(const StoredTalk &talk) const;
	Result<StartTalkInput> start_from(Database &database, const StoredTalk &talk);
	void go_on(const TalkSettingsPtr &talk, const Result<StartTalkInput> &start, RequestId request);

	const WorldParts parts_;
	TalkStart start_;
};

} // namespace agent_runtime
