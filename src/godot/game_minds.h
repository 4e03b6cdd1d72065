#pragma once

// The minds that a game provides itself, and what they are thinking about. A mind is an AgentMind,
// or a callable that takes the thought. They live as long as their agents, even over a restart;
// thoughts do not.

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/mind/mind_kind.h"
#include "godot/agent_mind.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/variant/callable.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// Owned by the node, which any callable of a mind may free. Main thread only.
class GameMinds {
public:
	// The runtime has been started: with these agents from the start, and ids that mean the same as
	// before or do not.
	void begin(MindKind p_default, const std::vector<AgentId> &p_there, bool p_keeps_ids);
	// What will think for an agent, by the name in its configuration. What was known before stays,
	// since with a key the agent may be one that exists.
	void agent_reserved(AgentId p_agent, const std::string &p_backend);
	void agent_lives(AgentId p_agent, MindKind p_kind) { kinds[p_agent] = p_kind; }
	void forget_agent(AgentId p_agent);
	// Not ok when something else is known to think for the agent.
	Status check_backend(AgentId p_agent) const;

	// No agent: the mind of all that have none of their own. Null removes a mind.
	Status set(AgentId p_agent, const godot::Variant &p_mind);
	// Not ok for anything but a mind.
	static Status check(const godot::Variant &p_mind);

	// Asks the agent's mind. The thought ends in any case.
	void ask(CallId p_call, AgentId p_agent, const godot::Ref<AgentThought> &p_thought);
	void cancel(CallId p_call);
	void cancel_all();
	// It was answered.
	void forget(CallId p_call) { open.erase(p_call); }

private:
	struct Mind {
		godot::Ref<AgentMind> resource; // or
		godot::Callable callable;
	};
	struct Open {
		godot::Ref<AgentThought> thought;
		godot::Ref<AgentMind> mind; // null: a callable
	};

	static void end(const Open &p_open);
	// What keeps the mind from thinking.
	static std::optional<std::string> find_problem(const Mind *p_mind);
	const Mind *mind_of(AgentId p_agent) const;

	std::map<AgentId, Mind> minds; // under no agent: everybody's
	std::map<AgentId, std::optional<MindKind>> kinds; // none: not known yet
	MindKind default_kind = MindKind::offline;
	std::map<CallId, Open> open;
};

} // namespace agent_runtime
