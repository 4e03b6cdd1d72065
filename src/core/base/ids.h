#pragma once

// Strong ids: a function that expects the id of a task does not accept an agent's. Each id has
// exactly one readable text, the one that the specs use: "agent_001" is an id, "agent_1" and
// "agent_0001" are not. So two texts are equal exactly when the ids are.
//
//	const AgentId ada(1);
//	ada.to_string();                     // "agent_001"
//	AgentId::parse("agent_001") == ada;
//	const ParticipantId speaker = ada;   // an agent is a participant; so is a player
//
// Thread rule for all: immutable.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// The text of a numbered id: the prefix, and at least `digits` digits.
std::string numbered_id_text(std::string_view prefix, std::uint64_t number, int digits);

// The number of such a text, if the text has exactly this form and its number is at most `highest`.
std::optional<std::uint64_t> parse_numbered_id(
		std::string_view text, std::string_view prefix, int digits, std::uint64_t highest);

// A number that starts at 1; 0 stands for "none". `Kind` provides PREFIX and HIGHEST.
template <typename Kind>
class NumberedId {
public:
	using Number = typename Kind::Number;
	static constexpr int DIGITS = 3;

	constexpr NumberedId() = default;
	constexpr explicit NumberedId(Number number) :
			number_(number) {}

	constexpr Number number() const { return number_; }
	constexpr bool is_none() const { return number_ == 0; }

	// "agent_001"; empty for none.
	std::string to_string() const {
		return is_none() ? std::string() : numbered_id_text(Kind::PREFIX, number_, DIGITS);
	}

	// Nothing for a text that is not such an id, and for the number 0.
	static std::optional<NumberedId> parse(std::string_view text) {
		const std::optional<std::uint64_t> number =
				parse_numbered_id(text, Kind::PREFIX, DIGITS, Kind::HIGHEST);
		if (!number || *number == 0) {
			return std::nullopt;
		}
		return NumberedId(static_cast<Number>(*number));
	}

	constexpr auto operator<=>(const NumberedId &other) const = default;

private:
	Number number_ = 0;
};

struct AgentIdKind {
	using Number = std::uint32_t;
	static constexpr std::string_view PREFIX = "agent_";
	static constexpr Number HIGHEST = 0x7FFF'FFFF; // one bit distinguishes players from agents
};

struct TaskIdKind {
	using Number = std::uint64_t;
	static constexpr std::string_view PREFIX = "task_";
	static constexpr Number HIGHEST = std::numeric_limits<std::int64_t>::max();
};

struct JobIdKind {
	using Number = std::uint64_t;
	static constexpr std::string_view PREFIX = "job_";
	static constexpr Number HIGHEST = std::numeric_limits<std::int64_t>::max();
};

struct QuestionIdKind {
	using Number = std::uint64_t;
	static constexpr std::string_view PREFIX = "question_";
	static constexpr Number HIGHEST = std::numeric_limits<std::int64_t>::max();
};

struct CallIdKind {
	using Number = std::uint64_t;
	static constexpr std::string_view PREFIX = "call_";
	static constexpr Number HIGHEST = std::numeric_limits<std::int64_t>::max();
};

struct RequestIdKind {
	using Number = std::uint64_t;
	static constexpr std::string_view PREFIX = "request_";
	static constexpr Number HIGHEST = std::numeric_limits<std::int64_t>::max();
};

struct ConversationIdKind {
	using Number = std::uint64_t;
	static constexpr std::string_view PREFIX = "conversation_";
	static constexpr Number HIGHEST = std::numeric_limits<std::int64_t>::max();
};

using AgentId = NumberedId<AgentIdKind>; // "agent_001"
using TaskId = NumberedId<TaskIdKind>; // "task_001"
using JobId = NumberedId<JobIdKind>; // "job_001": a program that works under a host
using QuestionId = NumberedId<QuestionIdKind>; // "question_001": what a person is asked
using CallId = NumberedId<CallIdKind>; // "call_001": a call to the game, which is answered once
using RequestId = NumberedId<RequestIdKind>; // "request_001": a request that is answered later
// "conversation_001": a conversation that auto_mode leads
using ConversationId = NumberedId<ConversationIdKind>;

// Who speaks or is spoken to: nobody, an agent, or a player, in 32 bits. Agents sort before
// players, and each kind by number.
class ParticipantId {
public:
	constexpr ParticipantId() = default;
	// Not explicit, so that an agent can be passed wherever a participant is expected.
	constexpr ParticipantId(AgentId agent) :
			bits_(agent.number()) {}

	static constexpr ParticipantId agent(std::uint32_t number) { return AgentId(number); }
	static constexpr ParticipantId player(std::uint32_t number) {
		ParticipantId id;
		id.bits_ = PLAYER | number;
		return id;
	}

	constexpr bool is_none() const { return bits_ == 0; }
	constexpr bool is_agent() const { return !is_none() && !is_player(); }
	constexpr bool is_player() const { return (bits_ & PLAYER) != 0; }
	constexpr std::uint32_t number() const { return bits_ & ~PLAYER; }

	// None for a player.
	constexpr AgentId agent_id() const { return is_agent() ? AgentId(bits_) : AgentId(); }

	// "agent_001" or "player_0"; empty for nobody.
	std::string to_string() const;
	static std::optional<ParticipantId> parse(std::string_view text);

	constexpr auto operator<=>(const ParticipantId &other) const = default;

private:
	static constexpr std::uint32_t PLAYER = 0x8000'0000;

	std::uint32_t bits_ = 0;
};

// A row of the event log, and the cursor of everybody who reads it. 0: not stored.
class EventId {
public:
	constexpr EventId() = default;
	constexpr explicit EventId(std::int64_t number) :
			number_(number) {}

	constexpr std::int64_t number() const { return number_; }
	constexpr bool is_stored() const { return number_ != 0; }

	// Only digits, as in an SSE stream's `id:`. parse() accepts 0 as well: the cursor before the
	// first.
	std::string to_string() const;
	static std::optional<EventId> parse(std::string_view text);

	constexpr auto operator<=>(const EventId &other) const = default;

private:
	std::int64_t number_ = 0;
};

// A step of the simulation, from 1; 0 is before the first.
class StepNumber {
public:
	constexpr StepNumber() = default;
	constexpr explicit StepNumber(std::uint64_t number) :
			number_(number) {}

	constexpr std::uint64_t number() const { return number_; }
	constexpr StepNumber next() const { return StepNumber(number_ + 1); }

	constexpr auto operator<=>(const StepNumber &other) const = default;

private:
	std::uint64_t number_ = 0;
};

} // namespace agent_runtime

template <typename Kind>
struct std::hash<agent_runtime::NumberedId<Kind>> {
	std::size_t operator()(agent_runtime::NumberedId<Kind> id) const noexcept {
		return std::hash<std::uint64_t>()(id.number());
	}
};

template <>
struct std::hash<agent_runtime::ParticipantId> {
	std::size_t operator()(agent_runtime::ParticipantId id) const noexcept {
		// Agents become even and players odd, so that small numbers of both do not collide.
		const std::uint64_t number = id.number();
		return std::hash<std::uint64_t>()(number * 2 + (id.is_player() ? 1 : 0));
	}
};

template <>
struct std::hash<agent_runtime::EventId> {
	std::size_t operator()(agent_runtime::EventId id) const noexcept {
		return std::hash<std::int64_t>()(id.number());
	}
};

template <>
struct std::hash<agent_runtime::StepNumber> {
	std::size_t operator()(agent_runtime::StepNumber step) const noexcept {
		return std::hash<std::uint64_t>()(step.number());
	}
};
