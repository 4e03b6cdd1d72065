#pragma once

// Makes the forms of a room's events from their fields. Included by the one source file of a room
// that says `template struct EventTable<…>;`. Forms of values of the room's own, such as its
// enumerations, are specialisations of ValueForm, which that file knows before it says so.
// Thread rule: immutable.

#include "core/base/json_fields.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"
#include "core/log/signal_arguments.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// A value in JSON, in the vocabulary and in a signal. Reading never fails: what is missing or
// wrong gives the default, since what came from outside has been checked before.
template <typename T>
struct ValueForm;

template <>
struct ValueForm<std::string> {
	static constexpr FieldKind KIND = FieldKind::text;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::text;
	static nlohmann::json write(const std::string &value) { return value; }
	static std::string read(const nlohmann::json &value) {
		return value.is_string() ? value.get<std::string>() : std::string();
	}
	static void show(const std::string &value, ArgumentVisitor &visitor) { visitor.text(value); }
};

template <>
struct ValueForm<bool> {
	static constexpr FieldKind KIND = FieldKind::boolean;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::flag;
	static nlohmann::json write(bool value) { return value; }
	static bool read(const nlohmann::json &value) {
		return value.is_boolean() && value.get<bool>();
	}
	static void show(bool value, ArgumentVisitor &visitor) { visitor.flag(value); }
};

template <std::integral T>
struct ValueForm<T> {
	static constexpr FieldKind KIND = FieldKind::integer;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::integer;
	static nlohmann::json write(T value) { return value; }
	static T read(const nlohmann::json &value) { return number_in<T>(value); }
	static void show(T value, ArgumentVisitor &visitor) {
		visitor.integer(static_cast<std::int64_t>(value));
	}
};

template <>
struct ValueForm<double> {
	static constexpr FieldKind KIND = FieldKind::number;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::number;
	static nlohmann::json write(double value) { return value; }
	static double read(const nlohmann::json &value) { return number_in<double>(value); }
	static void show(double value, ArgumentVisitor &visitor) { visitor.number(value); }
};

// Ids, none of which has the empty text.
template <typename Id>
struct IdForm {
	static constexpr FieldKind KIND = FieldKind::identifier;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::text;
	static nlohmann::json write(Id value) { return value.to_string(); }
	static Id read(const nlohmann::json &value) {
		return value.is_string() ? Id::parse(value.get<std::string>()).value_or(Id()) : Id();
	}
	static void show(Id value, ArgumentVisitor &visitor) { visitor.text(value.to_string()); }
};
template <typename Kind>
struct ValueForm<NumberedId<Kind>> : IdForm<NumberedId<Kind>> {};
template <>
struct ValueForm<ParticipantId> : IdForm<ParticipantId> {};

// Enumerations. `Form` brings name() and parse(), and what its value is in a signal: ARGUMENT, a
// text or a choice, and OF, the name of the choices.
template <typename Enum, typename Form>
struct ChoiceForm {
	static constexpr FieldKind KIND = FieldKind::text;
	static nlohmann::json write(Enum value) { return std::string(Form::name(value)); }
	static Enum read(const nlohmann::json &value) {
		return Form::parse(value.is_string() ? value.get<std::string>() : std::string());
	}
	static void show(Enum value, ArgumentVisitor &visitor) {
		if constexpr (Form::ARGUMENT == ArgumentKind::choice) {
			visitor.integer(static_cast<std::int64_t>(value));
		} else {
			visitor.text(Form::name(value));
		}
	}
};

