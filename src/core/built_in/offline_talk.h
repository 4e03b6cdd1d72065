#pragma once

// What the offline mind says. A talk runs over some twenty turns of each side: a greeting, claims
// and questions, doubts, examples, concessions, another subject and back, a summary and a goodbye.
// The talk itself (MindRequest::talk, its topic and who takes part) determines which phrase stands
// where. So two minds that know nothing of each other divide the phrases between them, and no
// phrase comes twice. Where turns are not counted, chance chooses, and a talk has no end of its
// own.
// Thread rule for all: any thread.

#include "core/base/rng.h"
#include "core/mind/mind.h"

#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Answers whoever waits for it; a wait when there is nothing to say.
MindAction talk_answer(const MindRequest &request, Rng &rng);

// Opens the talk about request.topic.
MindAction talk_opening(
		const MindRequest &request, ParticipantId to, std::string_view name, Rng &rng);

// Says hello to somebody.
MindAction talk_greeting(
		const MindRequest &request, ParticipantId to, std::string_view name, Rng &rng);

// Says something to nobody in particular.
MindAction talk_musing(const MindRequest &request, Rng &rng);

// The words that go with the answer to an invitation.
std::string talk_reason(const MindRequest &request, bool accept, Rng &rng);

// What one could talk about after the newest lines: a word from them, or the topic.
std::string talk_subject(const MindRequest &request);

// How likely the thinker is to join others, from 0 to 1.
double talk_sociability(const MindRequest &request);

} // namespace agent_runtime
