#include "core/io/token.h"

#include "core/base/hexadecimal.h"
#include "core/base/system_chance.h"
#include "core/io/own_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>

namespace agent_runtime {

namespace {

bool is_token(std::string_view text) {
	return text.size() == TOKEN_BYTES * 2 &&
			std::all_of(text.begin(), text.end(),
					[](unsigned char byte) { return std::isxdigit(byte) != 0; });
}

std::optional<std::string> read_token(const std::string &path) {
	std::optional<std::string> text = read_own_file(path, TOKEN_BYTES * 2 + 1);
	if (text && text->ends_with('\n')) {
		text->pop_back();
	}
	return text && is_token(*text) ? text : std::nullopt;
}

} // namespace

Result<std::string> make_token() {
	std::array<std::uint64_t, TOKEN_BYTES / sizeof(std::uint64_t)> drawn = {};
	if (const std::error_code error = draw_from_system(drawn)) {
		return Status(
				StatusCode::unavailable, "the system gives no random numbers: " + error.message());
	}
	std::string token;
	for (const std::uint64_t number : drawn) {
		append_hexadecimal(token, number, HEXADECIMAL_DIGITS);
	}
	return token;
}

Result<std::string> load_or_make_token(const std::string &path) {
	if (std::optional<std::string> kept = read_token(path)) {
		return *std::move(kept);
	}
	Result<std::string> token = make_token();
	if (!token.ok()) {
		return token;
	}
	if (const Status status = write_own_file(path, token.value() + "\n"); !status.ok()) {
		return status;
	}
	return token;
}

bool same_token(std::string_view one, std::string_view other) {
	unsigned difference = one.size() == other.size() ? 0U : 1U;
	for (std::size_t i = 0; i < std::min(one.size(), other.size()); i++) {
		difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
	}
	return difference == 0;
}

} // namespace agent_runtime
