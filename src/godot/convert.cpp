#include "godot/convert.h"

#include "core/base/utf8.h"

using namespace godot;

namespace agent_runtime {

namespace {

void append_utf8(std::string &r_text, char32_t p_point) {
	const auto append = [&](char32_t p_byte) { r_text.push_back(static_cast<char>(p_byte)); };
	const auto tail = [&](int p_shift) { append(0x80 | ((p_point >> p_shift) & 0x3F)); };
	if (p_point < 0x80) {
		append(p_point);
	} else if (p_point < 0x800) {
		append(0xC0 | (p_point >> 6));
		tail(0);
	} else if (p_point < 0x10000) {
		append(0xE0 | (p_point >> 12));
		tail(6);
		tail(0);
	} else if (p_point < 0x110000) {
		append(0xF0 | (p_point >> 18));
		tail(12);
		tail(6);
		tail(0);
	} else {
		append(0xFF); // never part of UTF-8
	}
}

} // namespace

std::string to_utf8(const String &p_text) {
	const char32_t *const points = p_text.ptr();
	const int64_t count = p_text.length();
	std::string text;
	text.reserve(static_cast<std::size_t>(count));
	for (int64_t i = 0; i < count; i++) {
		append_utf8(text, points[i]);
	}
	return text;
}

std::optional<std::string> to_strict_utf8(const String &p_text) {
	std::string text = to_utf8(p_text);
	if (!is_valid_utf8(text)) {
		return std::nullopt;
	}
	return text;
}

Error to_error(StatusCode p_code) {
	switch (p_code) {
		case StatusCode::ok:
			return OK;
		case StatusCode::invalid_argument:
			return ERR_INVALID_PARAMETER;
		case StatusCode::not_found:
			return ERR_DOES_NOT_EXIST;
		case StatusCode::already_exists:
			return ERR_ALREADY_IN_USE;
		case StatusCode::failed_precondition:
			return ERR_UNCONFIGURED;
		case StatusCode::permission_denied:
			return ERR_FILE_NO_PERMISSION;
		case StatusCode::unavailable:
			return ERR_BUSY;
		case StatusCode::exhausted:
			return ERR_CANT_ACQUIRE_RESOURCE;
		case StatusCode::cancelled:
			return ERR_SKIP;
		case StatusCode::deadline_exceeded:
			return ERR_TIMEOUT;
		case StatusCode::corrupt:
			return ERR_FILE_CORRUPT;
		case StatusCode::unsupported:
			return ERR_FILE_UNRECOGNIZED;
		case StatusCode::internal:
			return ERR_BUG;
	}
	return FAILED;
}

} // namespace agent_runtime
