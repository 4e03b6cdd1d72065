#pragma once

#include "core/store/statement.h"

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace agent_runtime {

// A checksum over values with their types and lengths, so that no two rows give the same sum by
// accident (FNV-1a). It detects damage, but not somebody who computes a new sum. Thread rule: any
// thread, one at a time.
class ContentSum {
public:
	void add_text(std::string_view bytes) {
		add_number(bytes.size());
		add_bytes(bytes);
	}
	// Leaves out their length.
	void add_bytes(std::string_view bytes) {
		for (const char byte : bytes) {
			mix(static_cast<unsigned char>(byte));
		}
	}
	void add(const SqlValue &value) {
		mix(static_cast<unsigned char>(value.index()));
		if (const std::string *const text = std::get_if<std::string>(&value)) {
			add_text(*text);
		} else if (const std::int64_t *const whole_number = std::get_if<std::int64_t>(&value)) {
			add_number(static_cast<std::uint64_t>(*whole_number));
		} else if (const double *const number_with_point = std::get_if<double>(&value)) {
			add_number(std::bit_cast<std::uint64_t>(*number_with_point));
		}
	}
	std::uint64_t value() const { return sum_; }

private:
	void add_number(std::uint64_t number) {
		for (unsigned shift = 0; shift < 64; shift += 8) {
			mix(static_cast<unsigned char>(number >> shift));
		}
	}
	void mix(unsigned char byte) { sum_ = (sum_ ^ byte) * 0x0000'0100'0000'01B3U; }

	std::uint64_t sum_ = 0xCBF2'9CE4'8422'2325U;
};

} // namespace agent_runtime
