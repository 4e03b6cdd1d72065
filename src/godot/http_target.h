#pragma once

#include "core/base/status.h"

#include <string>

namespace agent_runtime {

// Where a request goes. Immutable.
struct HttpTarget {
	bool secure = false;
	std::string host;
	int port = 0;
	std::string authority; // as the header Host has it
	std::string path; // with the query

	// Not ok for what is no address of a server, or hides a password in one.
	static Result<HttpTarget> parse(const std::string &p_url);

private:
	Status split_authority();
};

} // namespace agent_runtime
