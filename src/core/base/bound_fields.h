#pragma once

// The fields of a message, bound to the members of a struct: written once, they say how it is
// checked, read from JSON, written as JSON and described.
//
//	struct TerminateRequest {
//		using Reply = NoFields;
//		static constexpr RequestWords WORDS{ "agent_terminate_request", "End an agent for good." };
//		AgentId agent;
//		static constexpr auto fields() {
//			return std::tuple{ bind(AGENT, &TerminateRequest::agent) };
//		}
//	};
//	using AgentRequestTypes = RequestTypes<SpawnRequest, TerminateRequest>;
//
// A member keeps its default when the field is absent; std::optional tells the two apart. A type
// that no FieldCodec below is for brings its own.
//
// Thread rule for all: immutable.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/field_check.h"
#include "core/base/ids.h"
#include "core/base/vocabulary.h"

namespace agent_runtime {

using MaybeProblem = std::optional<FieldProblem>;

template <typename Struct>
concept HasFields = requires {
	Struct::fields();
};

// How values of one type are kept to a field's rules, read from JSON that was checked against
// these, and written as JSON. `fits` says for which kinds of field the type is.
template <typename T>
struct FieldCodec;

template <typename Struct, typename Member>
struct BoundField {
	Field field;
	Member Struct::*member;
};

template <typename Struct, typename Member>
consteval BoundField<Struct, Member> bind(const Field &field, Member Struct::*member) {
	if (!FieldCodec<Member>::fits(field.kind)) {
		throw "the member's type does not fit the kind of the field";
	}
	return { field, member };
}

template <typename Struct>
inline constexpr auto FIELD_LIST = std::apply(
		[](const auto &...bound) { return std::array<Field, sizeof...(bound)>{ bound.field... }; },
		Struct::fields());

template <typename Struct>
constexpr std::span<const Field> fields_of() {
	return FIELD_LIST<Struct>;
}

// Calls visit(field, value) for each, until one returns a problem.
template <typename Struct, typename Visit>
MaybeProblem visit_fields(Struct &object, const Visit &visit) {
	MaybeProblem problem;
	std::apply(
			[&](const auto &...bound) {
				(void)(... || (problem = visit(bound.field, object.*(bound.member))).has_value());
			},
			std::remove_const_t<Struct>::fields());
	return problem;
}

// --- A whole struct ---

// What the fields of `object` do not allow. For callers in this process, who fill in a struct.
template <HasFields Struct>
MaybeProblem check_fields(const FieldPath &path, const Struct &object) {
	return visit_fields(object, [&](const Field &field, const auto &value) {
		using T = std::remove_cvref_t<decltype(value)>;
		return FieldCodec<T>::check(FieldPath{ &path, field.name }, field, value);
	});
}

// From JSON that was checked. A problem is what its form does not show: an id that is none.
template <HasFields Struct>
MaybeProblem read_fields(const FieldPath &path, const nlohmann::json &from, Struct &object) {
	return visit_fields(object, [&](const Field &field, auto &value) -> MaybeProblem {
		using T = std::remove_cvref_t<decltype(value)>;
		const auto member = from.find(field.name);
		return member == from.end()
				? MaybeProblem()
				: FieldCodec<T>::read(FieldPath{ &path, field.name }, *member, value);
	});
}

// From JSON that was not checked.
template <HasFields Struct>
Result<Struct> parse_fields(const nlohmann::json &from) {
	Struct object;
	MaybeProblem problem = find_object_problem(from, fields_of<Struct>(), "");
	if (!problem) {
		problem = read_fields(FieldPath(), from, object);
	}
	return problem ? Result<Struct>(problem->to_status()) : Result(std::move(object));
}

template <HasFields Struct>
nlohmann::json write_fields(const Struct &object) {
	nlohmann::json written = nlohmann::json::object();
	visit_fields(object, [&](const Field &field, const auto &value) -> MaybeProblem {
		nlohmann::json member = FieldCodec<std::remove_cvref_t<decltype(value)>>::write(value);
		if (!member.is_null()) {
			written[std::string(field.name)] = std::move(member);
		}
		return std::nullopt;
	});
	return written;
}

// --- Values ---

template <>
struct FieldCodec<std::string> {
	static constexpr bool fits(FieldKind kind) {
		return kind == FieldKind::text || kind == FieldKind::identifier;
	}
	// None is given, where none is needed.
	static MaybeProblem check(const FieldPath &path, const Field &field, const std::string &value) {
		return value.empty() && !field.required ? MaybeProblem() : check_text(path, field, value);
	}
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, std::string &value) {
		value = from.get_ref<const std::string &>();
		return std::nullopt;
	}
	static nlohmann::json write(const std::string &value) { return value; }
};

