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

// The running sessions. Each leaves when it stops, so the list is empty when the library is
// unloaded.
std::vector<RuntimeSession *> &running() {
	static std::vector<RuntimeSession *> sessions;
	return sessions;
}

int64_t count_agents() {
	int64_t count = 0;
	for (RuntimeSession *session : running()) {
		count += static_cast<int64_t>(session->runtime().stats().agents);
	}
	return count;
}

int64_t count_waiting_events() {
	int64_t count = 0;
	for (RuntimeSession *session : running()) {
		count += static_cast<int64_t>(session->runtime().stats().waiting_events);
	}
	return count;
}

double longest_lag_msec() {
	Micros longest{};
	for (RuntimeSession *session : running()) {
		longest = std::max(longest, session->runtime().stats().lag);
	}
	return std::chrono::duration<double, std::milli>(longest).count();
}

} // namespace

void add_to_monitors(const std::shared_ptr<RuntimeSession> &p_session) {
	running().push_back(p_session.get());
	Performance *performance = Performance::get_singleton();
	if (!performance->has_custom_monitor(AGENTS)) {
		performance->add_custom_monitor(AGENTS, callable_mp_static(&count_agents));
		performance->add_custom_monitor(WAITING_EVENTS, callable_mp_static(&count_waiting_events));
		performance->add_custom_monitor(LAG_MSEC, callable_mp_static(&longest_lag_msec));
	}
}

void remove_from_monitors(const std::shared_ptr<RuntimeSession> &p_session) {
	std::vector<RuntimeSession *> &sessions = running();
	sessions.erase(std::remove(sessions.begin(), sessions.end(), p_session.get()), sessions.end());
	if (sessions.empty()) {
		Performance *performance = Performance::get_singleton();
		for (const char *name : { AGENTS, WAITING_EVENTS, LAG_MSEC }) {
			performance->remove_custom_monitor(name);
		}
	}
}

} // namespace agent_runtime
