#pragma once

// Reads one answer of a model in one protocol, event by event or as a whole. What the protocols
// share is here; anthropic_messages and openai_chat know the details.

#include "core/mind/model.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Owned by the call that reads the answer. Thread rule: worker only, that of the call.
class AnswerReader {
public:
	enum class Step : std::uint8_t {
		nothing, // only a sign of life
		progressed, // a part of the answer came; new_text() has its words, if it has any
		finished,
		failed,
	};

	// `request` sets how long an answer may get, and what a failure names.
	explicit AnswerReader(const ModelRequest &request);
	virtual ~AnswerReader() = default;
	AnswerReader(const AnswerReader &) = delete;
	AnswerReader &operator=(const AnswerReader &) = delete;

	// Reads the data of one event of a stream. Must not be called after `finished` or `failed`.
	Step read_event(std::string_view data);
	// Reads an answer that is not a stream. Returns `finished` or `failed`.
	Step read_whole(std::string_view body);
	// The stream has ended by itself. `finished` when nothing of the answer is missing.
	Step end();

	// The text of the last event, until the next one; valid UTF-8.
	std::string_view new_text() const {
		return std::string_view(answer_.text).substr(text_before_);
	}
	const Usage &usage() const { return answer_.usage; }
	// Call after `finished`.
	ModelAnswer take_answer() { return std::move(answer_); }
	// Call after `failed`. Includes the usage so far. The message may contain the provider's words,
	// cleaned.
	ModelProblem take_problem();

protected:
	virtual Step read_event_json(nlohmann::json &event) = 0;
	virtual Step read_whole_json(nlohmann::json &body) = 0;
	// Reads data that is not JSON and still means something.
	virtual Step read_other(std::string_view data);

	Step add_text(std::string_view text);
	// Thoughts, and whatever else is not passed on. Only their length counts.
	Step add_unseen(std::string_view text);
	// Begins a call whose arguments may come in parts. `number` is how later parts refer to it.
	Step begin_call(std::int64_t number, std::string_view id, std::string_view name);
	Step add_arguments(ToolCall &call, std::string_view part);
	// The newest with this number; null when there is none.
	ToolCall *find_call(std::int64_t number);
	// The newest call.
	ToolCall *last_call() { return calls_.empty() ? nullptr : &calls_.back().call; }
	// The answer is complete. `finished`, unless one of its calls cannot be understood.
	Step finish();
	Step fail(MindFailure failure, std::string message);

	Usage &mutable_usage() { return answer_.usage; }
	void set_stopped(bool cut_short) {
		is_stopped_ = true;
		answer_.cut_short = cut_short;
	}
	const std::string &model() const { return model_; }

private:
	struct Call {
		std::int64_t number = 0;
		ToolCall call;
	};

	Step grow(std::size_t bytes);

	const std::string model_;
	const std::size_t longest_; // the limit in bytes for everything that counts
	std::size_t size_ = 0;
	ModelAnswer answer_;
	std::vector<Call> calls_;
	std::size_t text_before_ = 0;
	bool is_stopped_ = false; // the model has said that it is done
	ModelProblem problem_;
};

} // namespace agent_runtime
