#pragma once

// What a language model is asked and what it answers, whatever protocol it speaks. A backend turns
// a request into bytes for one kind of provider, and turns what comes back into calls to a
// listener.
//
//	std::unique_ptr<ModelCall> call = backend.start(request, listener);
//	call.reset();   // cancels: no more calls to the listener, connection or process is gone
//
// Everything here happens on one thread, that of the backend's owner.

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/mind/mind.h"
#include "core/mind/mind_failure.h"

#include <cmath>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Millionths of a dollar.
struct Money {
	std::int64_t micro_dollars = 0;

	// Rounded up.
	static Money of_dollars(double dollars) {
		return { static_cast<std::int64_t>(std::ceil(dollars * 1e6)) };
	}
	double dollars() const { return static_cast<double>(micro_dollars) / 1e6; }
	auto operator<=>(const Money &other) const = default;
	Money &operator+=(Money other) {
		micro_dollars += other.micro_dollars;
		return *this;
	}
};

struct Usage {
	std::int64_t input_tokens = 0; // including those that a cache gave or took in
	std::int64_t cached_tokens = 0; // read from a cache
	std::int64_t output_tokens = 0;
	// The cost that the provider itself reports; without it the price list decides.
	std::optional<Money> cost = {};
	std::int64_t cache_write_tokens = 0; // of the input, written to a cache

	bool operator==(const Usage &other) const = default;
};

struct ModelMessage {
	enum class Role : std::uint8_t { user, assistant, tool };

	Role role = Role::user;
	std::string text; // for a tool: its result
	std::vector<ToolCall> tool_calls; // for an assistant
	std::string tool_call_id; // for a tool: which call this answers
	bool failed = false; // for a tool
};

struct ModelTool {
	std::string name;
	std::string description;
	nlohmann::json schema; // JSON Schema of an object
};

struct ModelRequest {
	AgentId agent;
	CallId call; // for a mind that is the game's own; none: no thought of an agent
	std::string account; // who pays, such as "agent:agent_001"; ModelCalls fills it in
	std::string options; // for a mind of this process, a JSON object; empty: none
	std::string model;
	std::string system;
	std::vector<ModelMessage> messages; // neither the first nor the last is an assistant's
	std::vector<ModelTool> tools;
	std::int64_t max_output_tokens = 0;
	std::optional<double> temperature; // none: the provider's default
};

struct ModelAnswer {
	std::string text;
	std::vector<ToolCall> tool_calls;
	Usage usage;
	bool cut_short = false; // whether max_output_tokens cut it off
};

struct ModelProblem {
	MindFailure failure = MindFailure::internal;
	std::string message; // for people; contains no key
	std::optional<Micros> retry_after; // if the provider asks for a delay
	Usage usage; // what was spent before it failed, as far as the provider has reported it
};

// Receives what happens in one call, in order. answered() or failed() comes exactly once, last,
// unless the call is destroyed before. Nothing is called from within start(). The listener may
// destroy the call within each function.
// Thread rule: worker only, that of the backend's owner.
class ModelListener {
public:
	virtual ~ModelListener() = default;
	// The provider was reached and has accepted the request, or the program runs.
	virtual void connected() = 0;
	// A part of the answer came, of whatever kind. Signs of life without content do not count.
	virtual void progressed() = 0;
	// Comes after progressed(): words of the answer, valid UTF-8.
	virtual void wrote(std::string_view text) = 0;
	virtual void answered(ModelAnswer answer) = 0;
	virtual void failed(ModelProblem problem) = 0;
};

// A call in flight. Destroying it cancels it.
class ModelCall {
public:
	virtual ~ModelCall() = default;
};

class ModelBackend {
public:
	virtual ~ModelBackend() = default;
	// What would make every call of this model fail, so that no call need be started.
	virtual std::optional<ModelProblem> find_problem(const std::string &model) const {
		static_cast<void>(model);
		return std::nullopt;
	}
	// `listener` must outlive the call.
	virtual std::unique_ptr<ModelCall> start(ModelRequest request, ModelListener &listener) = 0;
};

} // namespace agent_runtime
