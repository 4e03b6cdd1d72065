#include "core/agents/profile.h"

#include "core/agents/stored_profile.h"
#include "core/base/fields.h"

#include <utility>

namespace agent_runtime {

using nlohmann::json;

const Subscription AgentProfile::DEFAULT_SUBSCRIPTION;
const std::string AgentProfile::NO_SEAT;

void AgentProfile::take_seat(const std::string &name) {
	own_seat = name.empty() ? nullptr : std::make_shared<const std::string>(name);
}

void AgentProfile::subscribe(Subscription subscription) {
	own_subscription = subscription.is_default()
			? nullptr
			: std::make_shared<const Subscription>(std::move(subscription));
}

json profile_to_json(const AgentProfile &profile) {
	json result = json::object();
	for_each_stored_field([&](const auto &row) {
		const auto &value = row.get(profile);
		using Value = std::remove_cvref_t<decltype(value)>;
		if (value != Value{}) {
			result[std::string(row.field.name)] = FieldCodec<Value>::write(value);
		}
	});
	return result;
}

ProfilePtr profile_from_json(const json &from) {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	for_each_stored_field([&](const auto &row) {
		if (const auto found = from.find(row.field.name); found != from.end()) {
			load_stored_field(row, *found, *profile);
		}
	});
	return profile;
}

} // namespace agent_runtime
