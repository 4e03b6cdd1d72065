#pragma once

// A project whose runtime starts jobs under a real host: the program that AGENT_RUNTIME_HOST names,
// else this test program.

#include "core/hosting/output_line.h"
#include "core/jobs/job_desk.h"
#include "core/jobs/job_events.h"
#include "core/jobs/job_messages.h"
#include "tests/core/hosting/hosted_job.h"
#include "tests/core/runtime/world.h"

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime::test {

class JobWorld {
public:
	// `folder` is the project's; empty: a new one, which is removed at the end.
	explicit JobWorld(const std::string &folder = {});
	// Ends all jobs, so that no test leaves any.
	~JobWorld();
	JobWorld(const JobWorld &) = delete;
	JobWorld &operator=(const JobWorld &) = delete;

	RuntimeOptions options; // of the next start

	void start();
	void stop() { world_.reset(); }
	TestWorld &world() { return *world_; }
	Runtime &runtime() { return *world_->runtime; }

	std::string path(const std::string &name) const { return (folder_ + "/").append(name); }
	std::string database() const { return path(".crucible/agent_runtime.db"); }
	// What a file of the project holds; empty when there is none.
	std::string content(const std::string &name) const;

	nlohmann::json ask(nlohmann::json request) { return world_->ask(request); }
	// As a program outside the process would ask.
	nlohmann::json ask_from_outside(const nlohmann::json &request);
	// Requires that it is accepted. A shell carries out the script.
	JobId run(const std::string &script, nlohmann::json more = nlohmann::json::object());
	nlohmann::json job(JobId id);
	std::string status(JobId id) { return job(id).at("status").get<std::string>(); }
	void wait_for_status(JobId id, std::string_view status);
	void wait_for_output(JobId id, const std::string &part);
	void kill(JobId id);

	// The whole output file, as it stands.
	std::vector<OutputLine> lines(JobId id) const;
	// What the program has written to a stream, put together again.
	std::string written(JobId id, OutputStream stream = OutputStream::standard) const;
	// The types of the events about it, in the order of the log; several of one type in a row are
	// one.
	std::vector<std::string> events(JobId id);
	// One value of the database, as text.
	std::string stored(const std::string &sql) const;
	// Changes the database while no game has it.
	void change(const std::string &sql) const;
	std::size_t family(JobId id, int attempt = 1) const; // processes that carry its marker

private:
	std::optional<Folder> own_;
	std::string folder_;
	std::unique_ptr<TestWorld> world_;
};

} // namespace agent_runtime::test
