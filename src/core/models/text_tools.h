#pragma once

#include "core/base/status.h"
#include "core/mind/model.h"

#include <memory>
#include <string>
#include <string_view>

namespace agent_runtime {

// Tools for a model that cannot be offered any, such as a command-line program: the system text
// says what can be called and how, earlier calls and their results stand in the messages as text,
// and a call is read from the answer. Its form is strict, and is all of the answer:
//
//	{"tool": "read_note", "arguments": {"path": "plan.md"}}      or a list of such objects
//
// Any other words are words, JSON too. What was meant as a call and has another form is told once
// what is wrong with it.
//
//	TextTools tools(request);
//	start(tools.request());
//	if (Status read = tools.read(answer); !read.ok() && tools.complain(answer, read)) {
//		start(tools.request()); // again
//	}
//
// Owned by the call. Thread rule: worker only, that of the calls.
class TextTools {
public:
	static constexpr std::size_t MOST_CALLS = 16; // in one answer

	explicit TextTools(const ModelRequest &asked);

	// What the model is to be asked now.
	const std::shared_ptr<const ModelRequest> &request() const { return request_; }
	// Puts the calls that the answer's words make in place of these. `invalid_argument`: it was
	// meant as a call, and cannot be read as one; the message is for the model.
	Status read(ModelAnswer &answer) const;
	// From now on the request also holds that answer and what was wrong with it. False: that was
	// said before.
	bool complain(const ModelAnswer &answer, const Status &wrong);

private:
	Result<ToolCall> call_from(const nlohmann::json &form, std::size_t number) const;

	std::shared_ptr<const ModelRequest> request_;
	const std::vector<ModelTool> tools_;
	std::size_t used_tools_ = 0; // calls of tools before this answer
	bool complained_ = false;
};

// Calls of tools in the form in which an answer makes them. Arguments that are no JSON object stay
// what they are, so that whoever reads the form can say so.
std::string calls_in_words(const std::vector<ToolCall> &calls);

} // namespace agent_runtime
