#include "godot/mind_settings.h"

#include "core/base/json_io.h"
#include "core/providers/http_endpoint.h"
#include "godot/convert.h"
#include "godot/provider_fields.h"
#include "godot/setting.h"

#include <godot_cpp/classes/file_access.hpp>
#include <godot_cpp/classes/os.hpp>
#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/variant/packed_byte_array.hpp>

#include <array>
#include <cstddef>
#include <optional>

using namespace godot;
using nlohmann::json;

namespace agent_runtime {

namespace {

constexpr double MICRO_DOLLARS = 1e6; // in a dollar
constexpr double MOST_COUNTED = 1e12;

// The kinds that have a key, and their dialects.
struct KeySource {
	MindKind kind;
	HttpDialect dialect;
};
constexpr std::array KEY_SOURCES = { KeySource{ MindKind::anthropic, HttpDialect::anthropic },
	KeySource{ MindKind::openai, HttpDialect::openai } };

Setting default_backend() {
	return { setting::DEFAULT_BACKEND, "offline", PROPERTY_HINT_ENUM,
		"offline,anthropic,openai,claude,codex,game" };
}

Setting cli_in_exported_games() {
	return { setting::CLI_IN_EXPORTED_GAMES, false };
}

Setting trusted_certificates_setting() {
	return { setting::TRUSTED_CERTIFICATES, "", PROPERTY_HINT_FILE_PATH, "*.pem,*.crt" };
}

Setting prices_file() {
	return { setting::PRICES_FILE, "", PROPERTY_HINT_FILE_PATH, "*.json" };
}

// A cap of all accounts of a kind: "…/caps/agent_dollars".
struct CapField {
	const char *account;
	Caps LedgerCaps::*caps;
};

constexpr std::array CAP_ACCOUNTS = { CapField{ "total", &LedgerCaps::total },
	CapField{ "agent", &LedgerCaps::agent }, CapField{ "group", &LedgerCaps::group } };

Setting cap_setting(const char *p_account, const char *p_unit, const Variant &p_initial) {
	return { String(setting::MINDS) + "caps/" + p_account + "_" + p_unit, p_initial,
		PROPERTY_HINT_RANGE,
		p_initial.get_type() == Variant::FLOAT ? "0,1000,0.01,or_greater,suffix:$"
											   : "0,1000000,1,or_greater",
		0.0, MOST_COUNTED };
}

// The settings of one account, with the default caps.
struct CapSettings {
	Setting calls;
	Setting paid_calls;
	Setting tokens;
	Setting dollars;
};

CapSettings settings_of(const CapField &p_field) {
	const Caps initial = cautious_caps().*p_field.caps;
	return { cap_setting(p_field.account, "calls", initial.calls),
		cap_setting(p_field.account, "paid_calls", initial.paid_calls),
		cap_setting(p_field.account, "tokens", initial.tokens),
		cap_setting(p_field.account, "dollars",
				static_cast<double>(initial.money.micro_dollars) / MICRO_DOLLARS) };
}

LedgerCaps read_caps() {
	LedgerCaps caps = cautious_caps();
	for (const CapField &field : CAP_ACCOUNTS) {
		const CapSettings settings = settings_of(field);
		Caps &wanted = caps.*field.caps;
		wanted.calls = static_cast<int64_t>(settings.calls.number());
		wanted.paid_calls = static_cast<int64_t>(settings.paid_calls.number());
		wanted.tokens = static_cast<int64_t>(settings.tokens.number());
		wanted.money = { static_cast<int64_t>(settings.dollars.number() * MICRO_DOLLARS) };
	}
	return caps;
}

// Read by the engine, which also knows what is in the archive of an exported game.
std::optional<std::string> read_file(const String &p_path) {
	if (!FileAccess::file_exists(p_path)) {
		return std::nullopt;
	}
	const PackedByteArray bytes = FileAccess::get_file_as_bytes(p_path);
	if (FileAccess::get_open_error() != OK) {
		return std::nullopt;
	}
	return std::string(
			reinterpret_cast<const char *>(bytes.ptr()), static_cast<std::size_t>(bytes.size()));
}

// Messages never quote the file, since it contains keys.
json read_keys_file() {
	const std::optional<std::string> text = read_file(KEYS_FILE);
	if (!text) {
		return json::object();
	}
	const Result<json> keys = parse_json(*text);
	const bool is_sound = keys.ok() && keys.value().is_object();
	if (!is_sound) {
		ERR_PRINT("AgentRuntime: " + String(KEYS_FILE) +
				" cannot be read, and no key is taken from it; write it as in {\"anthropic\": "
				"\"your key\"}");
	}
	return is_sound ? keys.value() : json::object();
}

Secret find_key(const KeySource &p_source, const json &p_file) {
	const String variable = to_godot(key_variable(p_source.dialect));
	const String of_environment = OS::get_singleton()->get_environment(variable).strip_edges();
	if (!of_environment.is_empty()) {
		return Secret(to_utf8(of_environment));
	}
	const auto found = p_file.find(mind_kind_name(p_source.kind));
	return found != p_file.end() && found->is_string()
			? Secret(to_utf8(to_godot(found->get<std::string>()).strip_edges()))
			: Secret();
}

std::string read_prices() {
	const Setting own = prices_file();
	const String path = own.text();
	if (path.is_empty()) {
		return {};
	}
	const std::optional<std::string> text = read_file(path);
	if (!text) {
		own.refuse("there is no file " + path + " that can be read");
	}
	return text.value_or("");
}

} // namespace

void register_mind_settings() {
	default_backend().add_to_project();
	for (const CapField &field : CAP_ACCOUNTS) {
		const CapSettings settings = settings_of(field);
		settings.calls.add_to_project();
		settings.paid_calls.add_to_project();
		settings.tokens.add_to_project();
		settings.dollars.add_to_project();
	}
	for (const MindKind kind : CONFIGURED_MINDS) {
		register_provider(kind);
	}
	cli_in_exported_games().add_to_project();
	trusted_certificates_setting().add_to_project();
	prices_file().add_to_project();
}

MindSettings mind_settings() {
	MindSettings settings;
	const Setting backend = default_backend();
	const std::optional<MindKind> kind = parse_mind_kind(to_utf8(backend.text()));
	if (!kind) {
		backend.refuse();
	}
	settings.default_kind = kind.value_or(MindKind::offline);
	settings.caps = read_caps();
	settings.prices = read_prices();
	for (const MindKind each : CONFIGURED_MINDS) {
		settings.of(each) = read_provider(each);
	}
	const json keys = read_keys_file();
	for (const KeySource &source : KEY_SOURCES) {
		settings.of(source.kind).key = find_key(source, keys);
		settings.of(source.kind).keys_file = KEYS_FILE;
	}
	const bool may_export_cli = cli_in_exported_games().flag();
	if (!may_export_cli && OS::get_singleton()->has_feature("template")) {
		settings.of(MindKind::claude).allowed = false;
		settings.of(MindKind::codex).allowed = false;
	}
	return settings;
}

std::string trusted_certificates() {
	return to_utf8(trusted_certificates_setting().text());
}

} // namespace agent_runtime
