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
	ended, // this is certain
	unknown, // it runs elsewhere, or ran before this machine was started, so nothing is certain
};

// What the system calls a process: the first 15 bytes of its program's name, unless it has chosen
// another. Empty when there is no such process, or the system does not say.
std::string process_name(std::int64_t pid);

// Identifies a process for good. Process ids alone are reused when a process has ended or the
// machine was restarted, and mean other processes inside a container. The start, the boot and the
// namespace make them unique.
//
//	const ProcessIdentity owner = ProcessIdentity::own(); // written down as owner.to_string()
//	if (ProcessIdentity::parse(text)->life() == ProcessLife::ended) { … }
//
// Thread rule: immutable.
struct ProcessIdentity {
	static constexpr std::size_t MOST_BYTES = 96;

	std::int64_t pid = 0;
	std::uint64_t start = 0; // in system ticks since boot; 0: unknown
	Uuid boot; // none: unknown
	std::uint64_t id_namespace = 0; // the namespace of the pid; 0: unknown

	// Whatever cannot be found out stays unknown.
	static ProcessIdentity own();
	// Of a process that runs in the namespace of this one. All is unknown but its number when there
	// is none.
	static ProcessIdentity of(std::int64_t pid);
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
