#include "core/services/given_ids.h"

#include "core/base/ids.h"
#include "core/log/event_log.h"
#include "core/store/meta.h"

#include <nlohmann/json.hpp>

#include <array>
#include <string>
#include <string_view>

namespace agent_runtime {

namespace {

constexpr std::string_view META_GIVEN = "given_ids";

struct GivenKind {
	IdKind kind;
	const char *name;
	std::uint64_t highest; // the highest possible
};

constexpr std::array<GivenKind, ID_KINDS> KINDS = { {
		{ IdKind::agents, "agents", AgentIdKind::HIGHEST },
		{ IdKind::tasks, "tasks", IdMarks::HIGHEST },
		{ IdKind::conversations, "conversations", IdMarks::HIGHEST },
		{ IdKind::calls, "calls", IdMarks::HIGHEST },
} };

} // namespace

Status write_given_ids(Database &database, const IdNumbers &given) {
	nlohmann::json row;
	for (const GivenKind &each : KINDS) {
		row[each.name] = given.of(each.kind);
	}
	return write_meta(database, META_GIVEN, row.dump());
}

Result<IdNumbers> read_given_ids(Database &database) {
	const Result<std::string> text = read_meta(database, META_GIVEN);
	if (!text.ok()) {
		return text.status();
	}
	IdNumbers given;
	const nlohmann::json row = nlohmann::json::parse(text.value(), nullptr, false);
	for (const GivenKind &each : KINDS) {
		const auto found = row.is_object() ? row.find(each.name) : row.end();
		const bool is_number = found != row.end() && found->is_number_unsigned();
		const std::uint64_t number = is_number ? found->get<std::uint64_t>() : 0;
		given.of(each.kind) = number <= each.highest ? number : 0;
	}
	return given;
}

} // namespace agent_runtime
