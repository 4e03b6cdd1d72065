#include "core/base/status.h"

#include <cstdio>
#include <cstdlib>

namespace agent_runtime {

std::string_view status_code_name(StatusCode code) {
	switch (code) {
		case StatusCode::ok:
			return "ok";
		case StatusCode::invalid_argument:
			return "invalid_argument";
		case StatusCode::not_found:
			return "not_found";
		case StatusCode::already_exists:
			return "already_exists";
		case StatusCode::failed_precondition:
			return "failed_precondition";
		case StatusCode::permission_denied:
			return "permission_denied";
		case StatusCode::unavailable:
			return "unavailable";
		case StatusCode::exhausted:
			return "exhausted";
		case StatusCode::cancelled:
			return "cancelled";
		case StatusCode::deadline_exceeded:
			return "deadline_exceeded";
		case StatusCode::corrupt:
			return "corrupt";
		case StatusCode::unsupported:
			return "unsupported";
		case StatusCode::internal:
			return "internal";
	}
	return "internal";
}

StatusCode parse_status_code(std::string_view name) {
	for (int i = 0; i <= static_cast<int>(StatusCode::internal); i++) {
		const StatusCode code = static_cast<StatusCode>(i);
		if (status_code_name(code) == name) {
			return code;
		}
	}
	return StatusCode::internal;
}

namespace {

FailedValueHandler failed_value_handler = nullptr;

} // namespace

void set_failed_value_handler(FailedValueHandler handler) {
	failed_value_handler = handler;
}

void refuse_failed_value(const Status &status) {
	if (failed_value_handler != nullptr) {
		failed_value_handler(status);
	}
	std::fprintf(stderr, "The value of a result was taken that failed: %s\n",
			status.to_string().c_str());
	std::abort();
}

Status::Status(StatusCode code, std::string message) :
		code_(code),
		message_(std::move(message)) {
	assert(code != StatusCode::ok && "an error needs an error code");
}

Status::Status(StatusCode code, std::string message, std::string field) :
		Status(code, std::move(message)) {
	if (!field.empty()) {
		field_ = std::make_shared<const std::string>(std::move(field));
	}
}

const std::string &Status::field() const {
	static const std::string none;
	return field_ != nullptr ? *field_ : none;
}

std::string Status::to_string() const {
	if (ok()) {
		return "ok";
	}
	return std::string(status_code_name(code_)) + ": " + message_;
}

} // namespace agent_runtime
