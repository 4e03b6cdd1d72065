#include "godot/game_minds.h"

#include "core/base/field_problem.h"
#include "godot/convert.h"
#include "godot/game_functions.h"

#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/variant/callable_method_pointer.hpp>

#include <utility>

using namespace godot;

namespace agent_runtime {

namespace {

constexpr int64_t THOUGHT_ARGUMENTS = 1; // the thought

AgentMind *resource_of(const Variant &p_mind) {
	return Object::cast_to<AgentMind>(p_mind.get_validated_object());
}

String asker_of(const AgentThought &p_thought) {
	return p_thought.get_agent_id().is_empty() ? p_thought.get_account() : p_thought.get_agent_id();
}

} // namespace

Status GameMinds::check(const Variant &p_mind) {
	if (p_mind.get_type() == Variant::CALLABLE) {
		return check_callable(p_mind, THOUGHT_ARGUMENTS, "thought: AgentThought");
	}
	const AgentMind *mind = resource_of(p_mind);
	if (mind == nullptr) {
		return FieldProblem{ "mind", "is neither an AgentMind nor a Callable",
			"give a resource whose script extends AgentMind, or a function that takes an "
			"AgentThought" }
				.to_status();
	}
	if (!mind->can_think()) {
		return FieldProblem{ "mind", "has no script with a method _think",
			"extend AgentMind, and write func _think(thought: AgentThought)" }
				.to_status();
	}
	return Status();
}

Status GameMinds::set(AgentId p_agent, const Variant &p_mind) {
	const bool takes_back = p_mind.get_type() == Variant::NIL ||
			(p_mind.get_type() == Variant::CALLABLE && Callable(p_mind).is_null());
	if (takes_back) {
		minds.erase(p_agent);
		return Status();
	}
	Status status = check(p_mind);
	if (status.ok()) {
		AgentMind *resource = resource_of(p_mind);
		minds[p_agent] = resource != nullptr ? Mind{ Ref<AgentMind>(resource), Callable() }
											 : Mind{ Ref<AgentMind>(), p_mind };
	}
	return status;
}

void GameMinds::begin(MindKind p_default, const std::vector<AgentId> &p_there, bool p_keeps_ids) {
	default_kind = p_default;
	kinds.clear();
	for (const AgentId agent : p_there) {
		kinds.emplace(agent, std::nullopt);
	}
	if (!p_keeps_ids) {
		std::erase_if(minds, [](const auto &p_entry) { return !p_entry.first.is_none(); });
	}
}

void GameMinds::agent_reserved(AgentId p_agent, const std::string &p_backend) {
	kinds.try_emplace(p_agent, parse_mind_kind(p_backend).value_or(default_kind));
}

void GameMinds::forget_agent(AgentId p_agent) {
	minds.erase(p_agent);
	kinds.erase(p_agent);
}

Status GameMinds::check_backend(AgentId p_agent) const {
	const auto found = kinds.find(p_agent);
	if (found == kinds.end() || found->second.value_or(MindKind::game) == MindKind::game) {
		return Status();
	}
	return FieldProblem{ "agent_id",
		p_agent.to_string() + " has the backend " + std::string(mind_kind_name(*found->second)) +
				", so that no mind of the game thinks for it",
		"spawn it with \"cli_backend\": \"game\", or with its \"mind\"" }
			.to_status(StatusCode::failed_precondition);
}

const GameMinds::Mind *GameMinds::mind_of(AgentId p_agent) const {
	auto found = minds.find(p_agent);
	if (found == minds.end()) {
		found = minds.find(AgentId());
	}
	return found != minds.end() ? &found->second : nullptr;
}

std::optional<std::string> GameMinds::find_problem(const Mind *p_mind) {
	if (p_mind == nullptr) {
		return "the backend game is asked, but no mind was set for it; call set_agent_mind";
	}
	if (p_mind->resource.is_null()) {
		return agent_runtime::find_problem(p_mind->callable);
	}
	return p_mind->resource->can_think()
			? std::nullopt
			: std::optional<std::string>("its script has no method _think any more");
}

void GameMinds::ask(CallId p_call, AgentId p_agent, const Ref<AgentThought> &p_thought) {
	const Mind *found = mind_of(p_agent);
	if (const std::optional<std::string> problem = find_problem(found)) {
		ERR_PRINT("AgentRuntime: the mind of " + asker_of(*p_thought.ptr()) +
				" failed: " + to_godot(*problem));
		p_thought->fail(to_godot(*problem));
		return;
	}
	// Copies, because the call may set another mind, or free the node and this with it.
	const Mind mind = *found;
	// NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
	const Ref<AgentThought> thought = p_thought;
	open[p_call] = { thought, mind.resource };
	if (mind.resource.is_valid()) {
		mind.resource->think(thought);
		return;
	}
	Variant result;
	if (const std::optional<std::string> problem =
					agent_runtime::call(mind.callable, { thought }, result)) {
		ERR_PRINT("AgentRuntime: the mind of " + asker_of(*thought.ptr()) +
				" failed: " + to_godot(*problem));
		thought->fail(to_godot(*problem));
		return;
	}
	if (Object *coroutine = coroutine_of(result)) {
		coroutine->connect("completed", callable_mp(thought.ptr(), &AgentThought::take_result));
		return;
	}
	thought->take_result(result);
}

void GameMinds::end(const Open &p_open) {
	p_open.thought->cancel();
	if (p_open.mind.is_valid()) {
		p_open.mind->stop_thinking(p_open.thought);
	}
}

void GameMinds::cancel(CallId p_call) {
	const auto found = open.find(p_call);
	if (found != open.end()) {
		const Open ended = std::move(found->second);
		open.erase(found);
		end(ended);
	}
}

void GameMinds::cancel_all() {
	const std::map<CallId, Open> ended = std::exchange(open, {});
	for (const auto &[call, thought] : ended) {
		end(thought);
	}
}

} // namespace agent_runtime
