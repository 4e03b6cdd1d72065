#pragma once

// How the fields of an event are written down beside its struct: one row each, in the order of the
// signal's arguments. All else is derived from them (event_forms.h).
//
//	struct AgentBlocked {
//		using List = AgentEvents;
//		static constexpr std::string_view TYPE = "agent_blocked";
//		static constexpr EventNote NOTE = { "An agent cannot get to where it was going.",
//			"agent_blocked" };
//		TilePosition target;
//		std::string reason;
//		static constexpr auto fields() {
//			return std::tuple(subject_field(AGENT).shown(),
//					field(&AgentBlocked::target, TARGET).shown(),
//					field(&AgentBlocked::reason, REASON).shown());
//		}
//	};
//
// A value that is an empty optional is left out. Thread rule: immutable.

#include "core/base/vocabulary.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace agent_runtime {

// What is said of an event as a whole.
struct EventNote {
	std::string_view sentence;
	std::string_view signal = {}; // empty: it is shown by the signal for all others
};

template <typename Get, typename Set>
struct EventField {
	Field row;
	Get get;
	Set set;
	bool in_data = true;
	std::string_view argument = {}; // its name in the signal; empty: not in it

	// Goes with the signal, under its own name or another.
	constexpr EventField shown() const { return shown_as(row.name); }
	constexpr EventField shown_as(std::string_view name) const {
		EventField shown = *this;
		shown.argument = name;
		return shown;
	}
};

struct NotRead {};

// The subject as users know it: `agent_id`.
template <typename Set>
struct SubjectField {
	Field row;
	Set set; // for what holds its subject a second time
	std::string_view argument = {};

	constexpr SubjectField shown() const {
		SubjectField shown = *this;
		shown.argument = row.name;
		return shown;
	}
};

constexpr SubjectField<NotRead> subject_field(const Field &row) {
	return { row, {} };
}
template <typename Set>
constexpr SubjectField<Set> subject_field(const Field &row, Set set) {
	return { row, set };
}

template <typename T, typename Value>
constexpr auto field(Value T::*member, const Field &row) {
	const auto get = [member](const T &event) -> const Value & { return event.*member; };
	const auto set = [member](T &event, Value value) { event.*member = std::move(value); };
	return EventField<decltype(get), decltype(set)>{ row, get, set };
}
// Of a value that is made when it is asked for, and put where it belongs when it is read.
template <typename Get, typename Set>
constexpr EventField<Get, Set> field(const Field &row, Get get, Set set) {
	return { row, get, set };
}
// Of what follows from other fields.
template <typename Get>
constexpr EventField<Get, NotRead> derived_field(const Field &row, Get get) {
	return { row, get, {} };
}
// Only in the signal.
template <typename Get>
constexpr EventField<Get, NotRead> argument_only(std::string_view name, Get get) {
	return { Field{ .name = name }, get, {}, false, name };
}

// JSON that stands in a signal as a value; as what it says, where it is none.
struct JsonValue {
	std::string_view text;
	bool is_json = true;
};

// A shared value into which an event is read, part by part.
template <typename T>
T &edit(std::shared_ptr<const T> &shared) {
	std::shared_ptr<T> copy =
			shared != nullptr ? std::make_shared<T>(*shared) : std::make_shared<T>();
	T &value = *copy;
	shared = std::move(copy);
	return value;
}

// Left out when it is empty.
inline std::optional<std::string> unless_empty(const std::string &text) {
	return text.empty() ? std::nullopt : std::optional(text);
}
template <typename Id>
std::optional<Id> unless_none(Id id) {
	return id.is_none() ? std::nullopt : std::optional(id);
}

} // namespace agent_runtime
