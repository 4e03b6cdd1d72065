// Jobs as programs outside the game see them.

#include "job_world.h"

#include "../gateway/raw_client.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

class Outside {
public:
	explicit Outside(JobWorld &jobs) :
			jobs_(jobs) {}

	std::uint16_t port() const { return jobs_.runtime().gateway()->port(); }
	std::string target(const std::string &path) const {
		return path + (path.find('?') == std::string::npos ? "?" : "&") +
				"token=" + jobs_.runtime().gateway()->token();
	}
	HttpAnswer look(const std::string &path) const { return get(port(), target(path)); }
	// An answer that comes in chunks.
	json read_all(const std::string &path) const {
		RawClient client(port());
		client.send(get_request(target(path)));
		client.read_until("\r\n\r\n");
		std::string body;
		while (true) {
			const std::string size = client.read_until("\r\n");
			const unsigned long bytes = std::strtoul(size.c_str(), nullptr, 16);
			body += client.read_exactly(bytes);
			client.read_until("\r\n");
			if (bytes == 0) {
				return json::parse(body, nullptr, false);
			}
		}
	}
	HttpAnswer post(const std::string &path, const json &body) const {
		RawClient client(port());
		const std::string text = body.dump();
		client.send("POST " + target(path) +
				" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
				"Content-Length: " +
				std::to_string(text.size()) + "\r\n\r\n" + text);
		return read_answer(client);
	}

private:
	JobWorld &jobs_;
};

void open_gateway(JobWorld &jobs) {
	jobs.options.config.gateway_enabled = true;
	jobs.start();
}

} // namespace

