#include "godot/speech_preparer.h"

#include "godot/convert.h"

#include <algorithm>

using namespace godot;

namespace agent_runtime {

namespace {

// Making a shorter list is faster than passing a prepared one.
constexpr std::size_t WORTH_PREPARING = 16;
// Texts of agents with higher numbers are not stored.
constexpr std::uint32_t HIGHEST_KEPT = 100'000;

} // namespace

String SpeechPreparer::text_of(ParticipantId p_who) {
	const std::uint32_t number = p_who.number();
	if (!p_who.is_agent() || number > HIGHEST_KEPT) {
		return to_godot(p_who.to_string());
	}
	if (number >= texts.size()) {
		texts.resize(std::max<std::size_t>(number + 1, texts.size() * 2));
	}
	std::optional<String> &text = texts[number];
	if (!text) {
		text = to_godot(p_who.to_string());
	}
	return *text;
}

std::unique_ptr<PreparedEvent> SpeechPreparer::prepare(const PublishedEvent &p_event) {
	const AgentSpoke *speech = p_event.event.data.get_if<AgentSpoke>();
	if (speech == nullptr || speech->message->hearers.size() < WORTH_PREPARING ||
			!wanted.load(std::memory_order_relaxed)) {
		return nullptr;
	}
	const std::vector<ParticipantId> &hearers = speech->message->hearers;
	std::unique_ptr<PreparedSpeech> prepared = std::make_unique<PreparedSpeech>();
	prepared->recipients.resize(static_cast<int64_t>(hearers.size()));
	String *next = prepared->recipients.ptrw();
	const Lock lock(mutex);
	for (const ParticipantId hearer : hearers) {
		*next++ = text_of(hearer);
	}
	return prepared;
}

PackedStringArray recipients_of(const std::vector<ParticipantId> &p_hearers) {
	PackedStringArray recipients;
	recipients.resize(static_cast<int64_t>(p_hearers.size()));
	String *next = recipients.ptrw();
	for (const ParticipantId hearer : p_hearers) {
		*next++ = to_godot(hearer.to_string());
	}
	return recipients;
}

} // namespace agent_runtime
