#include "godot/runtime_monitors.h"

#include <godot_cpp/classes/performance.hpp>
#include <godot_cpp/variant/callable_method_pointer.hpp>

#include <algorithm>
#include <chrono>
#include <vector>

using namespace godot;

namespace agent_runtime {

namespace {

constexpr char AGENTS[] = "agent_runtime/agents";
constexpr char WAITING_EVENTS[] = "agent_runtime/waiting_events";
constexpr char LAG_MSEC[] = "agent_runtime/lag_msec";

// The live runtimes. Each leaves when it stops, so the list is empty when the library is
// unloaded.
std::vector<LiveRuntime *> &running() {
	static std::vector<LiveRuntime *> all;
	return all;
}

int64_t count_agents() {
	int64_t count = 0;
	for (LiveRuntime *live : running()) {
		count += static_cast<int64_t>(live->runtime().stats().agents);
	}
	return count;
}

int64_t count_waiting_events() {
	int64_t count = 0;
	for (LiveRuntime *live : running()) {
		count += static_cast<int64_t>(live->runtime().stats().waiting_events);
	}
	return count;
}

double longest_lag_msec() {
	Micros longest{};
	for (LiveRuntime *live : running()) {
		longest = std::max(longest, live->runtime().stats().lag);
	}
	return std::chrono::duration<double, std::milli>(longest).count();
}

} // namespace

void add_to_monitors(const std::shared_ptr<LiveRuntime> &p_live) {
	running().push_back(p_live.get());
	Performance *performance = Performance::get_singleton();
	if (!performance->has_custom_monitor(AGENTS)) {
		performance->add_custom_monitor(AGENTS, callable_mp_static(&count_agents));
		performance->add_custom_monitor(WAITING_EVENTS, callable_mp_static(&count_waiting_events));
		performance->add_custom_monitor(LAG_MSEC, callable_mp_static(&longest_lag_msec));
	}
}

void remove_from_monitors(const std::shared_ptr<LiveRuntime> &p_live) {
	std::vector<LiveRuntime *> &all = running();
	all.erase(std::remove(all.begin(), all.end(), p_live.get()), all.end());
	if (all.empty()) {
		Performance *performance = Performance::get_singleton();
		for (const char *name : { AGENTS, WAITING_EVENTS, LAG_MSEC }) {
			performance->remove_custom_monitor(name);
		}
	}
}

} // namespace agent_runtime
