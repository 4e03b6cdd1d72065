#pragma once

// How values of one type serve as fields: which kind of field they are, how they are checked
// against a field's rules, and how they are read from JSON, written as JSON and shown in a signal.
// A room with a type of its own specialises FieldCodec beside it; an enumeration has Choices
// instead.
//
// Reading never fails because of the form: a value of another type gives the default, since outside
// input was checked before, and we wrote the rest. The problem that it may return is one that the
// form does not show, such as an id that is not valid.
//
// Thread rule for all: immutable.

#include "core/base/choices.h"
#include "core/base/field_check.h"
#include "core/base/field_rows.h"
#include "core/base/ids.h"
#include "core/base/json_fields.h"
#include "core/base/signal_arguments.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

using MaybeProblem = std::optional<FieldProblem>;

// Has KIND, and `fits` for other kinds that a field may declare; check, read and write; ARGUMENT
// and show, if a signal may have one; FIELDS, if it consists of objects with fields.
template <typename T>
struct FieldCodec;

template <>
struct FieldCodec<std::string> {
	static constexpr FieldKind KIND = FieldKind::text;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::text;
	static constexpr bool fits(FieldKind kind) { return kind == FieldKind::identifier; }
	// None is given, where none is needed.
	static MaybeProblem check(const FieldPath &path, const Field &field, const std::string &value) {
		return value.empty() && !field.required ? MaybeProblem() : check_text(path, field, value);
	}
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, std::string &value) {
		value = from.is_string() ? from.get_ref<const std::string &>() : std::string();
		return std::nullopt;
	}
	static nlohmann::json write(const std::string &value) { return value; }
	static void show(const std::string &value, ArgumentVisitor &visitor) { visitor.text(value); }
};

template <>
struct FieldCodec<bool> {
	static constexpr FieldKind KIND = FieldKind::boolean;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::flag;
	static constexpr bool fits(FieldKind) { return false; }
	static MaybeProblem check(const FieldPath &, const Field &, bool) { return std::nullopt; }
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, bool &value) {
		value = from.is_boolean() && from.get<bool>();
		return std::nullopt;
	}
	static nlohmann::json write(bool value) { return value; }
	static void show(bool value, ArgumentVisitor &visitor) { visitor.flag(value); }
};

template <typename Number>
requires std::is_arithmetic_v<Number>
struct FieldCodec<Number> {
	static constexpr bool IS_WHOLE = std::is_integral_v<Number>;
	static constexpr FieldKind KIND = IS_WHOLE ? FieldKind::integer : FieldKind::number;
	static constexpr ArgumentKind ARGUMENT =
			IS_WHOLE ? ArgumentKind::integer : ArgumentKind::number;
	static constexpr bool fits(FieldKind kind) { return kind == FieldKind::integer; }
	static MaybeProblem check(const FieldPath &path, const Field &field, Number value) {
		return check_number(path, field, static_cast<double>(value));
	}
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, Number &value) {
		value = number_in<Number>(from);
		return std::nullopt;
	}
	static nlohmann::json write(Number value) { return value; }
	static void show(Number value, ArgumentVisitor &visitor) {
		if constexpr (IS_WHOLE) {
			visitor.integer(static_cast<std::int64_t>(value));
		} else {
			visitor.number(static_cast<double>(value));
		}
	}
};

// An enumeration. In a signal it is its name, or its number if Choices says which enumeration of
// the engine's classes it is (SHOWN_AS).
template <HasChoices Enum>
struct FieldCodec<Enum> {
	static constexpr bool IS_NUMBER_IN_SIGNALS = requires { Choices<Enum>::SHOWN_AS; };
	static constexpr FieldKind KIND = FieldKind::text;
	static constexpr ArgumentKind ARGUMENT =
			IS_NUMBER_IN_SIGNALS ? ArgumentKind::choice : ArgumentKind::text;
	static constexpr bool fits(FieldKind) { return false; }
	static MaybeProblem check(const FieldPath &, const Field &, Enum) { return std::nullopt; }
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, Enum &value) {
		const std::optional<Enum> named = from.is_string()
				? parse_choice<Enum>(from.get_ref<const std::string &>())
				: std::nullopt;
		value = named.value_or(Choices<Enum>::OTHER);
		return std::nullopt;
	}
	static nlohmann::json write(Enum value) { return choice_name(value); }
	static void show(Enum value, ArgumentVisitor &visitor) {
		if constexpr (IS_NUMBER_IN_SIGNALS) {
			visitor.integer(static_cast<std::int64_t>(value));
		} else {
			visitor.text(choice_name(value));
		}
	}
};

