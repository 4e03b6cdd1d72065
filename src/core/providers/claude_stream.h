#pragma once

#include "core/providers/cli_stream.h"

#include <string>

namespace agent_runtime {

// `claude --output-format stream-json --include-partial-messages`: words come as `stream_event`,
// the whole answer with usage and cost as `result`. An error of the API comes as an `assistant` that
// says so, and must not be taken for one that speaks. When its answer was cut short the program
// asks again by itself, thrice, for as much money each: the turn is ended before.
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
	std::string text_; // of the message that is being written
	std::string error_; // the kind of the API's error: "rate_limit"
	std::string error_detail_; // "connection_failed"
	bool spoke_ = false; // a part of an answer has come
	bool streamed_ = false; // words of the message that is being written have come
};

} // namespace agent_runtime
