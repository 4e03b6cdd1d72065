#pragma once

// A driver that reads what a program wrote, and is stored and restored before each line.

#include "driver_lines.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime::test {

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

} // namespace agent_runtime::test
