#pragma once

// How to write the fields of a struct beside it: one row for each. Checks, JSON both ways, JSON
// Schema, the entry in the vocabulary, the stored text and the arguments of a signal are derived
// from them (fields.h).
//
//	struct Greeting {
//		AgentId agent;
//		std::string text;
//		static constexpr auto fields() {
//			return FieldRows{ bind(AGENT, &Greeting::agent),
//				bind({ .name = "text", .sentence = "What is said." }, &Greeting::text) };
//		}
//	};
//
// The type of the member says what kind of field it is (field_codec.h). A member keeps its default
// when the field is missing. With std::optional the two differ, and an empty one is left out; so is
// an id of nobody if the field is not required.
//
// Thread rule for all: immutable.

#include "core/base/field.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace agent_runtime {

template <typename Struct>
concept HasFields = requires {
	Struct::fields();
};

// The type of a value without its std::optional.
template <typename T>
struct Given {
	using Value = T;
	static constexpr bool IS_OPTIONAL = false;
};
template <typename T>
struct Given<std::optional<T>> {
	using Value = T;
	static constexpr bool IS_OPTIONAL = true;
};

template <std::size_t INDEX, typename Row>
struct RowPlace {
	Row row;
};
template <typename Indices, typename... Row>
struct RowPlaces;
template <std::size_t... INDEX, typename... Row>
struct RowPlaces<std::index_sequence<INDEX...>, Row...> : RowPlace<INDEX, Row>... {
	constexpr explicit RowPlaces(const Row &...row) :
			RowPlace<INDEX, Row>{ row }... {}

	template <typename Visit>
	constexpr void for_each(const Visit &visit) const {
		(visit(RowPlace<INDEX, Row>::row), ...);
	}
	// Passes all of them to one call.
	template <typename Make>
	constexpr auto apply(const Make &make) const {
		return make(RowPlace<INDEX, Row>::row...);
	}
};

// The rows of a struct, in their order: a std::tuple without what makes compilers slow.
template <typename... Row>
struct FieldRows : RowPlaces<std::index_sequence_for<Row...>, Row...> {
	using RowPlaces<std::index_sequence_for<Row...>, Row...>::RowPlaces;
	static constexpr std::size_t SIZE = sizeof...(Row);
};
template <typename... Row>
FieldRows(const Row &...) -> FieldRows<Row...>;

// Joins several of them, one after the other.
template <typename First, typename... Rest>
constexpr auto join_rows(const First &first, const Rest &...rest) {
	if constexpr (sizeof...(Rest) == 0) {
		return first;
	} else {
		return first.apply([&](const auto &...row) {
			return join_rows(rest...).apply([&](const auto &...other) {
				return FieldRows{ row..., other... };
			});
		});
	}
}

// What a kind of row is used for. Each row has these three, its field, and its name in a signal
// that shows the struct (`argument`; empty: it is not part of the signal).
template <bool IS_DESCRIBED, bool IS_WRITTEN, bool IS_READ>
struct RowUse {
	static constexpr bool DESCRIBED = IS_DESCRIBED; // in the vocabulary
	static constexpr bool WRITTEN = IS_WRITTEN; // into JSON
	static constexpr bool READ = IS_READ; // from JSON
};

// A row that a signal carries, under its own name or another.
template <typename Row>
constexpr Row shown_as(Row row, std::string_view name) {
	row.argument = name;
	return row;
}

// A field that is a member.
template <typename Struct, typename Member>
struct MemberRow : RowUse<true, true, true> {
	Field field;
	Member Struct::*member;
	std::string_view argument = {};

	constexpr MemberRow(const Field &of, Member Struct::*bound) :
			field(of),
			member(bound) {}
	constexpr MemberRow shown() const { return agent_runtime::shown_as(*this, field.name); }
	constexpr MemberRow shown_as(std::string_view name) const {
		return agent_runtime::shown_as(*this, name);
	}

	const Member &get(const Struct &object) const { return object.*member; }
	template <typename Read>
	auto change(Struct &object, const Read &read) const {
		return read(object.*member);
	}
	void change_to_nothing(Struct &) const {}
};

// A field whose value is computed when it is read from the struct, and put in its place when the
// struct is read from JSON. If it is not optional it is always set, so that what contains it
// exists.
template <typename Get, typename Set>
struct MadeRow : RowUse<true, true, true> {
	Field field;
	Get get;
	Set set;
	std::string_view argument = {};

	constexpr MadeRow(const Field &of, Get getter, Set setter) :
			field(of),
			get(getter),
			set(setter) {}
	constexpr MadeRow shown() const { return agent_runtime::shown_as(*this, field.name); }
	constexpr MadeRow shown_as(std::string_view name) const {
		return agent_runtime::shown_as(*this, name);
	}

