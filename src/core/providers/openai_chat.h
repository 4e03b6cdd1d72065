#pragma once

// OpenAI's Chat Completions API, as OpenAI and the many others (Ollama, llama.cpp, LM Studio, vLLM)
// implement it: writes requests and reads answers.

#include "core/base/status.h"
#include "core/providers/answer_reader.h"

#include <optional>
#include <string>

namespace agent_runtime {

// The body of a streaming request. Only OpenAI itself refuses `max_tokens` and requires the newer
// name, which some of the others do not know. Fails for text that is not UTF-8.
Result<std::string> openai_body(const ModelRequest &request, bool of_the_original);

// Thread rule: worker only, that of the call.
class OpenAiReader : public AnswerReader {
public:
	using AnswerReader::AnswerReader;

protected:
	Step read_event_json(nlohmann::json &event) override;
	Step read_whole_json(nlohmann::json &body) override;
	Step read_other(std::string_view data) override;

private:
	Step read_choice(const nlohmann::json &choice, const char *holder);
	Step read_message(const nlohmann::json &message);
	Step read_call(const nlohmann::json &part);
	void read_usage(const nlohmann::json &holder);
};

} // namespace agent_runtime
