#pragma once

// The vocabulary of a whole runtime, for tests that only want to know whether a message keeps to
// it.

#include "core/runtime/vocabulary.h"

namespace agent_runtime {

inline const std::vector<const MessageType *> &message_types() {
	return runtime_vocabulary().all();
}

inline const MessageType *find_message(std::string_view name) {
	return runtime_vocabulary().find(name);
}

inline std::optional<FieldProblem> find_message_problem(
		const nlohmann::json &message, From from = From::inside) {
	return runtime_vocabulary().find_problem(message, from);
}

inline Status validate(const nlohmann::json &message, From from = From::inside) {
	return runtime_vocabulary().validate(message, from);
}

} // namespace agent_runtime
