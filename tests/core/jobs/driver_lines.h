#pragma once

// Drivers and what they read, as tests need them.

#include "core/jobs/driver.h"

#include <cstdint>
#include <string>
#include <vector>

namespace agent_runtime::test {

inline const Uuid FIRST_PROMPT(0x1111, 0x1);
inline const Uuid SECOND_PROMPT(0x1111, 0x2);
inline const std::string SESSION = "9b2f6c1e-4d0a-4c3b-8a57-1f6f0d8e2b11";

JobBrief brief_of(JobProgram program, const std::string &prompt);

// News as a text by which they can be compared.
std::string shown(const DriverNews &news);

// The records in which an output could have come: lines whole or in pieces of any size.
std::vector<OutputLine> records_of(const std::string &output, std::uint64_t chance);

} // namespace agent_runtime::test
