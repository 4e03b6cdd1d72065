#pragma once

#include "core/providers/cli_stream.h"

#include <string>

namespace agent_runtime {

// `claude --output-format stream-json --include-partial-messages`: words come as `stream_event`,
// and the whole answer with usage and cost as `result`. An API error comes as an `assistant` line
// that says so, and must not be mistaken for the character's words. When its answer was cut short,
// the program asks again three times, at full price each time; the turn is ended before it can.
// Thread rule: worker only.
class ClaudeStream : public CliStream {
public:
	CliNews read(const nlohmann::json &line) override;
	Usage usage() const override { return usage_; }

private:
	void read_event(const nlohmann::json &event, CliNews &news);
	void read_stop(const nlohmann::json &event, CliNews &news);
	void read_assistant(const nlohmann::json &line, CliNews &news);
	void read_result(const nlohmann::json &line, CliNews &news);
	ModelProblem problem_of(const nlohmann::json &result) const;

	Usage usage_;
	std::string text_; // of the message being written
	std::string error_; // what kind of API error it was, such as "rate_limit"
	std::string error_detail_; // such as "connection_failed"
	bool spoke_ = false; // a part of an answer has come
	bool streamed_ = false; // words of the message being written have come
};

} // namespace agent_runtime
