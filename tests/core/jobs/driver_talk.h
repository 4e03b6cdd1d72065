#pragma once

// A driver that reads what a program wrote, and is stored and restored before each line.

#include "core/jobs/driver.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime::test {

inline const Uuid FIRST_PROMPT(0x1111, 0x1);
inline const Uuid SECOND_PROMPT(0x1111, 0x2);
inline const std::string SESSION = "9b2f6c1e-4d0a-4c3b-8a57-1f6f0d8e2b11";

JobBrief brief_of(JobProgram program, const std::string &prompt);

// News as a text by which they can be compared.
std::string shown(const DriverNews &news);

class DriverTalk {
public:
	explicit DriverTalk(JobProgram program);

	// Requires that it begins.
	std::vector<JobInput> begin(const JobBrief &brief);
	// One line of standard output, as JSON or as it is.
	DriverNews read(const nlohmann::json &line);
	DriverNews read_text(const std::string &line);
	DriverNews read(const OutputLine &record);
	// Requires that there is such an answer; the line for the program, as JSON.
	nlohmann::json answer(const NewQuestion &asked, const nlohmann::json &value,
			const std::string &message = {}, const nlohmann::json &input = {});
	Driver &driver() { return *driver_; }

private:
	JobProgram program_;
	std::unique_ptr<Driver> driver_;
	std::uint64_t seq_ = 0;
};

// The line as JSON; null for what is none.
nlohmann::json json_of(const JobInput &input);

// The records in which an output could have come: lines whole or in pieces of any size.
std::vector<OutputLine> records_of(const std::string &output, std::uint64_t chance);

} // namespace agent_runtime::test
