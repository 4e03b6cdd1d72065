#include "core/log/event.h"

#include "core/log/event_forms.h"

namespace agent_runtime {

namespace {

using forms::make_bare_form;

// Its members are the sender's own.
constexpr EventForm make_other_form() {
	EventForm form = make_bare_form<OtherEvent>();
	form.message.kind = MessageKind::durable;
	form.write = [](const void *data, nlohmann::json &into) {
		nlohmann::json members =
				nlohmann::json::parse(EventData::of<OtherEvent>(data).data, nullptr, false);
		if (members.is_object()) {
			into.update(members);
		}
	};
	form.show = [](const void *, const Subject &, ArgumentVisitor &) {};
	return form;
}

} // namespace

template <>
const std::array<EventForm, 1> EventTable<OtherEvent::List>::FORMS = { make_other_form() };

EventData::EventData() :
		EventData(OtherEvent()) {}

std::string_view event_type(const Event &event) {
	const OtherEvent *other = event.data.get_if<OtherEvent>();
	return other != nullptr ? std::string_view(other->type) : event.data.form().message.name;
}

} // namespace agent_runtime
