#pragma once

// What is derived from the rows beside a struct (field_rows.h): how it is described, checked, read
// from JSON, written as JSON, stored as text, and shown in a signal.
//
//	constexpr std::span<const Field> fields = fields_of<Greeting>();
//	if (MaybeProblem problem = check_fields(FieldPath(), greeting)) …   // filled in by a caller
//	Result<Greeting> greeting = parse_fields<Greeting>(json);           // from a stranger
//	Greeting greeting = load_fields<Greeting>(json);                    // written by us before
//	json = write_fields(greeting);
//
// Thread rule for all: immutable.

#include "core/base/field_check.h"
#include "core/base/field_codec.h"
#include "core/base/field_rows.h"
#include "core/base/json_text.h"
#include "core/base/vocabulary.h"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

template <HasFields Struct>
constexpr std::span<const Field> fields_of();

namespace fields {

// The value of a row, and the type whose codec it uses.
template <typename Struct, typename Row>
using Got = std::remove_cvref_t<decltype(std::declval<const Row &>().get(
		std::declval<const Struct &>()))>;
template <typename Struct, typename Row>
using Codec = FieldCodec<Got<Struct, Row>>;

// The objects that a value consists of, if they have fields.
template <typename T>
struct ObjectsOf {};
template <HasFields T>
struct ObjectsOf<T> {
	using Type = T;
};
template <typename T>
struct ObjectsOf<std::optional<T>> : ObjectsOf<T> {};
template <typename T>
struct ObjectsOf<std::vector<T>> : ObjectsOf<T> {};
template <typename T>
struct ObjectsOf<std::map<std::string, T>> : ObjectsOf<T> {};

// The field of a row, with everything that follows from the type of its value.
template <typename Value>
constexpr Field described(Field field) {
	using Codec = FieldCodec<Value>;
	if (field.kind == FieldKind::text) {
		field.kind = Codec::KIND;
	} else if (field.kind != Codec::KIND && !Codec::fits(field.kind)) {
		throw "the type of the value does not fit the kind of the field";
	}
	if constexpr (HasChoices<typename Given<Value>::Value>) {
		field.values = NAMES_OF<typename Given<Value>::Value>;
	}
	if constexpr (requires { typename ObjectsOf<Value>::Type; }) {
		field.fields = fields_of<typename ObjectsOf<Value>::Type>();
	}
	return field;
}

// Whether a value stands for nothing; then a field that is not required is left out.
template <typename Value>
bool is_absent(const Field &field, const Value &value) {
	if constexpr (Given<Value>::IS_OPTIONAL) {
		return !value.has_value();
	} else if constexpr (std::is_same_v<Value, nlohmann::json>) {
		return value.is_null() || value.is_discarded();
	} else if constexpr (requires { value.is_none(); }) {
		return !field.required && value.is_none();
	} else {
		return false;
	}
}

// What can be done with rows of one type. The loops over rows know nothing of types (fields.cpp),
// so that each struct costs the compiler a table, and not a copy of every loop.
struct RowForm {
	MaybeProblem (*check)(const void *row, const FieldPath &path, const void *object) = nullptr;
	MaybeProblem (*read)(const void *row, const FieldPath &path, const nlohmann::json &from,
			void *object) = nullptr;
	void (*clear)(const void *row, void *object) = nullptr; // there is nothing to read
	// False when there is nothing to write.
	bool (*write)(const void *row, const void *object, nlohmann::json &value) = nullptr;
};

template <typename Struct, typename Row>
constexpr RowForm make_form() {
	RowForm form;
	if constexpr (Row::READ) {
		form.check = [](const void *row, const FieldPath &path, const void *object) {
			const Row &of = *static_cast<const Row *>(row);
			return Codec<Struct, Row>::check(
					path, of.field, of.get(*static_cast<const Struct *>(object)));
		};
		form.read = [](const void *row, const FieldPath &path, const nlohmann::json &from,
							void *object) -> MaybeProblem {
			return static_cast<const Row *>(row)->change(
					*static_cast<Struct *>(object), [&]<typename Value>(Value &value) {
						return FieldCodec<Value>::read(path, from, value);
					});
		};
		form.clear = [](const void *row, void *object) {
			static_cast<const Row *>(row)->change_to_nothing(*static_cast<Struct *>(object));
		};
	}
	if constexpr (Row::WRITTEN) {
		form.write = [](const void *row, const void *object, nlohmann::json &value) {
			const Row &of = *static_cast<const Row *>(row);
			const auto &got = of.get(*static_cast<const Struct *>(object));
			if (is_absent(of.field, got)) {
				return false;
			}
			value = Codec<Struct, Row>::write(got);
			return true;
		};
	}
	return form;
}
template <typename Struct, typename Row>
inline constexpr RowForm FORM = make_form<Struct, Row>();

struct RowEntry {
	std::string_view name;
	const void *row = nullptr;
	const RowForm *form = nullptr;
};

template <typename Struct>
inline constexpr auto ROWS = Struct::fields();

template <typename Struct>
inline constexpr auto TABLE = ROWS<Struct>.apply([]<typename... Row>(const Row &...row) {
	return std::array<RowEntry, sizeof...(Row)>{ RowEntry{
			row.field.name, &row, &FORM<Struct, Row> }... };
});

template <typename Struct>
consteval auto describe() {
	constexpr std::size_t COUNT = ROWS<Struct>.apply([]<typename... Row>(const Row &...) {
		return (std::size_t{ 0 } + ... + std::size_t{ Row::DESCRIBED });
	});
	std::array<Field, COUNT> list{};
	std::size_t next = 0;
	ROWS<Struct>.for_each([&]<typename Row>(const Row &row) {
		if constexpr (Row::WRITTEN) {
			list[next++] = described<Got<Struct, Row>>(row.field);
		} else if constexpr (Row::DESCRIBED) {
			list[next++] = row.field;
		}
	});
	return list;
}

template <typename Struct>
inline constexpr auto LIST = describe<Struct>();

using Table = std::span<const RowEntry>;
MaybeProblem check(Table table, const FieldPath &path, const void *object);
MaybeProblem read(Table table, const FieldPath &path, const nlohmann::json &from, void *object);
void load(Table table, const nlohmann::json &from, void *object);
void write(Table table, const void *object, nlohmann::json &into);

} // namespace fields