template <typename T>
struct ValueForm<std::vector<T>> {
	static constexpr FieldKind KIND = FieldKind::text_list;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::texts;
	static nlohmann::json write(const std::vector<T> &values) {
		nlohmann::json list = nlohmann::json::array();
		for (const T &value : values) {
			list.push_back(ValueForm<T>::write(value));
		}
		return list;
	}
	static std::vector<T> read(const nlohmann::json &list) {
		std::vector<T> values;
		for (const nlohmann::json &each : list.is_array() ? list : nlohmann::json::array()) {
			values.push_back(ValueForm<T>::read(each));
		}
		return values;
	}
	static void show(const std::vector<T> &values, ArgumentVisitor &visitor) {
		if constexpr (std::is_same_v<T, ParticipantId>) {
			visitor.participants(values);
		} else if constexpr (std::is_same_v<T, std::string>) {
			visitor.texts(values);
		} else {
			visitor.anything(write(values).dump());
		}
	}
};

template <>
struct ValueForm<JsonValue> {
	static constexpr FieldKind KIND = FieldKind::any;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::anything;
	static void show(const JsonValue &value, ArgumentVisitor &visitor) {
		value.is_json ? visitor.anything(value.text) : visitor.text(value.text);
	}
};

namespace forms {

template <typename T>
struct Unwrapped {
	using Value = T;
	static constexpr bool IS_OPTIONAL = false;
};
template <typename T>
struct Unwrapped<std::optional<T>> {
	using Value = T;
	static constexpr bool IS_OPTIONAL = true;
};

template <typename Row>
inline constexpr bool IS_SUBJECT = false;
template <typename Set>
inline constexpr bool IS_SUBJECT<SubjectField<Set>> = true;

template <typename T, typename Row>
using Got = Unwrapped<std::remove_cvref_t<std::invoke_result_t<decltype(Row::get), const T &>>>;
template <typename T, typename Row>
using FormOf = ValueForm<typename Got<T, Row>::Value>;

// The rows of one struct, and what is made of them.
template <typename T>
class Rows {
public:
	static constexpr auto ROWS = T::fields();

	static constexpr std::size_t count_fields() {
		return std::apply(
				[](const auto &...row) { return (std::size_t{ is_field(row) } + ... + 0); }, ROWS);
	}
	static constexpr std::size_t count_arguments() {
		return std::apply(
				[](const auto &...row) { return (std::size_t{ !row.argument.empty() } + ... + 0); },
				ROWS);
	}

	static constexpr auto make_fields() {
		std::array<Field, count_fields()> fields{};
		std::size_t next = 0;
		each([&](const auto &row) {
			if (is_field(row)) {
				fields[next++] = vocabulary_row(row);
			}
		});
		return fields;
	}
	static constexpr auto make_arguments() {
		std::array<SignalArgument, count_arguments()> arguments{};
		std::size_t next = 0;
		each([&](const auto &row) {
			if (!row.argument.empty()) {
				arguments[next++] = argument_of(row);
			}
		});
		return arguments;
	}