// What the id of each kind is called, and where one gets it.
struct IdWords {
	std::string_view problem;
	std::string_view remedy;
};
template <typename Id>
inline constexpr IdWords ID_WORDS{};
template <>
inline constexpr IdWords ID_WORDS<AgentId>{ "is not the id of an agent",
	"give one that a spawn returned, such as agent_001" };
template <>
inline constexpr IdWords ID_WORDS<TaskId>{ "is not the id of a task",
	"give one that task_assign_request returned, such as task_001" };
template <>
inline constexpr IdWords ID_WORDS<JobId>{ "is not the id of a job",
	"give one that job_start_request returned, such as job_001" };
template <>
inline constexpr IdWords ID_WORDS<QuestionId>{ "is not the id of a question",
	"give one that questions_request lists, such as question_001" };
template <>
inline constexpr IdWords ID_WORDS<ConversationId>{ "is not the id of a conversation",
	"give one that startAutoMode returned, such as conversation_001" };
template <>
inline constexpr IdWords ID_WORDS<CallId>{ "is not the id of a call",
	"give the one that walk_requested came with, such as call_001" };
template <>
inline constexpr IdWords ID_WORDS<RequestId>{ "is not the id of a request", "report this" };
template <>
inline constexpr IdWords ID_WORDS<ParticipantId>{ "is neither an agent nor a player",
	"give an id such as agent_001 or player_0" };

template <typename Id>
requires(!ID_WORDS<Id>.problem.empty()) struct FieldCodec<Id> {
	static constexpr FieldKind KIND = FieldKind::identifier;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::text;
	static constexpr bool fits(FieldKind) { return false; }
	// None is an id of nobody, which whoever looks it up finds out.
	static MaybeProblem check(const FieldPath &, const Field &, Id) { return std::nullopt; }
	static MaybeProblem read(const FieldPath &path, const nlohmann::json &from, Id &value) {
		const std::optional<Id> id =
				from.is_string() ? Id::parse(from.get_ref<const std::string &>()) : std::nullopt;
		value = id.value_or(Id());
		return id ? MaybeProblem()
				  : problem_at(path, std::string(ID_WORDS<Id>.problem),
							std::string(ID_WORDS<Id>.remedy));
	}
	static nlohmann::json write(Id value) { return value.to_string(); }
	static void show(Id value, ArgumentVisitor &visitor) { visitor.text(value.to_string()); }
};

// Any JSON, within the limits of its field.
template <>
struct FieldCodec<nlohmann::json> {
	static constexpr FieldKind KIND = FieldKind::any_object;
	static constexpr bool fits(FieldKind kind) {
		return kind == FieldKind::any || kind == FieldKind::message_list;
	}
	static MaybeProblem check(
			const FieldPath &path, const Field &field, const nlohmann::json &value) {
		const bool is_absent = value.is_null() || value.is_discarded();
		if (is_absent && !field.required) {
			return std::nullopt;
		}
		Field described = field;
		described.kind = field.kind == FieldKind::text ? KIND : field.kind;
		return check_value(path, described, value);
	}
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, nlohmann::json &value) {
		value = from;
		return std::nullopt;
	}
	static nlohmann::json write(const nlohmann::json &value) { return value; }
};

template <>
struct FieldCodec<JsonValue> {
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::anything;
	static void show(const JsonValue &value, ArgumentVisitor &visitor) {
		value.is_json ? visitor.anything(value.text) : visitor.text(value.text);
	}
};

template <typename T>
struct FieldCodec<std::optional<T>> : FieldCodec<T> {
	static MaybeProblem check(
			const FieldPath &path, const Field &field, const std::optional<T> &value) {
		Field given = field;
		given.required = true; // an empty text that is given is one
		return value ? FieldCodec<T>::check(path, given, *value) : std::nullopt;
	}
	static MaybeProblem read(
			const FieldPath &path, const nlohmann::json &from, std::optional<T> &value) {
		return FieldCodec<T>::read(path, from, value.emplace());
	}
	static nlohmann::json write(const std::optional<T> &value) {
		return value ? FieldCodec<T>::write(*value) : nlohmann::json();
	}
	static void show(const std::optional<T> &value, ArgumentVisitor &visitor) {
		FieldCodec<T>::show(value.value_or(T()), visitor);
	}
};

