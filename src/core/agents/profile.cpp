#include "core/agents/profile.h"

#include "core/agents/agent_config_fields.h"
#include "core/agents/json_fields.h"
#include "core/agents/profile_fields.h"
#include "core/agents/profile_json.h"

#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

std::vector<std::string> texts_of(const json &object, const char *field) {
	std::vector<std::string> texts;
	const auto found = object.find(field);
	if (found != object.end() && found->is_array()) {
		for (const json &each : *found) {
			if (each.is_string()) {
				texts.push_back(each.get<std::string>());
			}
		}
	}
	return texts;
}

} // namespace

const Subscription AgentProfile::DEFAULT_SUBSCRIPTION;
const std::string AgentProfile::NO_SEAT;

void AgentProfile::take_seat(const std::string &name) {
	own_seat = name.empty() ? nullptr : std::make_shared<const std::string>(name);
}

std::string_view routine_name(Routine routine) {
	return routine == Routine::wander ? "wander" : "still";
}

Routine parse_routine(std::string_view name) {
	return name == routine_name(Routine::wander) ? Routine::wander : Routine::still;
}

void AgentProfile::subscribe(Subscription subscription) {
	own_subscription = subscription.is_default()
			? nullptr
			: std::make_shared<const Subscription>(std::move(subscription));
}

json subscription_to_json(const Subscription &subscription) {
	json senders = json::array();
	for (const ParticipantId sender : subscription.filter.senders) {
		senders.push_back(sender.to_string());
	}
	return { { "groups", subscription.groups }, { "topics", subscription.topics },
		{ "filter",
				{ { "types", subscription.filter.types }, { "senders", std::move(senders) },
						{ "addressed_only", subscription.filter.addressed_only } } } };
}

void apply_subscription(const SubscriptionFields &fields, Subscription &subscription) {
	if (fields.groups) {
		subscription.groups = *fields.groups;
	}
	if (fields.topics) {
		subscription.topics = *fields.topics;
	}
	if (fields.filter) {
		const auto &[types, senders, addressed_only] = *fields.filter;
		subscription.filter = { types, senders, addressed_only };
	}
}

void show_subscription(const Subscription &subscription, SubscriptionFields &fields) {
	const auto &[types, senders, addressed_only] = subscription.filter;
	fields.groups = subscription.groups;
	fields.topics = subscription.topics;
	fields.filter = FilterFields{ types, senders, addressed_only };
}

void read_subscription(const json &from, Subscription &subscription) {
	if (from.contains("groups")) {
		subscription.groups = texts_of(from, "groups");
	}
	if (from.contains("topics")) {
		subscription.topics = texts_of(from, "topics");
	}
	const auto filter = from.find("filter");
	if (filter == from.end() || !filter->is_object()) {
		return;
	}
	subscription.filter = MessageFilter();
	subscription.filter.types = texts_of(*filter, "types");
	subscription.filter.addressed_only = flag_of(*filter, "addressed_only");
	for (const std::string &sender : texts_of(*filter, "senders")) {
		if (const std::optional<ParticipantId> id = ParticipantId::parse(sender)) {
			subscription.filter.senders.push_back(*id);
		}
	}
}

namespace {

struct FieldWriter {
	json &result;

	template <typename T>
	void operator()(const char *name, const T &value, double = 0) const {
		if (value != T{}) {
			result[name] = profile_json::to_json(value);
		}
	}
	void operator()(const char *, const std::shared_ptr<const Subscription> &value) const {
		if (value != nullptr) {
			result.update(subscription_to_json(*value));
		}
	}
};

struct FieldReader {
	const json &from;

	template <typename T, typename... Bound>
	void operator()(const char *name, T &value, Bound... bound) const {
		if (const auto found = from.find(name); found != from.end()) {
			profile_json::assign(value, *found, bound...);
		}
	}
	void operator()(const char *, std::shared_ptr<const Subscription> &) const {}
};

} // namespace

json profile_to_json(const AgentProfile &profile) {
	json result = json::object();
	visit_profile(profile, FieldWriter{ result });
	return result;
}

ProfilePtr profile_from_json(const json &from) {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	visit_profile(*profile, FieldReader{ from });
	Subscription subscription;
	read_subscription(from, subscription);
	profile->subscribe(std::move(subscription));
	return profile;
}

} // namespace agent_runtime
