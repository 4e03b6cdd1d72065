#pragma once

#include "core/jobs/codex_turns.h"
#include "core/jobs/codex_usage.h"
#include "core/jobs/json_driver.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// `codex app-server`: one JSON-RPC message a line, requests in both directions. What its model may
// not do by itself comes as a request of the server, and `serverRequest/resolved` says that it is
// settled.
// Thread rule: any thread, one at a time.
class CodexDriver : public JsonDriver {
public:
	// With what state() has given; any other text: it has not begun.
	explicit CodexDriver(std::string_view state = {});

	Result<std::vector<JobInput>> begin(const JobBrief &brief) override;
	Result<JobInput> answer(const Question &question) const override;
	Result<JobInput> decline(const NewQuestion &question, const std::string &why) const override;
	Result<std::vector<JobInput>> say(const std::string &text, const Uuid &uuid) override;
	Result<std::vector<JobInput>> interrupt() override;

private:
	explicit CodexDriver(const nlohmann::json &stored);

	void read_line(std::string_view line, DriverNews &news) override;
	void store(nlohmann::json &state) const override;
	void read_response(const nlohmann::json &line, DriverNews &news);
	void read_thread(const nlohmann::json &line, DriverNews &news);
	void read_prompt_response(const nlohmann::json &line, DriverNews &news);
	void read_request(const nlohmann::json &line, DriverNews &news);
	void read_notification(std::string_view method, const nlohmann::json &params, DriverNews &news);
	void read_item(std::string_view method, const nlohmann::json &item, DriverNews &news);
	void begin_turn(const nlohmann::json &turn);
	void end_turn(const nlohmann::json &turn, DriverNews &news);
	// Says what can be said now. What cannot be said at all has failed.
	void go_on(DriverNews &news);
	Status say_first(std::vector<JobInput> &inputs);
	void close_when_done(DriverNews &news);
	Result<JobInput> request(std::string_view method, nlohmann::json params);
	std::string asked_as(const nlohmann::json &id) const;

	std::uint64_t requests_ = 0; // ours, which are numbered
	std::uint64_t thread_request_ = 0; // that begins the thread
	std::string thread_;
	CodexTurns turns_;
	CodexUsage usage_;
	std::string last_error_;
	std::string change_item_; // the last change of files
	std::string changes_; // and what it is
};

} // namespace agent_runtime
