#include "core/runtime/vocabulary.h"

#include "core/agents/moment_messages.h"
#include "core/gateway/stream_messages.h"
#include "core/jobs/job_requests.h"
#include "core/requests/reply_message.h"
#include "core/runtime/agent_requests.h"
#include "core/runtime/bus_requests.h"
#include "core/runtime/call_requests.h"
#include "core/runtime/memory_changes.h"
#include "core/runtime/memory_desk.h"
#include "core/runtime/memory_summaries.h"
#include "core/runtime/mind_requests.h"
#include "core/runtime/question_desk.h"
#include "core/runtime/runtime_events.h"
#include "core/runtime/slot_requests.h"
#include "core/runtime/talk_requests.h"
#include "core/runtime/task_requests.h"
#include "core/runtime/walk_requests.h"
#include "core/runtime/world_requests.h"
#include "core/services/log_requests.h"

namespace agent_runtime {

const Vocabulary &runtime_vocabulary() {
	static const std::vector<MessageType> events = known_event_messages();
	static const Vocabulary all{ AgentRequests::Types::ENTRIES, BusRequests::Types::ENTRIES,
		TaskRequests::Types::ENTRIES, WalkRequests::Types::ENTRIES, WorldRequests::Types::ENTRIES,
		SlotRequests::Types::ENTRIES, LogRequests::Types::ENTRIES, MemoryDesk::Types::ENTRIES,
		MemoryChanges::Types::ENTRIES, MemorySummaries::Types::ENTRIES,
		MindRequests::Types::ENTRIES, TalkRequests::Types::ENTRIES, CallRequests::Types::ENTRIES,
		QuestionDesk::Types::ENTRIES, JobRequests::Types::ENTRIES, events, vocabulary::CALLS,
		vocabulary::MOMENTS, vocabulary::STREAM_MESSAGES, vocabulary::REPLIES };
	return all;
}

} // namespace agent_runtime
