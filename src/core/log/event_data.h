#pragma once

// What has happened, as a value of the struct that some room has for it. Rooms bring types of their
// own (EventList); the log knows of each only what its form says.
// Thread rule: immutable once emitted.

#include "core/base/field.h"
#include "core/base/signal_arguments.h"
#include "core/log/subject.h"

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

class EventData;

// Everything that is known about one type of event, made from the fields beside the struct
// (event_forms.h). Thread rule: immutable.
struct EventForm {
	MessageType message; // its row of the vocabulary; has no name if no room knows it
	std::span<const SignalArgument> arguments; // of its signal, if it has one
	bool waits_for_storage = false; // it must be stored before it is sent

	void (*copy)(const void *from, void *to) = nullptr;
	void (*move)(void *from, void *to) noexcept = nullptr;
	void (*destroy)(void *data) noexcept = nullptr;
	void (*write)(const void *data, nlohmann::json &into) = nullptr;
	EventData (*read)(const nlohmann::json &from, const Subject &subject) = nullptr;
	void (*show)(const void *data, const Subject &subject, ArgumentVisitor &visitor) = nullptr;
};

// The types of events of a room, in one list.
template <typename... Events>
struct EventList {
	static constexpr std::size_t SIZE = sizeof...(Events);

	template <typename T>
	static constexpr std::size_t index_of() {
		constexpr std::array SAME = { std::is_same_v<T, Events>... };
		std::size_t index = 0;
		while (!SAME[index]) {
			index++;
		}
		return index;
	}
	template <typename Make>
	static constexpr std::array<EventForm, SIZE> make_forms(Make make) {
		return { make(std::type_identity<Events>())... };
	}
};

// Their forms, in the same order: instantiated in one source file of the room, with event_forms.h.
template <typename List>
struct EventTable {
	static const std::array<EventForm, List::SIZE> FORMS;
};

// A struct that is an event: it has a TYPE, the list that contains it, and fields.
template <typename T>
concept EventStruct = requires {
	typename T::List;
};

template <EventStruct T>
const EventForm &event_form() {
	return EventTable<typename T::List>::FORMS[T::List::template index_of<T>()];
}

// Any event's struct. Small ones are stored inside; large ones are shared.
class EventData {
public:
	static constexpr std::size_t INSIDE_BYTES = 40;

	// An OtherEvent without a type.
	EventData();
	template <EventStruct T>
	EventData(T data) :
			form_(&event_form<T>()) {
		new (place()) Held<T>(hold(std::move(data)));
	}
	EventData(const EventData &other) :
			form_(other.form_) {
		form_->copy(other.place(), place());
	}
	EventData(EventData &&other) noexcept :
			form_(other.form_) {
		form_->move(other.place(), place());
	}
	EventData &operator=(const EventData &other) { return *this = EventData(other); }
	EventData &operator=(EventData &&other) noexcept {
		if (this != &other) {
			form_->destroy(place());
			form_ = other.form_;
			form_->move(other.place(), place());
		}
		return *this;
	}
	~EventData() { form_->destroy(place()); }

	const EventForm &form() const { return *form_; }
	const void *address() const { return place(); }

	template <EventStruct T>
	bool is() const {
		return form_ == &event_form<T>();
	}
	// Null when it is of another type.
	template <EventStruct T>
	const T *get_if() const {
		return is<T>() ? &of<T>(place()) : nullptr;
	}

	template <typename T>
	static constexpr bool LIES_INSIDE = sizeof(T) <= INSIDE_BYTES &&
			alignof(T) <= alignof(void *) && std::is_nothrow_move_constructible_v<T>;
	template <typename T>
	using Held = std::conditional_t<LIES_INSIDE<T>, T, std::shared_ptr<const T>>;

	// The struct at an address.
	template <typename T>
	static const T &of(const void *place) {
		const Held<T> &held = *static_cast<const Held<T> *>(place);
		if constexpr (LIES_INSIDE<T>) {
			return held;
		} else {
			return *held;
		}
	}

private:
	template <typename T>
	static Held<T> hold(T data) {
		if constexpr (LIES_INSIDE<T>) {
			return data;
		} else {
			return std::make_shared<const T>(std::move(data));
		}
	}
	void *place() { return inside_.data(); }
	const void *place() const { return inside_.data(); }

	const EventForm *form_;
	alignas(void *) std::array<std::byte, INSIDE_BYTES> inside_;
};

} // namespace agent_runtime