template <>
struct FieldCodec<bool> {
	static constexpr bool fits(FieldKind kind) { return kind == FieldKind::boolean; }
	static MaybeProblem check(const FieldPath &, const Field &, bool) { return std::nullopt; }
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, bool &value) {
		value = from.get<bool>();
		return std::nullopt;
	}
	static nlohmann::json write(bool value) { return value; }
};

template <typename Number>
requires std::is_arithmetic_v<Number>
struct FieldCodec<Number> {
	static constexpr bool fits(FieldKind kind) {
		return kind == FieldKind::integer ||
				(kind == FieldKind::number && std::is_floating_point_v<Number>);
	}
	static MaybeProblem check(const FieldPath &path, const Field &field, Number value) {
		return check_number(path, field, static_cast<double>(value));
	}
	// 3.0 is an integer, too.
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, Number &value) {
		value = from.is_number_float() ? static_cast<Number>(from.get<double>())
									   : from.get<Number>();
		return std::nullopt;
	}
	static nlohmann::json write(Number value) { return value; }
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
inline constexpr IdWords ID_WORDS<ConversationId>{ "is not the id of a conversation",
	"give one that startAutoMode returned, such as conversation_001" };
template <>
inline constexpr IdWords ID_WORDS<CallId>{ "is not the id of a call",
	"give the one that walk_requested came with, such as call_001" };
template <>
inline constexpr IdWords ID_WORDS<ParticipantId>{ "is neither an agent nor a player",
	"give an id such as agent_001 or player_0" };

template <typename Id>
requires(!ID_WORDS<Id>.problem.empty()) struct FieldCodec<Id> {
	static constexpr bool fits(FieldKind kind) { return kind == FieldKind::identifier; }
	// None is an id of nobody, which whoever looks it up finds out.
	static MaybeProblem check(const FieldPath &, const Field &, Id) { return std::nullopt; }
	static MaybeProblem read(const FieldPath &path, const nlohmann::json &from, Id &value) {
		const std::optional<Id> id = Id::parse(from.get_ref<const std::string &>());
		if (!id) {
			return problem_at(
					path, std::string(ID_WORDS<Id>.problem), std::string(ID_WORDS<Id>.remedy));
		}
		value = *id;
		return std::nullopt;
	}
	static nlohmann::json write(Id value) { return value.to_string(); }
};

// Any JSON, within the limits of its field.
template <>
struct FieldCodec<nlohmann::json> {
	static constexpr bool fits(FieldKind kind) {
		return kind == FieldKind::any || kind == FieldKind::any_object;
	}
	static MaybeProblem check(
			const FieldPath &path, const Field &field, const nlohmann::json &value) {
		const bool is_absent = value.is_null() || value.is_discarded();
		return is_absent && !field.required ? MaybeProblem() : check_value(path, field, value);
	}
	static MaybeProblem read(const FieldPath &, const nlohmann::json &from, nlohmann::json &value) {
		value = from;
		return std::nullopt;
	}
	static nlohmann::json write(const nlohmann::json &value) { return value; }
};

template <typename T>
struct FieldCodec<std::optional<T>> {
	static constexpr bool fits(FieldKind kind) { return FieldCodec<T>::fits(kind); }
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
};