// A list of texts, of whole numbers, or of objects with fields.
template <typename T>
struct FieldCodec<std::vector<T>> {
	static constexpr FieldKind KIND = HasFields<T> ? FieldKind::object_list
			: std::is_integral_v<T>				   ? FieldKind::integer_list
												   : FieldKind::text_list;
	static constexpr bool IS_OF_TEXTS = KIND == FieldKind::text_list;
	static constexpr ArgumentKind ARGUMENT =
			IS_OF_TEXTS ? ArgumentKind::texts : ArgumentKind::anything;
	static constexpr bool fits(FieldKind) { return false; }
	static MaybeProblem check(
			const FieldPath &path, const Field &field, const std::vector<T> &value) {
		MaybeProblem problem = check_length(path, field, value.size());
		for (std::size_t i = 0; i < value.size() && !problem; ++i) {
			problem = FieldCodec<T>::check(
					FieldPath{ &path, {}, i }, IS_OF_TEXTS ? text_item_of(field) : field, value[i]);
		}
		return problem;
	}
	static MaybeProblem read(
			const FieldPath &path, const nlohmann::json &from, std::vector<T> &value) {
		value.assign(from.is_array() ? from.size() : 0, T());
		MaybeProblem first;
		for (std::size_t i = 0; i < value.size(); ++i) {
			MaybeProblem problem =
					FieldCodec<T>::read(FieldPath{ &path, {}, i }, from[i], value[i]);
			if (problem && !first) {
				first = named_by_value(path, from[i], std::move(*problem));
			}
		}
		return first;
	}
	static nlohmann::json write(const std::vector<T> &value) {
		nlohmann::json written = nlohmann::json::array();
		for (const T &each : value) {
			written.push_back(FieldCodec<T>::write(each));
		}
		return written;
	}
	static void show(const std::vector<T> &value, ArgumentVisitor &visitor) {
		if constexpr (std::is_same_v<T, ParticipantId>) {
			visitor.participants(value);
		} else if constexpr (std::is_same_v<T, std::string>) {
			visitor.texts(value);
		} else if constexpr (std::is_convertible_v<T, ParticipantId>) {
			const std::vector<ParticipantId> participants(value.begin(), value.end());
			visitor.participants(participants);
		} else {
			visitor.anything(write(value).dump());
		}
	}

private:
	// The problem quotes a bad id, which says more than its position.
	static FieldProblem named_by_value(
			const FieldPath &path, const nlohmann::json &item, FieldProblem problem) {
		if (!IS_OF_TEXTS || !item.is_string()) {
			return problem;
		}
		return problem_at(path,
				quoted_name(item.get_ref<const std::string &>()) + " " + problem.problem,
				problem.remedy);
	}
};

// Objects with fields, each under a name.
template <HasFields T>
struct FieldCodec<std::map<std::string, T>> {
	using Map = std::map<std::string, T>;
	static constexpr FieldKind KIND = FieldKind::object_map;
	static constexpr bool fits(FieldKind) { return false; }
	static MaybeProblem check(const FieldPath &path, const Field &field, const Map &value) {
		MaybeProblem problem = check_length(path, field, value.size());
		for (const auto &[name, each] : value) {
			if (!problem) {
				problem = FieldCodec<T>::check(FieldPath{ &path, name }, field, each);
			}
		}
		return problem;
	}
	static MaybeProblem read(const FieldPath &path, const nlohmann::json &from, Map &value) {
		MaybeProblem first;
		value.clear();
		if (!from.is_object()) {
			return first;
		}
		for (const auto &[name, each] : from.items()) {
			MaybeProblem problem = FieldCodec<T>::read(FieldPath{ &path, name }, each, value[name]);
			if (problem && !first) {
				first = std::move(problem);
			}
		}
		return first;
	}
	static nlohmann::json write(const Map &value) {
		nlohmann::json written = nlohmann::json::object();
		for (const auto &[name, each] : value) {
			written[name] = FieldCodec<T>::write(each);
		}
		return written;
	}
};

} // namespace agent_runtime
