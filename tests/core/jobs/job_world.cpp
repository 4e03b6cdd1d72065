#include "job_world.h"

#include "core/hosting/line_reader.h"
#include "core/io/process_family.h"
#include "core/jobs/job_base.h"
#include "tests/core/store/scratch.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace agent_runtime::test {

using nlohmann::json;

JobWorld::JobWorld(const std::string &folder) {
	if (folder.empty()) {
		own_.emplace();
	}
	folder_ = folder.empty() ? own_->path().string() : folder;
	std::filesystem::create_directories(path(".crucible"));
	options.database_path = database();
	options.project = folder_;
	options.host_program = host_program();
	options.jobs.programs.emplace_back("sh");
	start();
}

JobWorld::~JobWorld() {
	if (world_ == nullptr) {
		start();
	}
	const json listed = ask({ { "type", "jobs_request" } }).value("result", json::object());
	for (const json &each : listed.value("jobs", json::array())) {
		const JobId id = JobId::parse(each.at("task_id").get<std::string>()).value_or(JobId());
		if (each.at("status") == "starting" || each.at("status") == "running") {
			ask({ { "type", "job_kill_request" }, { "task_id", id.to_string() },
					{ "grace_seconds", 0 } });
			CHECK(world_->pass_until([&] { return !runtime().jobs().book().is_open(id); }));
		}
	}
	world_.reset();
}

void JobWorld::start() {
	world_.reset();
	world_ = std::make_unique<TestWorld>(options);
}

std::string JobWorld::content(const std::string &name) const {
	return std::filesystem::exists(path(name)) ? content_of(path(name)) : std::string();
}

json JobWorld::ask_from_outside(const json &request) {
	const std::shared_ptr<TestWorld::Replies> replies = std::make_shared<TestWorld::Replies>();
	runtime().outside().request(
			request, [replies](const json &completed) { replies->put(completed); });
	std::optional<json> reply;
	CHECK(world_->pass_until([&] { return (reply = replies->take()).has_value(); }));
	return reply.value_or(json());
}

JobId JobWorld::run(const std::string &script, json more) {
	json request{ { "type", "job_start_request" }, { "program", "command" },
		{ "command", { "sh", "-c", script } } };
	request.update(more);
	const json reply = ask(request);
	REQUIRE_MESSAGE(reply.value("ok", false), reply.dump());
	return JobId::parse(reply.at("result").at("task_id").get<std::string>()).value();
}

json JobWorld::job(JobId id) {
	const json reply = ask({ { "type", "job_request" }, { "task_id", id.to_string() } });
	REQUIRE_MESSAGE(reply.value("ok", false), reply.dump());
	return reply.at("result");
}

void JobWorld::wait_for_status(JobId id, std::string_view status) {
	std::string now;
	const bool came = world_->pass_until([&] { return (now = this->status(id)) == status; });
	REQUIRE_MESSAGE(came, now);
}

void JobWorld::wait_for_output(JobId id, const std::string &part) {
	REQUIRE(world_->pass_until([&] { return written(id).find(part) != std::string::npos; }));
}

void JobWorld::kill(JobId id) {
	const json reply = ask({ { "type", "job_kill_request" }, { "task_id", id.to_string() },
			{ "reason", "the test is over" }, { "grace_seconds", 0 } });
	CHECK_MESSAGE(reply.value("ok", false), reply.dump());
}

std::vector<OutputLine> JobWorld::lines(JobId id) const {
	std::vector<OutputLine> all;
	const Result<JobFolders> folders = JobFolders::open(JobBase::path_for(database()), id);
	if (!folders.ok()) {
		return all;
	}
	const Result<OwnFile> file = folders.value().output_file(OwnFile::Use::read);
	if (!file.ok()) {
		return all;
	}
	LineReader reader(file.value(), 0, OutputLine::MOST_BYTES);
	for (std::string_view text; reader.next(text);) {
		all.push_back(OutputLine::parse(text).value());
		REQUIRE(all.back().seq == all.size());
	}
	return all;
}

std::string JobWorld::written(JobId id, OutputStream stream) const {
	std::string bytes;
	for (const OutputLine &line : lines(id)) {
		if (line.stream == stream) {
			bytes += line.data;
			bytes += line.more ? "" : "\n";
		}
	}
	return bytes;
}

std::vector<std::string> JobWorld::events(JobId id) {
	const json reply = ask(
			{ { "type", "events_request" }, { "entity", id.to_string() }, { "limit", 10'000 } });
	std::vector<std::string> types;
	for (const json &each : reply.at("result").at("events")) {
		types.push_back(each.at("type").get<std::string>());
	}
	types.erase(std::unique(types.begin(), types.end()), types.end());
	return types;
}

std::string JobWorld::stored(const std::string &sql) const {
	Database database = connect_again(this->database());
	return database.text(sql, "").value();
}

void JobWorld::change(const std::string &sql) const {
	REQUIRE(world_ == nullptr);
	Database database = connect_again(this->database());
	const Status changed = database.run(sql);
	REQUIRE_MESSAGE(changed.ok(), changed.to_string());
}

std::size_t JobWorld::family(JobId id, int attempt) const {
	const std::string store = content(".coven/store.json");
	const std::string epoch = json::parse(store).at("epoch").get<std::string>();
	return count_marked_processes(
			std::string(job_files::MARKER_VARIABLE)
					.append("=")
					.append(epoch + ":" + id.to_string() + ":" + std::to_string(attempt)));
}

} // namespace agent_runtime::test
