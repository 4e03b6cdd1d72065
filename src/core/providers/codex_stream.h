#pragma once

#include "core/providers/cli_stream.h"

#include <string>
#include <string_view>

namespace agent_runtime {

// `codex exec --json`: messages come whole, as items; `turn.completed` closes with the usage, and
// `turn.failed` with an explanation in words. It does not report the cost. Thread rule: worker
// only.
class CodexStream : public CliStream {
public:
	CliNews read(const nlohmann::json &line) override;
	Usage usage() const override { return usage_; }

private:
	void read_item(const nlohmann::json &item, CliNews &news);
	void read_completed(const nlohmann::json &line, CliNews &news);
	void read_failed(const nlohmann::json &line, CliNews &news) const;

	Usage usage_;
	std::string text_; // of all messages so far
	std::string last_error_; // for a failure that gives no reason
};

// Guesses the kind of failure from the program's words.
MindFailure failure_in_words(std::string_view words);

} // namespace agent_runtime