template <HasFields Struct>
constexpr std::span<const Field> fields_of() {
	return fields::LIST<Struct>;
}

// What the fields of `object` do not allow. For callers in this process, who fill in a struct.
template <HasFields Struct>
MaybeProblem check_fields(const FieldPath &path, const Struct &object) {
	return fields::check(fields::TABLE<Struct>, path, &object);
}

// From JSON that was checked. A problem is what its form does not show: an id that is none.
template <HasFields Struct>
MaybeProblem read_fields(const FieldPath &path, const nlohmann::json &from, Struct &object) {
	return fields::read(fields::TABLE<Struct>, path, from, &object);
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

// Reads JSON that we wrote: what is missing or wrong gets its default.
template <HasFields Struct>
void load_fields(const nlohmann::json &from, Struct &object) {
	fields::load(fields::TABLE<Struct>, from, &object);
}
template <HasFields Struct>
Struct load_fields(const nlohmann::json &from) {
	Struct object{};
	load_fields(from, object);
	return object;
}

template <HasFields Struct>
void write_fields(const Struct &object, nlohmann::json &into) {
	fields::write(fields::TABLE<Struct>, &object, into);
}
template <HasFields Struct>
nlohmann::json write_fields(const Struct &object) {
	nlohmann::json written = nlohmann::json::object();
	write_fields(object, written);
	return written;
}

template <HasFields Struct>
consteval auto signal_arguments() {
	constexpr std::size_t COUNT = [] {
		std::size_t count = 0;
		fields::ROWS<Struct>.for_each(
				[&](const auto &row) { count += std::size_t{ !row.argument.empty() }; });
		return count;
	}();
	std::array<SignalArgument, COUNT> list{};
	std::size_t next = 0;
	fields::ROWS<Struct>.for_each([&]<typename Row>(const Row &row) {
		if (row.argument.empty()) {
			return;
		}
		list[next].name = row.argument;
		if constexpr (requires { fields::Codec<Struct, Row>::ARGUMENT; }) {
			list[next].kind = fields::Codec<Struct, Row>::ARGUMENT;
			if constexpr (requires { Choices<fields::Got<Struct, Row>>::SHOWN_AS; }) {
				list[next].of = Choices<fields::Got<Struct, Row>>::SHOWN_AS;
			}
		}
		next++;
	});
	return list;
}

template <HasFields Struct>
struct FieldCodec<Struct> {
	static constexpr FieldKind KIND = FieldKind::object;
	static constexpr bool fits(FieldKind) { return false; }
	static MaybeProblem check(const FieldPath &path, const Field &, const Struct &value) {
		return check_fields(path, value);
	}
	// JSON that is no object has no members.
	static MaybeProblem read(const FieldPath &path, const nlohmann::json &from, Struct &value) {
		return read_fields(path, from, value);
	}
	static nlohmann::json write(const Struct &value) { return write_fields(value); }
};

} // namespace agent_runtime
