#pragma once

#include "core/jobs/driver.h"
#include "core/jobs/program_lines.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// `codex app-server`: one JSON-RPC message a line, requests in both directions. What its model may
// not do by itself comes as a request of the server, and `serverRequest/resolved` says that it is
// settled. A prompt becomes a turn of its own, or is added to the one that goes on.
// Thread rule: any thread, one at a time.
class CodexDriver : public Driver {
public:
	CodexDriver() :
			lines_("{") {}
	explicit CodexDriver(std::string_view state);

	Result<std::vector<JobInput>> begin(const JobBrief &brief) override;
	DriverNews read(const OutputLine &line) override;
	Result<JobInput> answer(const Question &question) const override;
	Result<std::vector<JobInput>> say(const std::string &text, const Uuid &uuid) override;
	Result<std::vector<JobInput>> interrupt() override;
	bool confirms() const override { return true; }
	std::string state() const override;

private:
	// What was said and not taken yet. The first may be under way, with the id of a request.
	struct Prompt {
		std::string uuid;
		std::string text;
	};
	enum class Sent : std::uint8_t { nothing, turn, addition };

	void read_line(std::string_view line, DriverNews &news);
	void read_response(const nlohmann::json &line, DriverNews &news);
	void read_thread(const nlohmann::json &line, DriverNews &news);
	void read_prompt_response(const nlohmann::json &line, DriverNews &news);
	void read_request(const nlohmann::json &line, DriverNews &news);
	void read_notification(std::string_view method, const nlohmann::json &params, DriverNews &news);
	void read_item(std::string_view method, const nlohmann::json &item, DriverNews &news);
	void read_usage(const nlohmann::json &params, DriverNews &news);
	void begin_turn(const nlohmann::json &turn);
	void end_turn(const nlohmann::json &turn, DriverNews &news);
	void fail(std::string_view words, DriverNews &news);
	// Says what can be said now. What cannot be said at all has failed.
	void go_on(DriverNews &news);
	// Says the first prompt, if it can be said now.
	Status say_first(std::vector<JobInput> &inputs);
	void close_unless_talking(std::vector<JobInput> &inputs);
	Result<JobInput> request(std::string_view method, nlohmann::json params);
	std::string asked_as(const nlohmann::json &id) const;

	std::uint64_t attempt_ = 0; // 0: it has not begun
	bool keeps_talking_ = false;
	bool resumed_ = false;
	bool closed_ = false; // its input
	std::uint64_t requests_ = 0; // ours, which are numbered
	std::uint64_t thread_request_ = 0; // that begins the thread
	std::uint64_t prompt_request_ = 0; // that says the first prompt
	Sent sent_ = Sent::nothing; // what that request wants
	bool takes_additions_ = true; // to the turn that goes on
	std::deque<Prompt> prompts_;
	std::string thread_;
	std::string turn_; // that goes on; empty: none
	std::string ended_turn_; // the last that is over
	bool had_turn_ = false; // in this attempt
	bool told_usage_ = false; // in this attempt
	Usage used_; // by the thread, as it was told last
	std::string last_error_;
	std::string change_item_; // the last change of files
	std::string changes_; // and what it is
	ProgramLines lines_;
};

} // namespace agent_runtime
