#pragma once

#include "core/base/field_problem.h"
#include "core/base/vocabulary.h"
#include "core/gateway/gateway_core.h"
#include "core/gateway/line_source.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <variant>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What a client wants of numbered lines.
struct LineWishes {
	nlohmann::json request = {}; // see LineSource::open
	// New lines as Server-Sent Events as long as there may be any; else those that are there now,
	// in one JSON object.
	bool follows = false;
	// How many lines to send, and about how many bytes of them, but one line at least. None: all of
	// them.
	std::optional<std::size_t> most_lines = {};
	std::optional<std::size_t> most_bytes = {};
};

// What a client asks for: a request of their route, which is checked here, and where it goes on
// when it comes back.
std::variant<LineWishes, FieldProblem> line_wishes(
		const RequestHead &head, nlohmann::json request, const Vocabulary &vocabulary);

// Answers with lines, page by page: the next one is read when the client has taken the last.
// Thread rule: worker only (io).
void serve_lines(const std::shared_ptr<GatewayCore> &core, AdmittedSocket admitted,
		LineSource &source, LineWishes wishes);

} // namespace agent_runtime
