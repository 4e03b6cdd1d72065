#pragma once

// What the offline mind says. A talk takes its course over some twenty turns of each side: a
// greeting, claims and questions, doubts, examples, concessions, another subject and back, a
// summing up and a goodbye. Which phrase stands where is settled by the talk (MindRequest::talk,
// its topic and who takes part), so that two minds which know nothing of one another share the
// phrases out between them and none comes twice. Where nobody counts turns, chance chooses, and a
// talk has no end of its own.
// Thread rule for all: any thread.

#include "core/base/rng.h"
#include "core/mind/mind.h"

#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// To whom an answer is owed; waiting, where there is nothing to say.
MindAction talk_answer(const MindRequest &request, Rng &rng);

// Begins the talk about request.topic.
MindAction talk_opening(
		const MindRequest &request, ParticipantId to, std::string_view name, Rng &rng);

// Says hello to somebody.
MindAction talk_greeting(
		const MindRequest &request, ParticipantId to, std::string_view name, Rng &rng);

// To nobody in particular.
MindAction talk_musing(const MindRequest &request, Rng &rng);

// What an invitation is answered with.
std::string talk_reason(const MindRequest &request, bool accept, Rng &rng);

// What one could talk about after the newest lines: a word of them, or the topic.
std::string talk_subject(const MindRequest &request);

// How likely the thinker joins others, from 0 to 1.
double talk_sociability(const MindRequest &request);

} // namespace agent_runtime
