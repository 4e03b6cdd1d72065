#include "core/agents/profile.h"

#include "core/agents/json_fields.h"
#include "core/base/vocabulary_walks.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

// What is read may come from a file of anybody's: it keeps to what a request may ask for.
constexpr Micros LONGEST_REST =
		std::chrono::seconds(static_cast<std::int64_t>(vocabulary::LONGEST_INTERVAL));

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

json profile_to_json(const AgentProfile &profile) {
	json result{ { "name", profile.self.name }, { "role", profile.self.role },
		{ "persona", profile.self.persona }, { "key", profile.key },
		{ "cli_backend", mind_kind_name(profile.mind) }, { "model", profile.model },
		{ "hearing_radius", profile.hearing_radius },
		{ "think_interval", profile.think_interval.count() }, { "seed", profile.seed },
		{ "moved_by_game", profile.moved_by_game }, { "metadata", profile.metadata } };
	if (profile.own_subscription != nullptr) {
		result.update(subscription_to_json(*profile.own_subscription));
	}
	if (profile.budget != ThoughtBudget()) {
		result["budget"] = { { "thoughts", profile.budget.thoughts },
			{ "thoughts_per_minute", profile.budget.thoughts_per_minute },
			{ "tokens", profile.budget.tokens },
			{ "micro_dollars", profile.budget.money.micro_dollars } };
	}
	if (!profile.walks_by_default()) {
		result["seat"] = profile.seat();
		result["walk_speed"] = profile.walk_speed;
		result["routine"] = routine_name(profile.routine);
	}
	if (profile.has_default_mind) {
		result["default_mind"] = true;
	}
	if (!profile.mind_options.empty()) {
		result["mind_options"] = profile.mind_options;
	}
	return result;
}

ProfilePtr profile_from_json(const json &from) {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	profile->self = { text_of(from, "name"), text_of(from, "role"), text_of(from, "persona") };
	profile->key = text_of(from, "key");
	profile->mind = parse_mind_kind(text_of(from, "cli_backend")).value_or(MindKind::offline);
	profile->has_default_mind = flag_of(from, "default_mind");
	profile->model = text_of(from, "model");
	profile->hearing_radius = std::clamp(
			number_of<float>(from, "hearing_radius"), 0.0f, static_cast<float>(LARGEST_COORDINATE));
	profile->think_interval = std::clamp(
			Micros{ number_of<std::int64_t>(from, "think_interval") }, Micros(), LONGEST_REST);
	profile->seed = number_of<std::uint64_t>(from, "seed");
	profile->moved_by_game = flag_of(from, "moved_by_game");
	Subscription subscription;
	read_subscription(from, subscription);
	profile->subscribe(std::move(subscription));
	if (const auto budget = from.find("budget"); budget != from.end() && budget->is_object()) {
		profile->budget = { number_of<std::uint32_t>(*budget, "thoughts"),
			number_of<std::uint32_t>(*budget, "thoughts_per_minute"),
			std::max<std::int64_t>(number_of<std::int64_t>(*budget, "tokens"), 0),
			{ std::max<std::int64_t>(number_of<std::int64_t>(*budget, "micro_dollars"), 0) } };
	}
	profile->take_seat(text_of(from, "seat"));
	profile->walk_speed = std::clamp(number_of<float>(from, "walk_speed"), 0.0f,
			static_cast<float>(vocabulary::HIGHEST_SPEED));
	profile->routine = parse_routine(text_of(from, "routine"));
	profile->mind_options = text_of(from, "mind_options");
	profile->metadata = text_of(from, "metadata");
	return profile;
}

} // namespace agent_runtime
