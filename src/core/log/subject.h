#pragma once

// What an event is about: any entity of the product, as one text such as agent_007, player_0,
// job_012, lock_a or session_4f2e. The text before the first underscore says what kind of entity it
// is.

#include "core/base/ids.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Participants, whom most events are about, take up no memory of their own; all others share their
// text. Thread rule: immutable.
class Subject {
public:
	enum class Kind : std::uint8_t {
		none, // the event is about nothing in particular
		agent,
		player,
		task, // an agent's task
		conversation,
		job,
		session,
		lock,
		question,
		run,
		other, // named by a program that knows more kinds than this one
	};

	static constexpr std::size_t MAX_LENGTH = 256; // in bytes

	Subject() = default;
	// Not explicit, so that an agent or a player can be passed wherever a subject is expected.
	Subject(ParticipantId participant);
	Subject(AgentId agent) :
			Subject(ParticipantId(agent)) {}

	// "job" and 12 make job_012.
	static Subject numbered(Kind kind, std::uint64_t number);
	// Nothing for a text of an unknown kind, and for one that is not a subject at all: empty, too
	// long, not UTF-8, or with control characters.
	static std::optional<Subject> parse(std::string_view text);
	// The same for the log, where unknown kinds stay as they are; none for a text that is not a
	// subject.
	static Subject from_log(std::string_view text);

	Kind kind() const { return kind_; }
	bool is_none() const { return kind_ == Kind::none; }
	bool is_agent() const { return kind_ == Kind::agent; }
	// An agent or a player; nobody for all others.
	ParticipantId participant() const { return participant_; }
	AgentId agent_id() const { return participant_.agent_id(); }

	// "agent_007"; empty for none.
	std::string to_string() const;

	bool operator==(const Subject &other) const;

private:
	Subject(Kind kind, std::string text);

	ParticipantId participant_;
	Kind kind_ = Kind::none;
	std::shared_ptr<const std::string> text_; // for anything but a participant
};

// "agent", "lock", …; empty for none and other.
std::string_view subject_kind_name(Subject::Kind kind);

} // namespace agent_runtime
