#pragma once

#include "core/jobs/driver.h"
#include "core/jobs/program_lines.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Any program that reads and writes text. It asks by a line, where the input stays open:
//
//	@@question Which colour?
//	@@question {"prompt":"Go on?","kind":"confirmation","options":["yes","no"]}
//	@@question {"prompt":"May I?","kind":"permission","tool":"rm","input":{"path":"old"},
//			"text":"- old","reversible":false}
//
// (on one line, with the members of QuestionDetail that its kind may have), and is answered by one
// line. Its text is written at once, and its input closed behind it, unless
// it is to stay open.
// Thread rule: any thread, one at a time.
class CommandDriver : public Driver {
public:
	CommandDriver() :
			lines_(JobBrief::QUESTION_MARKER) {}
	explicit CommandDriver(std::string_view state);

	Result<std::vector<JobInput>> begin(const JobBrief &brief) override;
	DriverNews read(const OutputLine &line) override;
	Result<JobInput> answer(const Question &question) const override;
	Result<JobInput> decline(const NewQuestion &question, const std::string &why) const override;
	Result<std::vector<JobInput>> say(const std::string &text, const Uuid &uuid) override;
	Result<std::vector<JobInput>> interrupt() override;
	bool confirms() const override { return false; }
	std::string state() const override;

private:
	void read_question(std::string_view words, std::uint64_t seq, DriverNews &news) const;

	std::uint64_t attempt_ = 0; // 0: it has not begun
	bool takes_input_ = false;
	std::uint64_t interrupts_ = 0;
	std::string marker_;
	ProgramLines lines_;
};

} // namespace agent_runtime
