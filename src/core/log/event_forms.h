#pragma once

// Makes the forms of a room's events from their fields. The one source file of a room that says
// `template struct EventTable<…>;` includes it, after the codecs of the room's own types, such as
// position_field.h.
// Thread rule: immutable.

#include "core/base/fields.h"
#include "core/base/signal_arguments.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"

#include <array>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace forms {

template <typename Row>
inline constexpr bool IS_SUBJECT = false;
template <typename Set>
inline constexpr bool IS_SUBJECT<SubjectRow<Set>> = true;

template <typename T>
inline constexpr auto ARGUMENTS = signal_arguments<T>();

template <typename T>
T read_event(const nlohmann::json &from, const Subject &subject) {
	T event = load_fields<T>(from);
	fields::ROWS<T>.for_each([&]<typename Row>(const Row &row) {
		if constexpr (requires { row.set(event, subject); } && IS_SUBJECT<Row>) {
			row.set(event, subject);
		}
	});
	return event;
}

template <typename T>
void show_event(const T &event, const Subject &subject, ArgumentVisitor &visitor) {
	fields::ROWS<T>.for_each([&]<typename Row>(const Row &row) {
		if (row.argument.empty()) {
			return;
		}
		if constexpr (IS_SUBJECT<Row>) {
			visitor.text(subject.to_string());
		} else if constexpr (requires { fields::Codec<T, Row>::show(row.get(event), visitor); }) {
			fields::Codec<T, Row>::show(row.get(event), visitor);
		}
	});
}

// What every struct in an EventData needs.
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
	form.message = { T::TYPE, MessageKind::durable, T::NOTE.sentence, fields_of<T>(),
		T::NOTE.signal };
	form.arguments = ARGUMENTS<T>;
	form.waits_for_storage = T::NOTE.waits_for_storage;
	form.write = [](const void *data, nlohmann::json &into) {
		write_fields(EventData::of<T>(data), into);
	};
	form.read = [](const nlohmann::json &from, const Subject &subject) -> EventData {
		return read_event<T>(from, subject);
	};
	form.show = [](const void *data, const Subject &subject, ArgumentVisitor &visitor) {
		show_event(EventData::of<T>(data), subject, visitor);
	};
	return form;
}

} // namespace forms

template <typename List>
constinit const std::array<EventForm, List::SIZE> EventTable<List>::FORMS = List::make_forms(
		[]<typename T>(std::type_identity<T>) { return forms::make_form<T>(); });

} // namespace agent_runtime
