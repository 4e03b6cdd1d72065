#include "core/runtime/tool_desk.h"

#include "core/base/json_io.h"
#include "core/mind/budget.h"

#include <utility>

namespace agent_runtime {

namespace {

// A tool of the game: the game is called, and answers by the id of the call.
class GameTool : public Tool {
public:
	GameTool(const GameCall &call, EventPump &pump) :
			call_(call),
			pump_(pump) {}

	void run(const Permit &, const nlohmann::json &, ToolUse use) override {
		use.hand_over();
		pump_.call(call_);
	}

private:
	const GameCall &call_;
	EventPump &pump_;
};

} // namespace

ToolDesk::ToolDesk(const RuntimeOptions &options, const Clock &clock, const Logger &log,
		CallBook &calls, EventPump &pump, LiveWorld &world) :
		options_(options),
		clock_(clock),
		calls_(calls),
		pump_(pump),
		world_(world),
		gate_(options.tool_judge, log),
		box_(clock, gate_, log) {}

Status ToolDesk::start(const std::vector<NativeTool> &own) {
	for (const std::vector<NativeTool> *const tools : { &options_.native_tools, &own }) {
		for (const NativeTool &tool : *tools) {
			if (Status added = box_.add(tool); !added.ok()) {
				return added;
			}
		}
	}
	return box_.start();
}

void ToolDesk::use(const GameCall &call, RealTime deadline) {
	OpenToolUse::Report report = [this, agent = call.agent, id = call.call](ToolOutcome outcome) {
		end(agent, id, std::move(outcome));
	};
	// The step engine has checked that these are arguments for the tool.
	Result<nlohmann::json> arguments = parse_json(call.arguments);
	if (!arguments.ok()) {
		report({ false, arguments.status().message() });
		return;
	}
	ToolOrder order{ call.call, { call.agent, agent_account(call.agent.to_string()) }, call.trace,
		call.action, std::move(arguments).value(), deadline };
	if (call.is_native) {
		box_.use(std::move(order), std::move(report));
		return;
	}
	GameTool tool(call, pump_);
	gate_.pass(order, tool,
			ToolUse(std::make_shared<OpenToolUse>(clock_, deadline, std::move(report))));
}

// Whatever took the call out of the book first, such as its deadline, has decided its outcome.
void ToolDesk::end(AgentId agent, CallId call, ToolOutcome outcome) {
	if (!calls_.close(call).ok()) {
		return;
	}
	CallOutcomeInput input;
	input.agent = agent;
	input.call = call;
	input.outcome = outcome.ok ? CallOutcome::done : CallOutcome::failed;
	(outcome.ok ? input.result : input.reason) = std::move(outcome.text);
	world_.post(std::move(input));
}

} // namespace agent_runtime
