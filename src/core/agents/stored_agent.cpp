#include "core/agents/stored_agent.h"

#include "core/agents/json_fields.h"
#include "core/agents/profile_fields.h"
#include "core/agents/profile_json.h"
#include "core/base/json_members.h"
#include "core/base/json_text.h"

#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

using nlohmann::json;

namespace {

using OwnSubscription = std::shared_ptr<const Subscription>;

// Writes the fields that are no default.
struct FieldText {
	JsonText &text;

	template <typename T>
	void operator()(const char *name, const T &value, double = 0) const {
		if (value == T{}) {
			return;
		}
		if constexpr (std::is_same_v<T, OwnSubscription>) {
			const json members = subscription_to_json(*value);
			for (const auto &[member, held] : members.items()) {
				text.json(member, held.dump());
			}
		} else if constexpr (std::is_same_v<T, ThoughtBudget>) {
			text.json(name, profile_json::to_json(value).dump());
		} else if constexpr (std::is_same_v<T, MindKind>) {
			text.member(name, mind_kind_name(value));
		} else if constexpr (std::is_same_v<T, Routine>) {
			text.member(name, routine_name(value));
		} else if constexpr (std::is_same_v<T, Micros>) {
			text.member(name, std::int64_t{ value.count() });
		} else if constexpr (std::is_same_v<T, std::shared_ptr<const std::string>>) {
			text.member(name, *value);
		} else {
			text.member(name, value);
		}
	}
};

// Every field; null, which json_patch() takes for nothing, stands for a default.
struct FieldPatch {
	json &patch;

	template <typename T>
	void operator()(const char *name, const T &value, double = 0) const {
		patch[name] = value == T{} ? json() : profile_json::to_json(value);
	}
	void operator()(const char *, const OwnSubscription &value) const {
		patch.update(subscription_to_json(value != nullptr ? *value : Subscription()));
	}
};

// Reads one member into the field of its name.
struct MemberReader {
	std::string_view member;
	std::string_view value;
	bool is_read = false;
	bool is_sound = true;

	template <typename T, typename... Bound>
	void operator()(const char *name, T &field, Bound... bound) {
		if (is_read || member != name) {
			return;
		}
		is_read = true;
		if constexpr (std::is_same_v<T, std::string>) {
			if (plain_text_in(value, field)) {
				return;
			}
		}
		const json parsed = json::parse(value, nullptr, false);
		is_sound = !parsed.is_discarded();
		profile_json::assign(field, parsed, bound...);
	}
	void operator()(const char *, OwnSubscription &) {}
};

bool is_of_subscription(std::string_view member) {
	return member == "groups" || member == "topics" || member == "filter";
}

// What a config holds beside the fields of a profile.
struct Frame {
	json members = json::object();
	json subscription = json::object();

	// False when it cannot be read.
	bool take(std::string_view name, std::string_view value) {
		json parsed = json::parse(value, nullptr, false);
		const bool is_sound = !parsed.is_discarded();
		(is_of_subscription(name) ? subscription : members)[std::string(name)] = std::move(parsed);
		return is_sound;
	}
	bool is_readable() const {
		const auto version = members.find("version");
		if (version == members.end()) {
			return text_of(members, "kind") == "spawn";
		}
		return version->is_number_integer() && *version == NEWEST_AGENT_FORM;
	}
};

} // namespace

std::string stored_agent_text(AgentId agent, const AgentProfile &profile, TilePosition position) {
	JsonText text;
	text.member("version", std::int64_t{ NEWEST_AGENT_FORM }).member("agent", agent.to_string());
	text.begin("position").member("x", position.x).member("y", position.y).end();
	visit_profile(profile, FieldText{ text });
	return text.take();
}

std::string stored_profile_patch(const AgentProfile &profile) {
	json patch{ { "version", NEWEST_AGENT_FORM }, { "kind", nullptr } };
	visit_profile(profile, FieldPatch{ patch });
	return patch.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<StoredAgent> stored_agent_from(std::string_view text) {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	Frame frame;
	JsonMembers members(text);
	while (members.next()) {
		MemberReader reader{ members.name(), members.value() };
		visit_profile(*profile, reader);
		if (!reader.is_read) {
			reader.is_sound = frame.take(members.name(), members.value());
		}
		if (!reader.is_sound) {
			return std::nullopt;
		}
	}
	if (!members.ok() || !frame.is_readable()) {
		return std::nullopt;
	}
	if (!frame.subscription.empty()) {
		Subscription subscription;
		read_subscription(frame.subscription, subscription);
		profile->subscribe(std::move(subscription));
	}
	StoredAgent stored{ agent_of(frame.members, "agent"), std::move(profile),
		position_of(frame.members, "position"), std::nullopt, flag_of(frame.members, "paused") };
	if (frame.members.contains("home")) {
		stored.home = position_of(frame.members, "home");
	}
	return stored;
}

} // namespace agent_runtime
