#include "godot/offer_options.h"

#include "core/base/field_problem.h"
#include "core/mind/action_table.h"
#include "godot/convert.h"
#include "godot/script_calls.h"

#include <godot_cpp/variant/array.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <chrono>
#include <string>
#include <utility>

using namespace godot;

namespace agent_runtime {

namespace {

constexpr int64_t LONGEST_GROUP = 256;

Status wrong(std::string p_field, const char *p_problem, const char *p_advice) {
	return FieldProblem{ std::move(p_field), p_problem, p_advice }.to_status();
}

bool is_text(const Variant &p_value) {
	return p_value.get_type() == Variant::STRING || p_value.get_type() == Variant::STRING_NAME;
}

Status read_agent(const Variant &p_value, OfferOptions &r_options) {
	if (!is_text(p_value)) {
		return wrong("options.agent", "is not the id of an agent", "give one such as agent_001");
	}
	const Result<AgentId> agent = agent_id_from(p_value, "options.agent");
	if (agent.ok()) {
		r_options.scope.agent = agent.value();
	}
	return agent.status();
}

Status read_group(const Variant &p_value, OfferOptions &r_options) {
	const String group = is_text(p_value) ? String(p_value) : String();
	if (group.is_empty() || group.length() > LONGEST_GROUP) {
		return wrong("options.group", "is not the name of a group",
				"give one that agents belong to, see AgentConfig.groups");
	}
	r_options.scope.group = to_utf8(group);
	return Status();
}

Status read_deadline(const Variant &p_value, OfferOptions &r_options) {
	constexpr int64_t LONGEST =
			std::chrono::duration_cast<std::chrono::milliseconds>(ActionInfo::LONGEST_DEADLINE)
					.count();
	const int64_t milliseconds = p_value.get_type() == Variant::INT ? int64_t(p_value) : 0;
	if (milliseconds < 1 || milliseconds > LONGEST) {
		return wrong("options.deadline_msec", "is not an integer between 1 and 600000",
				"leave it out for the usual time");
	}
	r_options.deadline = std::chrono::milliseconds(milliseconds);
	return Status();
}

Status read_option(
		const Variant &p_key, const Variant &p_value, bool p_deadline, OfferOptions &r_options) {
	const String key = is_text(p_key) ? String(p_key) : String(p_key.stringify());
	if (key == "agent") {
		return read_agent(p_value, r_options);
	}
	if (key == "group") {
		return read_group(p_value, r_options);
	}
	if (key == "deadline_msec" && p_deadline) {
		return read_deadline(p_value, r_options);
	}
	return wrong("options." + to_utf8(key), "is not an option here",
			p_deadline ? "use agent or group, and deadline_msec" : "use agent or group");
}

} // namespace

Result<OfferOptions> offer_options_from(const Dictionary &p_options, bool p_takes_deadline) {
	OfferOptions options;
	const Array keys = p_options.keys();
	for (int64_t i = 0; i < keys.size(); i++) {
		Status read = read_option(keys[i], p_options[keys[i]], p_takes_deadline, options);
		if (!read.ok()) {
			return read;
		}
	}
	if (options.scope.is_for_agent() && !options.scope.group.empty()) {
		return wrong("options", "names both an agent and a group",
				"give one of them, or neither for all agents");
	}
	return options;
}

} // namespace agent_runtime
