#include "core/mind/token_estimate.h"

#include <algorithm>
#include <cstddef>

namespace agent_runtime {

namespace {

constexpr std::int64_t BYTES_PER_TOKEN = 4;
constexpr std::int64_t LONGEST_WORD = 16; // anything longer is not a word but a key or a hash
constexpr std::int64_t PER_MESSAGE = 8; // for its role and its borders
constexpr std::int64_t PER_TOOL = 12;
constexpr std::int64_t ONCE_FOR_TOOLS = 600; // for the instructions that providers add

constexpr bool is_small_letter(unsigned char byte) {
	return byte >= 'a' && byte <= 'z';
}

constexpr bool is_capital(unsigned char byte) {
	return byte >= 'A' && byte <= 'Z';
}

// Counts a character beyond ASCII by its first byte; its other bytes count nothing.
constexpr std::int64_t tokens_of_lead(unsigned char byte) {
	if (byte >= 0xF0) {
		return 3;
	}
	if (byte >= 0xE0) {
		return 2;
	}
	return byte >= 0xC0 ? 1 : 0;
}

std::int64_t rounded_up(std::int64_t amount, std::int64_t part) {
	return (amount + part - 1) / part;
}

// Counts letters in a row. Capitals are rare in what models have learned, and count twice.
std::int64_t tokens_of_word(std::int64_t letters, std::int64_t capitals) {
	return letters > LONGEST_WORD ? rounded_up(letters, 2)
								  : rounded_up(letters + capitals, BYTES_PER_TOKEN);
}

} // namespace

std::int64_t estimate_tokens(std::string_view text) {
	std::int64_t tokens = 0;
	std::int64_t letters = 0;
	std::int64_t capitals = 0;
	for (const char each : text) {
		const unsigned char byte = static_cast<unsigned char>(each);
		if (is_small_letter(byte) || is_capital(byte)) {
			++letters;
			capitals += is_capital(byte) ? 1 : 0;
			continue;
		}
		tokens += tokens_of_word(letters, capitals);
		letters = 0;
		capitals = 0;
		if (byte != ' ') { // counted with the word after it
			tokens += byte < 0x80 ? 1 : tokens_of_lead(byte);
		}
	}
	tokens += tokens_of_word(letters, capitals);
	return std::max(tokens, rounded_up(static_cast<std::int64_t>(text.size()), BYTES_PER_TOKEN));
}

std::int64_t estimate_tokens(const ModelRequest &request) {
	std::int64_t tokens = PER_MESSAGE + estimate_tokens(request.system);
	for (const ModelMessage &message : request.messages) {
		tokens += PER_MESSAGE + estimate_tokens(message.text);
		for (const ToolCall &call : message.tool_calls) {
			tokens += PER_TOOL + estimate_tokens(call.name) + estimate_tokens(call.arguments);
		}
	}
	for (const ModelTool &tool : request.tools) {
		const std::string schema =
				tool.schema.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
		tokens += PER_TOOL + estimate_tokens(tool.name) + estimate_tokens(tool.description) +
				estimate_tokens(schema);
	}
	return tokens + (request.tools.empty() ? 0 : ONCE_FOR_TOOLS);
}

} // namespace agent_runtime
