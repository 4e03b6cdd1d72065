#include "core/requests/request_table.h"

namespace agent_runtime {

using nlohmann::json;

void RequestTable::handle(const json &message, const RequestBook::Reply &reply) const {
	const Asker asker{ request_name(message), reply };
	if (const MaybeProblem problem = vocabulary_.find_problem(message, From::outside)) {
		reply(RequestBook::completed(asker.name, problem->to_status()));
		return;
	}
	if (const Status admitted = admit_(); !admitted.ok()) {
		reply(RequestBook::completed(asker.name, admitted));
		return;
	}
	const std::string &type = message.at("type").get_ref<const std::string &>();
	const auto row = rows_.find(type);
	if (row == rows_.end()) {
		reply(RequestBook::completed(
				asker.name, Status(StatusCode::unsupported, type + " is not answered here")));
		return;
	}
	row->second->read(message, asker);
}

} // namespace agent_runtime