	static void write(const T &event, nlohmann::json &into) {
		each([&](const auto &row) {
			using Row = std::remove_cvref_t<decltype(row)>;
			if constexpr (!IS_SUBJECT<Row>) {
				if (row.in_data) {
					write_field(row, event, into);
				}
			}
		});
	}
	static T read(const nlohmann::json &from, const Subject &subject) {
		T event{};
		each([&](const auto &row) {
			using Row = std::remove_cvref_t<decltype(row)>;
			if constexpr (!std::is_same_v<decltype(Row::set), NotRead>) {
				if constexpr (IS_SUBJECT<Row>) {
					row.set(event, subject);
				} else {
					read_field(row, from, event);
				}
			}
		});
		return event;
	}
	static void show(const T &event, const Subject &subject, ArgumentVisitor &visitor) {
		each([&](const auto &row) {
			if (!row.argument.empty()) {
				show_field(row, event, subject, visitor);
			}
		});
	}

private:
	template <typename Visit>
	static constexpr void each(Visit visit) {
		std::apply([&](const auto &...row) { (visit(row), ...); }, ROWS);
	}
	template <typename Row>
	static constexpr bool is_field(const Row &row) {
		if constexpr (IS_SUBJECT<Row>) {
			return true;
		} else {
			return row.in_data;
		}
	}
	template <typename Row>
	static constexpr Field vocabulary_row(const Row &row) {
		Field field = row.row;
		if constexpr (!IS_SUBJECT<Row>) {
			// A text may be said to be more: an identifier, or any JSON.
			field.kind = field.kind == FieldKind::text ? FormOf<T, Row>::KIND : field.kind;
		}
		return field;
	}
	template <typename Row>
	static constexpr SignalArgument argument_of(const Row &row) {
		if constexpr (IS_SUBJECT<Row>) {
			return { row.argument, ArgumentKind::text, {} };
		} else if constexpr (requires { FormOf<T, Row>::OF; }) {
			return { row.argument, FormOf<T, Row>::ARGUMENT, FormOf<T, Row>::OF };
		} else {
			return { row.argument, FormOf<T, Row>::ARGUMENT, {} };
		}
	}
	template <typename Row>
	static void write_field(const Row &row, const T &event, nlohmann::json &into) {
		if constexpr (requires { FormOf<T, Row>::write(row.get(event)); }) {
			into[std::string(row.row.name)] = FormOf<T, Row>::write(row.get(event));
		} else if constexpr (Got<T, Row>::IS_OPTIONAL) {
			if (const auto value = row.get(event)) {
				into[std::string(row.row.name)] = FormOf<T, Row>::write(*value);
			}
		}
	}
	template <typename Row>
	static void read_field(const Row &row, const nlohmann::json &from, T &event) {
		const auto found = from.find(std::string(row.row.name));
		if constexpr (Got<T, Row>::IS_OPTIONAL) {
			if (found != from.end()) {
				row.set(event, FormOf<T, Row>::read(*found));
			}
		} else {
			row.set(event, FormOf<T, Row>::read(found != from.end() ? *found : nlohmann::json()));
		}
	}
	template <typename Row>
	static void show_field(
			const Row &row, const T &event, const Subject &subject, ArgumentVisitor &visitor) {
		if constexpr (IS_SUBJECT<Row>) {
			visitor.text(subject.to_string());
		} else if constexpr (Got<T, Row>::IS_OPTIONAL) {
			FormOf<T, Row>::show(row.get(event).value_or(typename Got<T, Row>::Value()), visitor);
		} else {
			FormOf<T, Row>::show(row.get(event), visitor);
		}
	}
};

template <typename T>
inline constexpr auto FIELDS = Rows<T>::make_fields();
template <typename T>
inline constexpr auto ARGUMENTS = Rows<T>::make_arguments();

// What any struct in an EventData needs.
template <typename T>
constexpr EventForm make_bare_form() {
	using Held = EventData::Held<T>;
	EventForm form;
	form.copy = [](const void *from, void *to) { new (to) Held(*static_cast<const Held *>(from)); };
	form.move = [](void *from, void *to) noexcept {
		new (to) Held(std::move(*static_cast<Held *>(from)));
	};
	form.destroy = [](void *data) noexcept { static_cast<Held *>(data)->~Held(); };
	return form;
}

template <typename T>
constexpr EventForm make_form() {
	EventForm form = make_bare_form<T>();
	form.message = { T::TYPE, Door::durable, T::NOTE.sentence, FIELDS<T>, T::NOTE.signal };
	form.arguments = ARGUMENTS<T>;
	form.write = [](const void *data, nlohmann::json &into) {
		Rows<T>::write(EventData::of<T>(data), into);
	};
	form.read = [](const nlohmann::json &from, const Subject &subject) -> EventData {
		return Rows<T>::read(from, subject);
	};
	form.show = [](const void *data, const Subject &subject, ArgumentVisitor &visitor) {
		Rows<T>::show(EventData::of<T>(data), subject, visitor);
	};
	return form;
}

} // namespace forms

template <typename List>
constinit const std::array<EventForm, List::SIZE> EventTable<List>::FORMS = List::make_forms(
		[]<typename T>(std::type_identity<T>) { return forms::make_form<T>(); });

} // namespace agent_runtime
