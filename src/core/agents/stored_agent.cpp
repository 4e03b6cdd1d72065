#include "core/agents/stored_agent.h"

#include "core/agents/stored_profile.h"
#include "core/base/json_fields.h"
#include "core/base/json_members.h"
#include "core/base/json_text.h"
#include "core/mind/position_field.h"

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

using nlohmann::json;

namespace {

template <typename Value>
void append(JsonText &text, std::string_view name, const Value &value) {
	if constexpr (HasChoices<Value>) {
		text.member(name, choice_name(value));
	} else if constexpr (std::unsigned_integral<Value> && !std::same_as<Value, bool>) {
		text.member(name, std::uint64_t{ value });
	} else if constexpr (requires { text.member(name, value); }) {
		text.member(name, value);
	} else {
		text.json(name, FieldCodec<Value>::write(value).dump());
	}
}

TilePosition position_in(const json &members, const char *name) {
	TilePosition position;
	if (const auto found = members.find(name); found != members.end()) {
		(void)FieldCodec<TilePosition>::read(FieldPath(), *found, position);
	}
	return position;
}

// Reads one member into the field with its name.
struct MemberReader {
	AgentProfile &profile;
	std::string_view member;
	std::string_view text;
	bool is_read = false;
	bool is_sound = true;

	template <typename Row>
	void read(const Row &row) {
		if (is_read || member != row.field.name) {
			return;
		}
		is_read = true;
		const bool is_plain = row.change(profile, [&]<typename Value>(Value &value) {
			if constexpr (std::is_same_v<Value, std::string>) {
				return plain_text_in(text, value);
			} else {
				return false;
			}
		});
		if (is_plain) {
			return;
		}
		const json parsed = json::parse(text, nullptr, false);
		is_sound = !parsed.is_discarded();
		load_stored_field(row, parsed, profile);
	}
};

// What a config contains besides the fields of a profile.
struct Frame {
	json members = json::object();

	// False when it cannot be read.
	bool take(std::string_view name, std::string_view value) {
		json parsed = json::parse(value, nullptr, false);
		const bool is_sound = !parsed.is_discarded();
		members[std::string(name)] = std::move(parsed);
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
	for_each_stored_field([&](const auto &row) {
		const auto &value = row.get(profile);
		using Value = std::remove_cvref_t<decltype(value)>;
		if (value != Value{}) {
			append(text, row.field.name, value);
		}
	});
	return text.take();
}

// Null, which json_patch() removes, stands for a default.
std::string stored_profile_patch(const AgentProfile &profile) {
	json patch{ { "version", NEWEST_AGENT_FORM }, { "kind", nullptr } };
	for_each_stored_field([&](const auto &row) {
		const auto &value = row.get(profile);
		using Value = std::remove_cvref_t<decltype(value)>;
		patch[std::string(row.field.name)] =
				value == Value{} ? json() : FieldCodec<Value>::write(value);
	});
	return patch.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<StoredAgent> stored_agent_from(std::string_view text) {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	Frame frame;
	JsonMembers members(text);
	while (members.next()) {
		MemberReader reader{ *profile, members.name(), members.value() };
		for_each_stored_field([&](const auto &row) { reader.read(row); });
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
	StoredAgent stored{ agent_of(frame.members, "agent"), std::move(profile),
		position_in(frame.members, "position"), std::nullopt, flag_of(frame.members, "paused") };
	if (frame.members.contains("home")) {
		stored.home = position_in(frame.members, "home");
	}
	return stored;
}

} // namespace agent_runtime