	template <typename Struct>
	using Got = Given<std::remove_cvref_t<std::invoke_result_t<Get, const Struct &>>>;
	template <typename Struct, typename Read>
	auto change(Struct &object, const Read &read) const {
		typename Got<Struct>::Value value{};
		auto problem = read(value);
		set(object, std::move(value));
		return problem;
	}
	template <typename Struct>
	void change_to_nothing(Struct &object) const {
		if constexpr (!Got<Struct>::IS_OPTIONAL) {
			set(object, typename Got<Struct>::Value{});
		}
	}
};

// A field that follows from others, and is never read from JSON.
template <typename Get>
struct DerivedRow : RowUse<true, true, false> {
	Field field;
	Get get;
	std::string_view argument = {};

	constexpr DerivedRow(const Field &of, Get getter) :
			field(of),
			get(getter) {}
	constexpr DerivedRow shown() const { return agent_runtime::shown_as(*this, field.name); }
};

// A value that only a signal has.
template <typename Get>
struct ArgumentRow : RowUse<false, false, false> {
	Field field;
	Get get;
	std::string_view argument;

	constexpr ArgumentRow(std::string_view name, Get getter) :
			field{ .name = name },
			get(getter),
			argument(name) {}
};

template <typename Struct, typename Member>
constexpr MemberRow<Struct, Member> bind(const Field &field, Member Struct::*member) {
	return { field, member };
}
template <typename Get, typename Set>
constexpr MadeRow<Get, Set> bind(const Field &field, Get get, Set set) {
	return { field, get, set };
}
template <typename Get>
constexpr DerivedRow<Get> derived_field(const Field &field, Get get) {
	return { field, get };
}
template <typename Get>
constexpr ArgumentRow<Get> argument_only(std::string_view name, Get get) {
	return { name, get };
}

// A shared value that is changed: it is replaced by a copy of its own.
template <typename T>
T &edit(std::shared_ptr<const T> &shared) {
	std::shared_ptr<T> copy =
			shared != nullptr ? std::make_shared<T>(*shared) : std::make_shared<T>();
	T &value = *copy;
	shared = std::move(copy);
	return value;
}
template <typename T>
T &edit(T &value) {
	return value;
}

template <typename T>
const T &look(const std::shared_ptr<const T> &shared) {
	return *shared;
}
template <typename T>
const T &look(const T &value) {
	return value;
}

// A row of a struct that is a member of another, and whose fields stand among those of the whole.
template <typename Whole, typename Part, typename Row>
struct PartRow : RowUse<Row::DESCRIBED, Row::WRITTEN, Row::READ> {
	Field field;
	Part Whole::*part;
	Row row;
	std::string_view argument;

	constexpr PartRow(Part Whole::*of, const Row &bound) :
			field(bound.field),
			part(of),
			row(bound),
			argument(bound.argument) {}

	decltype(auto) get(const Whole &whole) const { return row.get(look(whole.*part)); }
	template <typename Read>
	auto change(Whole &whole, const Read &read) const {
		return row.change(edit(whole.*part), read);
	}
	void change_to_nothing(Whole &whole) const { row.change_to_nothing(edit(whole.*part)); }
};

template <typename T>
struct PartType {
	using Type = T;
};
template <typename T>
struct PartType<std::shared_ptr<const T>> {
	using Type = T;
};

template <typename Whole, typename Part, typename Row>
constexpr PartRow<Whole, Part, Row> part_field(Part Whole::*part, const Row &row) {
	return { part, row };
}

// The rows of such a member, which may be shared; for join_rows() with those of the whole.
template <typename Whole, typename Part>
constexpr auto part_fields(Part Whole::*part) {
	return PartType<Part>::Type::fields().apply(
			[part](const auto &...row) { return FieldRows{ part_field(part, row)... }; });
}

// Rows of a member in the form of a reply: they are always there, though a text may be empty.
template <typename Whole, typename Part, typename Rows>
constexpr auto told_part_fields(Part Whole::*part, const Rows &rows) {
	const auto told = [part](const auto &row) {
		auto each = part_field(part, row);
		each.field.required = true;
		each.field.min_length = 0;
		return each;
	};
	return rows.apply([&](const auto &...row) { return FieldRows{ told(row)... }; });
}

inline std::optional<std::string> unless_empty(const std::string &text) {
	return text.empty() ? std::nullopt : std::optional(text);
}

// A text that is left out when it is empty.
template <typename Struct>
constexpr auto bind_unless_empty(const Field &field, std::string Struct::*member) {
	return bind(
			field, [member](const Struct &object) { return unless_empty(object.*member); },
			[member](Struct &object, const std::string &text) { object.*member = text; });
}

} // namespace agent_runtime
