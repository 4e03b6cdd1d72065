#pragma once

#include "core/base/json_io.h"
#include "core/jobs/driver.h"
#include "core/jobs/program_lines.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What drivers of programs that speak JSON, a value a line, have in common: the lines, the attempt,
// and the input, which stays open until all is said. Such a program confirms what it takes.
// Thread rule: any thread, one at a time.
class JsonDriver : public Driver {
public:
	DriverNews read(const OutputLine &line) final;
	bool confirms() const final { return true; }
	std::string state() const final;

protected:
	static constexpr JsonLimits LINE_LIMITS = { .bytes = 2 * JobLimits::MOST_LINE_BYTES };

	// `name` is the program's, for people; `stored` is what state() has given, or no object.
	JsonDriver(std::string_view name, const nlohmann::json &stored);

	virtual void read_line(std::string_view line, DriverNews &news) = 0;
	// Adds what else belongs to the state.
	virtual void store(nlohmann::json &state) const = 0;

	// Once everything else is as it was made.
	void begin_attempt(const JobBrief &brief);
	std::uint64_t attempt() const { return attempt_; }
	bool is_closed() const { return closed_; }
	// `failed_precondition` when it has not begun, or its input is closed.
	Status require_listening() const;

	Result<JobInput> answer_line(const std::string &asked_as, const nlohmann::json &answer) const;
	// Whoever asks something that nobody can answer would wait for ever.
	void refuse(const std::string &asked_as, const nlohmann::json &answer, DriverNews &news) const;
	void close_input(std::vector<JobInput> &inputs);
	// When everything is done, unless the program is to hear more.
	void close_unless_talking(std::vector<JobInput> &inputs);

private:
	std::string_view name_;
	std::uint64_t attempt_ = 0; // 0: it has not begun
	bool keeps_talking_ = false;
	bool closed_ = false; // its input
	ProgramLines lines_;
};

} // namespace agent_runtime
