#pragma once

// Where a mind that thinks outside this process is found, and how far it may go.
// Thread rule for all: immutable once minds use it.

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

// A key that is read where it is sent, and nowhere else: it has no other way out.
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

// Of real time.
struct MindTimeouts {
	Micros connect = std::chrono::seconds(10);
	Micros first_token = std::chrono::seconds(60); // after it was reached
	Micros idle = std::chrono::seconds(30); // between two parts of an answer
	Micros total = std::chrono::minutes(5); // of one call
};

// 0: without bound.
struct CallLimits {
	int in_flight = 4;
	int calls_per_minute = 50;
	std::int64_t tokens_per_minute = 0;
};

struct RetryPolicy {
	int retries = 2; // after the first attempt
	Micros first_wait = std::chrono::milliseconds(500); // doubles each time, with jitter
	Micros longest_wait = std::chrono::seconds(60);
};

struct ProviderSettings {
	std::string base_url; // of an HTTP API
	Secret key;
	std::string keys_file; // where the key could stand, for people; empty: in no file
	std::vector<std::pair<std::string, std::string>> headers; // on top of the protocol's own
	std::string program; // of a command-line mind
	std::string permission_mode; // of a command-line mind; empty: the safest that it has
	std::string model; // where an agent names none
	std::string far_model; // for agents that get little attention; empty: the same
	std::int64_t max_output_tokens = 1'024;
	std::int64_t prompt_tokens = 8'000; // the most that a prompt may come to
	std::optional<double> temperature;
	MindTimeouts timeouts;
	CallLimits limits;
	RetryPolicy retry;
	bool free = false; // costs nothing, whatever the price list says
	bool allowed = true; // otherwise who asks it is told that it is switched off here
};

// All kinds of minds of one runtime.
struct MindSettings {
	MindKind default_kind = MindKind::offline; // of agents that name none
	LedgerCaps caps = cautious_caps();
	std::string prices; // JSON that comes before the built-in list; see price_list.h
	std::array<ProviderSettings, 7> providers; // by their kind

	ProviderSettings &of(MindKind kind) { return providers[static_cast<std::size_t>(kind)]; }
	const ProviderSettings &of(MindKind kind) const {
		return providers[static_cast<std::size_t>(kind)];
	}
};

} // namespace agent_runtime