TEST_SUITE("jobs over the gateway") {
	TEST_CASE("a job is started, looked at, spoken to, killed and purged over HTTP") {
		JobWorld jobs;
		open_gateway(jobs);
		const Outside outside(jobs);
		const HttpAnswer started = outside.post("/jobs",
				{ { "command", { "sh", "-c", "echo up; read line; echo $line; sleep 100" } },
						{ "folder", jobs.path("") }, { "keeps_talking", true } });
		CHECK(started.status == 201);
		CHECK(started.json().at("task_id") == "job_001");
		jobs.wait_for_output(JobId(1), "up");
		jobs.wait_for_status(JobId(1), "running");
		CHECK(outside.look("/jobs").json().at("jobs").size() == 1);
		CHECK(outside.look("/jobs/job_001").json().at("status") == "running");
		CHECK(outside.look("/agents/job_001").json().at("task_id") == "job_001");
		CHECK(outside.post("/jobs/job_001/input", { { "text", "words" } }).status == 202);
		jobs.wait_for_output(JobId(1), "words");
		CHECK(outside.post("/agents/job_001/kill", { { "grace_seconds", 0 } }).status == 202);
		jobs.wait_for_status(JobId(1), "killed");
		CHECK(outside.look("/jobs/job_002").status == 404);
		CHECK(outside.post("/jobs", { { "command", { "bash" } } }).status == 403);
	}

	TEST_CASE("spec:004.1.4 spec:004.1.5 /agents/{id}/output returns what is in the file, after a "
			  "restart too") {
		JobWorld jobs;
		const JobId id = jobs.run("for i in 1 2 3 4 5; do echo line $i; done");
		jobs.wait_for_status(id, "completed");
		open_gateway(jobs);
		const Outside outside(jobs);
		const json all = outside.read_all("/agents/job_001/output");
		REQUIRE(all.at("lines").size() == 5);
		CHECK(all.at("lines").at(0).at("data") == "line 1");
		CHECK(all.at("last_seq") == 5);
		CHECK(all.at("task_id") == "job_001");
		CHECK(all.at("status") == "completed");
		const json some = outside.read_all("/agents/job_001/output?since=2&limit=2");
		CHECK(some.at("lines").size() == 2);
		CHECK(some.at("last_seq") == 4);
		CHECK(some.at("more") == true);
		const json rest = outside.read_all("/agents/job_001/output?since=4");
		CHECK(rest.at("lines").size() == 1);
		CHECK(rest.at("last_seq") == 5);
	}

	TEST_CASE("spec:004.1.1 output is followed while it is written, to its end") {
		JobWorld jobs;
		open_gateway(jobs);
		const JobId id =
				jobs.run("echo one; read line; echo $line; exit 3", { { "keeps_talking", true } });
		const Outside outside(jobs);
		SseReader stream(outside.port(), outside.target("/agents/job_001/output"),
				"Accept: text/event-stream\r\n");
		CHECK(stream.next_of("line").data.at("data") == "one");
		jobs.wait_for_status(id, "running");
		jobs.ask({ { "type", "job_input_request" }, { "task_id", "job_001" }, { "text", "two" } });
		const SseEvent second = stream.next_of("line");
		CHECK(second.data.at("seq") == 2);
		CHECK(second.data.at("data") == "two");
		CHECK(second.id == "2");
		const json end = stream.next_of("end").data;
		CHECK(end.at("status") == "failed");
		CHECK(end.at("exit_code") == 3);
		CHECK(end.at("last_seq") == 2);
	}

	TEST_CASE("spec:004.1.4 an agent's id leads to its newest job") {
		JobWorld jobs;
		open_gateway(jobs);
		const Result<AgentId> ada = spawn_agent(jobs.runtime(), { { "name", "Ada" } });
		const Result<AgentId> ben = spawn_agent(jobs.runtime(), { { "name", "Ben" } });
		REQUIRE(ada.ok());
		REQUIRE(ben.ok());
		const json of_ada{ { "agent_id", "agent_001" }, { "keeps_talking", true } };
		jobs.run("echo first", of_ada);
		const JobId newest = jobs.run("echo newest; read line; echo got $line; sleep 100", of_ada);
		jobs.wait_for_output(newest, "newest");
		jobs.wait_for_status(newest, "running");
		const Outside outside(jobs);
		const json output = outside.read_all("/agents/agent_001/output");
		CHECK(output.at("task_id") == "job_002");
		CHECK(output.at("lines").at(0).at("data") == "newest");
		CHECK(outside.post("/agents/agent_001/respond", { { "response", "words" } }).status == 202);
		jobs.wait_for_output(newest, "got words");
		const HttpAnswer killed =
				outside.post("/agents/agent_001/kill", { { "grace_seconds", 0 } });
		CHECK(killed.status == 202);
		CHECK(killed.json().at("task_id") == "job_002");
		jobs.wait_for_status(newest, "killed");
		for (const HttpAnswer &none : { outside.look("/agents/agent_002/output"),
					 outside.post("/agents/agent_002/kill", json::object()),
					 outside.post("/agents/agent_002/respond", { { "response", "x" } }) }) {
			CHECK(none.status == 404);
			CHECK(none.json().at("error").at("message").get<std::string>().find(
						  "agent_002 has no job") != std::string::npos);
		}
	}

	TEST_CASE("spec:004.3.3 a response is the answer to the one question that waits") {
		JobWorld jobs;
		open_gateway(jobs);
		const JobId id = jobs.run("echo '@@question One?'; read line; echo got $line; "
								  "echo '@@question Two?'; echo '@@question Three?'; "
								  "while read line; do echo got $line; done",
				{ { "keeps_talking", true } });
		const auto waits_with = [&](int questions) {
			CHECK(jobs.world().pass_until(
					[&] { return jobs.job(id).at("pending_questions") == questions; }));
		};
		const Outside outside(jobs);
		const auto respond = [&](const std::string &words, const std::string &key) {
			return outside.post(
					"/agents/job_001/respond", { { "response", words }, { "answer_key", key } });
		};
		waits_with(1);
		const HttpAnswer first = respond("one", "a");
		CHECK(first.status == 202);
		CHECK(first.json().at("question_id") == "question_001");
		jobs.wait_for_output(id, "got one");
		waits_with(2);
		CHECK(respond("one", "a").json().at("question_id") == "question_001"); // once is enough
		const HttpAnswer several = respond("which?", "b");
		CHECK(several.status == 409);
		const std::string message = several.json().at("error").at("message");
		CHECK(message.find("question_002") != std::string::npos);
		CHECK(message.find("question_003") != std::string::npos);
		for (const char *const question : { "question_002", "question_003" }) {
			CHECK(outside.post(std::string("/questions/") + question + "/answer",
								 { { "answer", "x" } })
							.status == 200);
		}
		waits_with(0);
		CHECK(!respond("words", "c").json().contains("question_id"));
		CHECK(respond("words", "c").status == 202);
		jobs.wait_for_output(id, "got words");
		CHECK(jobs.ask({ { "type", "question_request" }, { "question_id", "question_001" } })
						.at("result")
						.at("answered_by") == "gateway");
		jobs.ask({ { "type", "job_input_request" }, { "task_id", "job_001" }, { "close", true } });
		jobs.wait_for_status(id, "completed");
		CHECK(jobs.written(id).find("got words") == jobs.written(id).rfind("got words"));
	}

	TEST_CASE("spec:004.1.4 a limit of lines is one of lines, whatever they weigh") {
		JobWorld jobs;
		open_gateway(jobs);
		const JobId id = jobs.run("i=0; while [ $i -lt 4 ]; do i=$((i+1)); head -c 900000 "
								  "/dev/zero | tr '\\0' x; echo; done");
		jobs.wait_for_status(id, "completed");
		const Outside outside(jobs);
		const json all = outside.read_all("/agents/job_001/output?limit=10");
		CHECK(all.at("line_count") == 4);
		CHECK(all.at("more") == false);
		CHECK(outside.read_all("/agents/job_001/output").at("line_count") == 4);
		const json some = outside.read_all("/agents/job_001/output?max_bytes=1000000");
		CHECK(some.at("line_count") == 1);
		CHECK(some.at("more") == true);
	}
}
