#pragma once

#include "core/jobs/json_driver.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// `claude -p` with --input-format=stream-json, --output-format=stream-json,
// --permission-prompt-tool=stdio and --replay-user-messages. When it needs a permission, or its
// model asks something, it writes a `control_request` and waits for the `control_response`. It
// repeats what it reads from its input: answers when it takes them, prompts under their uuid.
// Thread rule: any thread, one at a time.
class ClaudeDriver : public JsonDriver {
public:
	// With what state() has given; any other text: it has not begun.
	explicit ClaudeDriver(std::string_view state = {});

	Result<std::vector<JobInput>> begin(const JobBrief &brief) override;
	Result<JobInput> answer(const Question &question) const override;
	Result<JobInput> decline(const NewQuestion &question, const std::string &why) const override;
	Result<std::vector<JobInput>> say(const std::string &text, const Uuid &uuid) override;
	Result<std::vector<JobInput>> interrupt() override;

private:
	struct Prompt {
		std::string uuid;
		bool is_taken = false;
	};

	explicit ClaudeDriver(const nlohmann::json &stored);

	void read_line(std::string_view line, DriverNews &news) override;
	void store(nlohmann::json &state) const override;
	void read_request(const nlohmann::json &line, DriverNews &news) const;
	void read_response(const nlohmann::json &line, DriverNews &news) const;
	void read_result(const nlohmann::json &line, DriverNews &news);
	void take_prompt(std::string_view uuid, DriverNews &news);
	void read_end_of_prompt(std::string_view line, DriverNews &news);
	void close_when_done(DriverNews &news);
	Usage usage_in(const nlohmann::json &result);
	Result<JobInput> prompt_line(const std::string &text, const std::string &uuid) const;

	std::string session_;
	std::vector<Prompt> prompts_; // that are not dealt with
	std::uint64_t interrupts_ = 0;
	Money spent_; // by the session, as it was told last
};

} // namespace agent_runtime