template <HasFields Struct>
struct FieldCodec<Struct> {
	static constexpr bool fits(FieldKind kind) { return kind == FieldKind::object; }
	static MaybeProblem check(const FieldPath &path, const Field &, const Struct &value) {
		return check_fields(path, value);
	}
	static MaybeProblem read(const FieldPath &path, const nlohmann::json &from, Struct &value) {
		return read_fields(path, from, value);
	}
	static nlohmann::json write(const Struct &value) { return write_fields(value); }
};

template <typename T>
struct FieldCodec<std::vector<T>> {
	static constexpr FieldKind KIND = HasFields<T> ? FieldKind::object_list : FieldKind::text_list;
	static constexpr bool fits(FieldKind kind) { return kind == KIND; }
	static constexpr const Field &item() {
		return KIND == FieldKind::text_list ? TEXT_ITEM : OBJECT_ITEM;
	}
	static MaybeProblem check(
			const FieldPath &path, const Field &field, const std::vector<T> &value) {
		MaybeProblem problem = check_length(path, field, value.size());
		for (std::size_t i = 0; i < value.size() && !problem; ++i) {
			problem = FieldCodec<T>::check(FieldPath{ &path, {}, i }, item(), value[i]);
		}
		return problem;
	}
	static MaybeProblem read(
			const FieldPath &path, const nlohmann::json &from, std::vector<T> &value) {
		value.assign(from.size(), T());
		MaybeProblem problem;
		for (std::size_t i = 0; i < value.size() && !problem; ++i) {
			problem = FieldCodec<T>::read(FieldPath{ &path, {}, i }, from[i], value[i]);
		}
		if constexpr (!ID_WORDS<T>.problem.empty()) {
			if (problem) { // named by what stands there, which says more than its place
				const std::string &text =
						from[bad_item(value)].template get_ref<const std::string &>();
				return problem_at(
						path, quoted_name(text) + " " + problem->problem, problem->remedy);
			}
		}
		return problem;
	}
	static nlohmann::json write(const std::vector<T> &value) {
		nlohmann::json written = nlohmann::json::array();
		for (const T &each : value) {
			written.push_back(FieldCodec<T>::write(each));
		}
		return written;
	}

private:
	static constexpr Field OBJECT_ITEM = { .kind = FieldKind::object };
	// Of ids: the first that was not read.
	static std::size_t bad_item(const std::vector<T> &value) {
		return static_cast<std::size_t>(std::find(value.begin(), value.end(), T()) - value.begin());
	}
};

// --- Requests ---

// What there is to say of a request beside its fields.
struct RequestWords {
	std::string_view name;
	std::string_view sentence;
	bool changes = false; // see MessageType
	bool long_answer = false;
	Door door = Door::request;
};

// A reply that tells nothing but that it was done.
struct NoFields {
	static constexpr auto fields() { return std::tuple{}; }
};

// A reply that another room writes as JSON, by fields that stand beside it.
template <typename Reply>
concept IsWritten = requires(const Reply &reply) {
	Reply::LIST;
	reply.written;
};

template <typename Reply>
constexpr std::span<const Field> reply_fields() {
	if constexpr (IsWritten<Reply>) {
		return Reply::LIST;
	} else {
		return fields_of<Reply>();
	}
}

// What stands as `result` in the answer; null where there is nothing to tell.
template <typename Reply>
nlohmann::json write_reply(const Reply &reply) {
	if constexpr (IsWritten<Reply>) {
		return reply.written;
	} else if constexpr (std::is_same_v<Reply, NoFields>) {
		return nullptr;
	} else {
		return write_fields(reply);
	}
}

template <typename Request>
constexpr MessageType message_type_of() {
	return { .name = Request::WORDS.name,
		.door = Request::WORDS.door,
		.sentence = Request::WORDS.sentence,
		.fields = fields_of<Request>(),
		.long_answer = Request::WORDS.long_answer,
		.changes = Request::WORDS.changes,
		.result = reply_fields<typename Request::Reply>() };
}

// The requests that one desk answers, in the order of the documents.
template <typename... Requests>
struct RequestTypes {
	static constexpr std::array<MessageType, sizeof...(Requests)> ENTRIES{
		message_type_of<Requests>()...
	};
};

} // namespace agent_runtime
