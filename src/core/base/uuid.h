#pragma once

// Ids that are unique without a central authority (RFC 9562), as outside programs use them.
//
//	Result<Uuid> session = Uuid::make();
//	session.value().to_string(); // "9b2f6c1e-4d0a-4c3b-8a57-1f6f0d8e2b11"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace agent_runtime {

// 128 bits; all zero is "none". Thread rule: immutable.
class Uuid {
public:
	static constexpr std::size_t LENGTH = 36;

	constexpr Uuid() = default;
	constexpr Uuid(std::uint64_t high, std::uint64_t low) :
			high_(high),
			low_(low) {}

	// Version 4, drawn from the system's chance; `unavailable` when the system has none.
	static Result<Uuid> make();

	constexpr bool is_none() const { return high_ == 0 && low_ == 0; }

	// Lower case, with four hyphens; empty for none.
	std::string to_string() const;
	// Accepts any version, and upper case too, since other programs write that. Nothing for any
	// other text, and for all zeros.
	static std::optional<Uuid> parse(std::string_view text);

	constexpr auto operator<=>(const Uuid &other) const = default;

private:
	std::uint64_t high_ = 0;
	std::uint64_t low_ = 0;
};

} // namespace agent_runtime
