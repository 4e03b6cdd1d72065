#include "core/requests/request_table.h"

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr const char *TRACE = "trace_id";

// None when it brings none, or one that is not valid.
TraceId trace_in(const json &message) {
	const bool has_one =
			message.is_object() && message.contains(TRACE) && message.at(TRACE).is_string();
	return has_one
			? TraceId::parse(message.at(TRACE).get_ref<const std::string &>()).value_or(TraceId())
			: TraceId();
}

} // namespace

RequestId RequestTable::handle(
		const json &message, const RequestBook::Reply &reply, From from) const {
	const TraceId brought = trace_in(message);
	const Asker asker{ request_name(message), reply, brought.is_none() ? traces_.make() : brought,
		from };
	if (const MaybeProblem problem = vocabulary_.find_problem(message, From::outside)) {
		asker.complete(problem->to_status());
		return {};
	}
	if (message.contains(TRACE) && brought.is_none()) {
		asker.complete(FieldProblem{ TRACE, "is no trace id",
				"give 32 digits of 0 to 9 and a to f that are not all 0, or leave it out" }
							   .to_status());
		return {};
	}
	if (const Status admitted = admit_(); !admitted.ok()) {
		asker.complete(admitted);
		return {};
	}
	const std::string &type = message.at("type").get_ref<const std::string &>();
	const auto row = rows_.find(type);
	if (row == rows_.end()) {
		asker.complete(Status(StatusCode::unsupported, type + " is not answered here"));
		return {};
	}
	return row->second->read(message, asker);
}

} // namespace agent_runtime
