#pragma once

// Where to find a mind that thinks outside this process, and how far it may go. Thread rule for
// all: immutable once minds use it.

#include "core/base/time.h"
#include "core/mind/budget.h"
#include "core/mind/mind_kind.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

// A key. Only reveal() returns it, so that it does not end up in a log or a message by accident.
class Secret {
public:
	Secret() = default;
	explicit Secret(std::string value) :
			value_(std::move(value)) {}

	bool empty() const { return value_.empty(); }
	const std::string &reveal() const { return value_; }

private:
	std::string value_;
};

// In real time.
struct MindTimeouts {
	Micros connect = std::chrono::seconds(10);
	Micros first_token = std::chrono::seconds(60); // after the provider was reached
	Micros idle = std::chrono::seconds(30); // between two parts of an answer
	Micros total = std::chrono::minutes(5); // for one call
};

// 0: no limit.
struct CallLimits {
	int in_flight = 4;
	int calls_per_minute = 50;
	std::int64_t tokens_per_minute = 0;
};

struct RetryPolicy {
	int retries = 2; // in addition to the first attempt
	Micros first_wait = std::chrono::milliseconds(500); // doubles with each retry, with jitter
	Micros longest_wait = std::chrono::seconds(60);
};

struct ProviderSettings {
	std::string base_url; // for an HTTP API
	Secret key;
	std::string keys_file; // which file could hold the key, to show to people; empty: none
	std::vector<std::pair<std::string, std::string>> headers; // in addition to the protocol's own
	std::string program; // for a command-line mind
	std::string permission_mode; // for a command-line mind; empty: its safest mode
	std::string model; // for agents that name none
	std::string far_model; // for agents that get little attention; empty: the same model
	std::int64_t max_output_tokens = 1'024;
	std::int64_t prompt_tokens = 8'000; // the largest prompt
	std::optional<double> temperature;
	MindTimeouts timeouts;
	CallLimits limits;
	RetryPolicy retry;
	bool free = false; // calls cost nothing, whatever the price list says
	bool allowed = true; // if not, calls fail with a message that it is disabled here
};

// The settings of all kinds of minds of one runtime.
struct MindSettings {
	MindKind default_kind = MindKind::offline; // for agents that name none
	LedgerCaps caps = cautious_caps();
	std::string prices; // JSON that takes precedence over the built-in list; see price_list.h
	std::array<ProviderSettings, 7> providers; // indexed by kind

	ProviderSettings &of(MindKind kind) { return providers[static_cast<std::size_t>(kind)]; }
	const ProviderSettings &of(MindKind kind) const {
		return providers[static_cast<std::size_t>(kind)];
	}
};

} // namespace agent_runtime
