#pragma once

// Anthropic's Messages API, version 2023-06-01: writes requests and reads answers.

#include "core/base/status.h"
#include "core/providers/answer_reader.h"

#include <string>

namespace agent_runtime {

inline constexpr const char *ANTHROPIC_VERSION = "2023-06-01";

// The body of a streaming request. Fails for text that is not UTF-8.
Result<std::string> anthropic_body(const ModelRequest &request);

// Thread rule: worker only, that of the call.
class AnthropicReader : public AnswerReader {
public:
	using AnswerReader::AnswerReader;

protected:
	Step read_event_json(nlohmann::json &event) override;
	Step read_whole_json(nlohmann::json &body) override;

private:
	Step read_block(const nlohmann::json &block, std::int64_t index);
	Step read_delta(const nlohmann::json &delta, std::int64_t index);
	void read_usage(const nlohmann::json &usage);
	void read_stop(const nlohmann::json &holder);
};

} // namespace agent_runtime
