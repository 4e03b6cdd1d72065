#include "core/log/subject.h"

#include "core/base/utf8.h"

#include <array>
#include <utility>

namespace agent_runtime {

namespace {

constexpr int FEWEST_DIGITS = 3;

struct KindName {
	Subject::Kind kind;
	std::string_view name;
};

constexpr std::array KIND_NAMES = {
	KindName{ Subject::Kind::agent, "agent" },
	KindName{ Subject::Kind::player, "player" },
	KindName{ Subject::Kind::task, "task" },
	KindName{ Subject::Kind::conversation, "conversation" },
	KindName{ Subject::Kind::job, "job" },
	KindName{ Subject::Kind::session, "session" },
	KindName{ Subject::Kind::lock, "lock" },
	KindName{ Subject::Kind::question, "question" },
	KindName{ Subject::Kind::run, "run" },
};

// Whether this is one line of text, since a stranger may have written it.
bool is_clean(std::string_view text) {
	return !text.empty() && text.size() <= Subject::MAX_LENGTH && !has_control_characters(text) &&
			is_valid_utf8(text);
}

Subject::Kind kind_of(std::string_view text) {
	const std::size_t end = text.find('_');
	if (end == std::string_view::npos || end + 1 == text.size()) {
		return Subject::Kind::other;
	}
	for (const KindName &each : KIND_NAMES) {
		if (each.name == text.substr(0, end)) {
			return each.kind;
		}
	}
	return Subject::Kind::other;
}

} // namespace

std::string_view subject_kind_name(Subject::Kind kind) {
	for (const KindName &each : KIND_NAMES) {
		if (each.kind == kind) {
			return each.name;
		}
	}
	return {};
}

Subject::Subject(ParticipantId participant) :
		participant_(participant),
		kind_(participant.is_none()				 ? Kind::none
						: participant.is_agent() ? Kind::agent
												 : Kind::player) {}

Subject::Subject(Kind kind, std::string text) :
		kind_(kind),
		text_(std::make_shared<const std::string>(std::move(text))) {}

Subject Subject::numbered(Kind kind, std::uint64_t number) {
	const std::string prefix = std::string(subject_kind_name(kind)) + "_";
	return from_log(numbered_id_text(prefix, number, kind == Kind::player ? 1 : FEWEST_DIGITS));
}

std::optional<Subject> Subject::parse(std::string_view text) {
	Subject subject = from_log(text);
	if (subject.is_none() || subject.kind_ == Kind::other) {
		return std::nullopt;
	}
	return subject;
}

Subject Subject::from_log(std::string_view text) {
	if (const std::optional<ParticipantId> participant = ParticipantId::parse(text)) {
		return *participant;
	}
	if (!is_clean(text)) {
		return {};
	}
	const Kind kind = kind_of(text);
	// "agent_1" is not an agent's id, nor that of anything else.
	const bool is_participant = kind == Kind::agent || kind == Kind::player;
	return Subject(is_participant ? Kind::other : kind, std::string(text));
}

std::string Subject::to_string() const {
	return text_ != nullptr ? *text_ : participant_.to_string();
}

bool Subject::operator==(const Subject &other) const {
	return kind_ == other.kind_ && participant_ == other.participant_ &&
			(text_ == other.text_ ||
					(text_ != nullptr && other.text_ != nullptr && *text_ == *other.text_));
}

} // namespace agent_runtime
