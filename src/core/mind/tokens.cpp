#include "core/mind/tokens.h"

namespace agent_runtime {

std::int64_t estimate_tokens(std::string_view text) {
	std::int64_t plain = 0; // bytes of alphabets
	std::int64_t dense = 0; // characters of three bytes and more
	for (const char c : text) {
		const unsigned char byte = static_cast<unsigned char>(c);
		if (byte < 0xE0 && (byte < 0x80 || byte >= 0xC0)) {
			plain += byte < 0x80 ? 1 : 2;
		} else if (byte >= 0xE0) {
			dense++;
		}
	}
	return (plain * 2 + 6) / 7 + dense;
}

} // namespace agent_runtime
