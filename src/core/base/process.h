#pragma once

#include "core/base/uuid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

std::int64_t process_id();
// The number of the user whose rights this process has.
std::uint64_t user_id();

enum class ProcessLife : std::uint8_t {
	alive,
	ended, // for certain
	unknown, // it runs elsewhere, or ran before this machine was started: nothing is proved
};

// Which process something belongs to. A process id is given anew when its process has ended, or
// after the machine was started again, and means another process inside a container; with the
// start, the boot and the namespace it means one process for good.
//
//	const ProcessIdentity owner = ProcessIdentity::own(); // written down as owner.to_string()
//	if (ProcessIdentity::parse(text)->life() == ProcessLife::ended) { … }
//
// Thread rule: immutable.
struct ProcessIdentity {
	static constexpr std::size_t MOST_BYTES = 96;

	std::int64_t pid = 0;
	std::uint64_t start = 0; // in ticks of the system since it was booted; 0: not known
	Uuid boot; // none: not known
	std::uint64_t id_namespace = 0; // in which the pid counts; 0: not known

	// What cannot be found out is left at "not known".
	static ProcessIdentity own();
	ProcessLife life() const;

	// "PID:START:BOOT:NAMESPACE".
	std::string to_string() const;
	// Nothing for any other text.
	static std::optional<ProcessIdentity> parse(std::string_view text);

	bool operator==(const ProcessIdentity &other) const = default;

private:
	bool can_be_judged_from(const ProcessIdentity &here) const;
};

} // namespace agent_runtime
