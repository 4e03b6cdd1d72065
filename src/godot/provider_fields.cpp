#include "godot/provider_fields.h"

#include "godot/convert.h"
#include "godot/mind_settings.h"
#include "godot/setting.h"

#include <godot_cpp/variant/array.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace godot;

namespace agent_runtime {

namespace {

// Which minds a field concerns.
enum Concern : std::uint8_t { HTTP = 1, PROGRAM = 2, GAME = 4, OUTSIDE = HTTP | PROGRAM };

struct ProviderField {
	const char *name;
	std::uint8_t concerns;
	Variant (*read)(const ProviderSettings &p_settings);
	void (*write)(ProviderSettings &r_settings, const Setting &p_setting);
	PropertyHint hint = PROPERTY_HINT_NONE;
	const char *hint_string = "";
	double lowest = 0.0;
	double highest = 0.0;
};

constexpr double LONGEST_TIMEOUT = 86'400.0;
constexpr double MOST_CALLS = 1e6;
constexpr double MOST_ANSWER_TOKENS = 1e9;
constexpr char SECONDS[] = "0.1,600,0.1,or_greater,suffix:s";
constexpr char COUNT[] = "0,1000,1,or_greater";
constexpr char TOKENS[] = "0,1000000,1,or_greater";

template <std::string ProviderSettings::*Member>
constexpr ProviderField text_field(const char *p_name, std::uint8_t p_concerns) {
	return { p_name, p_concerns,
		[](const ProviderSettings &p_settings) { return Variant(to_godot(p_settings.*Member)); },
		[](ProviderSettings &r_settings, const Setting &p_setting) {
			r_settings.*Member = to_utf8(p_setting.text().strip_edges());
		} };
}

template <Micros MindTimeouts::*Member>
constexpr ProviderField timeout_field(const char *p_name, std::uint8_t p_concerns) {
	return { p_name, p_concerns,
		[](const ProviderSettings &p_settings) {
			return Variant(static_cast<double>((p_settings.timeouts.*Member).count()) / 1e6);
		},
		[](ProviderSettings &r_settings, const Setting &p_setting) {
			r_settings.timeouts.*Member = Micros(static_cast<int64_t>(p_setting.number() * 1e6));
		},
		PROPERTY_HINT_RANGE, SECONDS, 0.1, LONGEST_TIMEOUT };
}

template <int CallLimits::*Member>
constexpr ProviderField limit_field(const char *p_name) {
	return { p_name, OUTSIDE,
		[](const ProviderSettings &p_settings) {
			return Variant(static_cast<int64_t>(p_settings.limits.*Member));
		},
		[](ProviderSettings &r_settings, const Setting &p_setting) {
			r_settings.limits.*Member = static_cast<int>(p_setting.number());
		},
		PROPERTY_HINT_RANGE, COUNT, 0.0, MOST_CALLS };
}

template <std::int64_t ProviderSettings::*Member>
constexpr ProviderField token_field(const char *p_name, std::uint8_t p_concerns, double p_lowest) {
	return { p_name, p_concerns,
		[](const ProviderSettings &p_settings) { return Variant(p_settings.*Member); },
		[](ProviderSettings &r_settings, const Setting &p_setting) {
			r_settings.*Member = static_cast<int64_t>(p_setting.number());
		},
		PROPERTY_HINT_RANGE, TOKENS, p_lowest, MOST_ANSWER_TOKENS };
}

// Names of headers that carry keys.
bool holds_key(const std::string &p_name) {
	std::string name = p_name;
	std::transform(name.begin(), name.end(), name.begin(),
			[](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
	return name == "authorization" || name == "x-api-key" || name == "api-key";
}

void write_headers(ProviderSettings &r_settings, const Setting &p_setting) {
	const Dictionary table = p_setting.table();
	const Array names = table.keys();
	std::vector<std::pair<std::string, std::string>> headers;
	for (int64_t i = 0; i < names.size(); i++) {
		const Variant &value = table[names[i]];
		if (names[i].get_type() != Variant::STRING || value.get_type() != Variant::STRING) {
			p_setting.refuse("give texts as names and as values");
			return;
		}
		const std::string name = to_utf8(names[i]);
		if (holds_key(name)) {
			p_setting.refuse(
					"keys do not belong into a project; give it by the environment, or in " +
					String(KEYS_FILE));
			return;
		}
		headers.emplace_back(name, to_utf8(value));
	}
	r_settings.headers = std::move(headers);
}

const std::vector<ProviderField> &all_fields() {
	static const std::vector<ProviderField> table = {
		{ "enabled", OUTSIDE,
				[](const ProviderSettings &p_settings) { return Variant(p_settings.allowed); },
				[](ProviderSettings &r_settings, const Setting &p_setting) {
					r_settings.allowed = p_setting.flag();
				} },
		text_field<&ProviderSettings::base_url>("base_url", HTTP),
		text_field<&ProviderSettings::program>("program", PROGRAM),
		text_field<&ProviderSettings::permission_mode>("permission_mode", PROGRAM),
		text_field<&ProviderSettings::model>("model", OUTSIDE),
		text_field<&ProviderSettings::far_model>("far_model", OUTSIDE),
		{ "headers", HTTP, [](const ProviderSettings &) { return Variant(Dictionary()); },
				write_headers },
		token_field<&ProviderSettings::max_output_tokens>("max_output_tokens", HTTP, 1.0),
		token_field<&ProviderSettings::prompt_tokens>("prompt_tokens", OUTSIDE | GAME, 256.0),
		{ "temperature", HTTP,
				[](const ProviderSettings &p_settings) {
					return Variant(p_settings.temperature.value_or(-1.0));
				},
				[](ProviderSettings &r_settings, const Setting &p_setting) {
					const double wanted = p_setting.number();
					r_settings.temperature =
							wanted < 0.0 ? std::optional<double>() : std::optional(wanted);
				},
				PROPERTY_HINT_RANGE, "-1,2,0.05", -1.0, 2.0 },
		timeout_field<&MindTimeouts::connect>("connect_timeout", HTTP),
		timeout_field<&MindTimeouts::first_token>("first_token_timeout", OUTSIDE),
		timeout_field<&MindTimeouts::idle>("idle_timeout", OUTSIDE),
		timeout_field<&MindTimeouts::total>("total_timeout", OUTSIDE | GAME),
		limit_field<&CallLimits::in_flight>("calls_at_once"),
		limit_field<&CallLimits::calls_per_minute>("calls_per_minute"),
		{ "tokens_per_minute", HTTP,
				[](const ProviderSettings &p_settings) {
					return Variant(p_settings.limits.tokens_per_minute);
				},
				[](ProviderSettings &r_settings, const Setting &p_setting) {
					r_settings.limits.tokens_per_minute = static_cast<int64_t>(p_setting.number());
				},
				PROPERTY_HINT_RANGE, TOKENS, 0.0, MOST_ANSWER_TOKENS },
		{ "retries", OUTSIDE,
				[](const ProviderSettings &p_settings) {
					return Variant(static_cast<int64_t>(p_settings.retry.retries));
				},
				[](ProviderSettings &r_settings, const Setting &p_setting) {
					r_settings.retry.retries = static_cast<int>(p_setting.number());
				},
				PROPERTY_HINT_RANGE, "0,10,1", 0.0, 10.0 },
	};
	return table;
}

std::uint8_t concern_of(MindKind p_kind) {
	switch (p_kind) {
		case MindKind::anthropic:
		case MindKind::openai:
			return HTTP;
		case MindKind::claude:
		case MindKind::codex:
			return PROGRAM;
		default:
			return GAME;
	}
}

// A game's own mind has the whole time for itself, and no limit on how often it is asked.
ProviderSettings default_of(MindKind p_kind) {
	ProviderSettings settings;
	if (p_kind == MindKind::game) {
		settings.limits = { .in_flight = 0, .calls_per_minute = 0, .tokens_per_minute = 0 };
		settings.retry.retries = 0;
		settings.timeouts.total = std::chrono::minutes(1);
		settings.timeouts.first_token = settings.timeouts.total;
		settings.timeouts.idle = settings.timeouts.total;
	}
	return settings;
}

Setting setting_of(MindKind p_kind, const ProviderField &p_field) {
	return { String(setting::MINDS) + to_godot(mind_kind_name(p_kind)) + "/" + p_field.name,
		p_field.read(default_of(p_kind)), p_field.hint, p_field.hint_string, p_field.lowest,
		p_field.highest };
}

} // namespace

void register_provider(MindKind p_kind) {
	for (const ProviderField &field : all_fields()) {
		if ((field.concerns & concern_of(p_kind)) != 0) {
			setting_of(p_kind, field).add_to_project();
		}
	}
}

ProviderSettings read_provider(MindKind p_kind) {
	ProviderSettings settings = default_of(p_kind);
	for (const ProviderField &field : all_fields()) {
		if ((field.concerns & concern_of(p_kind)) != 0) {
			field.write(settings, setting_of(p_kind, field));
		}
	}
	if (p_kind == MindKind::game) {
		settings.timeouts.first_token = settings.timeouts.total;
		settings.timeouts.idle = settings.timeouts.total;
	}
	return settings;
}

} // namespace agent_runtime
