#include "tests/core/hosting/hosted_job.h"
#include "tests/core/questions/asking.h"
#include "tests/core/runtime/world.h"
#include "tests/core/vocabulary.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace agent_runtime;
using nlohmann::json;

namespace {

// Makes requests, and compares each reply with what the vocabulary says about it.
class Questions {
public:
	explicit Questions(const std::string &database) :
			world_(options_with(database)) {}

	json ask(const std::string &type, json message = json::object()) {
		message["type"] = type;
		message["request_id"] = "results";
		const json reply = world_.ask(message);
		CAPTURE(reply.dump());
		REQUIRE(reply.value("ok", false));
		CHECK(validate(reply).ok());
		const MessageType *const entry = find_message(type);
		REQUIRE(entry != nullptr);
		const json result = reply.value("result", json::object());
		const std::optional<FieldProblem> problem =
				find_object_problem(result, entry->result, "result");
		CHECK_MESSAGE(!problem, type << ": " << (problem ? problem->to_string() : ""));
		CHECK(reply.contains("result") == !entry->result.empty());
		asked_.insert(type);
		return result;
	}

	bool has_asked(std::string_view type) const { return asked_.contains(std::string(type)); }
	TestWorld &world() { return world_; }

private:
	static RuntimeOptions options_with(const std::string &database) {
		RuntimeOptions options;
		options.database_path = database;
		options.host_program = test::host_program();
		return options;
	}

	TestWorld world_;
	std::set<std::string> asked_;
};

json of(const std::string &agent, json message = json::object()) {
	message["agent_id"] = agent;
	return message;
}

void ask_about_agents(Questions &questions) {
	const json config{ { "name", "Ada" }, { "role", "guard" }, { "persona", "Kind." },
		{ "groups", { "guards" } }, { "metadata", { { "hair", "red" } } }, { "model", "m" },
		{ "budget", { { "tokens", 9'000'000 } } } };
	CHECK(questions.ask("agent_spawn_request", { { "agent_config", config } }) ==
			json{ { "agent_id", "agent_001" } });
	questions.ask(
			"agents_spawn_request", { { "agent_config", { { "name", "Bob" } } }, { "count", 3 } });
	questions.ask("subscribe_request", of("agent_002", { { "topics", { "weather" } } }));
	questions.ask("task_assign_request", of("agent_001", { { "task_name", "Sweep" } }));
	questions.ask("task_assign_request", of("agent_001", { { "task_name", "Cook" } }));
	questions.ask("task_finish_request", { { "task_id", "task_001" }, { "status", "completed" } });
	questions.ask("tasks_request");
	const json ada = questions.ask("agent_state_request", of("agent_001"));
	CHECK(ada.at("metadata") == json{ { "hair", "red" } });
	CHECK(ada.at("filter").at("senders").empty());
	CHECK(questions.ask("agents_request").at("agents").size() == 4);
	questions.ask("send_message_request", { { "to", "agent_001" }, { "content", "Hello there" } });
	questions.ask("publish_message_request", { { "topic", "weather" }, { "content", "Rain" } });
	questions.ask("agent_pause_request", of("agent_003"));
	questions.ask("agent_step_request", of("agent_003"));
	questions.ask("agent_resume_request", of("agent_003"));
	questions.ask("attention_request", of("agent_001", { { "weight", 2 } }));
	CHECK(questions.world().pass_until(
			[&] { return questions.world().count<AgentSpoke>(AgentId(1)) > 0; }));
	questions.ask("last_prompt_request", of("agent_001"));
	questions.ask("usage_request");
	questions.ask("usage_request", { { "account", "agent_001" } });
	questions.ask("caps_request", { { "dollars", 2 } });
	questions.ask("agent_terminate_request", of("agent_004"));
}

void ask_about_places(Questions &questions) {
	// An agent that speaks may not walk.
	questions.ask("agent_pause_request", of("agent_003"));
	CHECK(questions.world().pass_until(
			[&] { return questions.world().state(AgentId(3)).at("state") == "idle"; }));
	questions.ask("move_request", of("agent_003", { { "position", { { "x", 3 }, { "y", 4 } } } }));
	const json way{ { "target", { { "x", 5 }, { "y", 4 } } } };
	questions.ask("walk_request", of("agent_003", way));
	questions.ask("seat_request", of("agent_001", { { "seat", "desk" } }));
	// A walk that the game makes lasts until the game says so.
	questions.ask("position_owner_request", of("agent_003", { { "owner", "game" } }));
	json walk = of("agent_003", way);
	walk["type"] = "walk_request";
	questions.world().send(walk);
	questions.ask("stop_walk_request", of("agent_003"));
	questions.ask(
			"report_position", of("agent_003", { { "position", { { "x", 1 }, { "y", 1 } } } }));
	questions.ask("agent_resume_request", of("agent_003"));
}

void ask_about_memory(Questions &questions) {
	const json lines = questions.ask("memory_request", of("agent_001")).at("lines");
	REQUIRE_FALSE(lines.empty());
	// What was said is stored and indexed after the step in which it was said.
	CHECK(questions.world().pass_until([&] {
		const json found =
				questions.ask("search_request", of("agent_001", { { "text", "hello" } }));
		return !found.at("lines").empty();
	}));
	const json noted =
			questions.ask("memory_note_request", of("agent_001", { { "content", "Tea at five" } }));
	const json line{ { "line_id", noted.at("line_ids").at(0) } };
	questions.ask("memory_pin_request", of("agent_001", line));
	json edit = line;
	edit["content"] = "Tea at six";
	questions.ask("memory_edit_request", of("agent_001", edit));
	questions.ask("memory_forget_request", of("agent_001", line));
	CHECK(questions.ask("memory_summarise_request", of("agent_002")).at("count") == 0);
	for (int i = 0; i < 12; i++) {
		questions.ask("send_message_request",
				{ { "to", "agent_001" }, { "content", "News " + std::to_string(i) } });
	}
	CHECK(questions.world().pass_until([&] {
		const json heard =
				questions.ask("memory_request", of("agent_001", { { "from", "player_0" } }));
		return heard.at("lines").size() > 12;
	}));
	const json summary = questions.ask("memory_summarise_request",
			of("agent_001", { { "keep", 5 }, { "remove_originals", true } }));
	CHECK(summary.contains("summary_id"));
}

void ask_about_talks(Questions &questions) {
	const json talk = questions.ask("startAutoMode", { { "topic", "Tea" }, { "max_turns", 2 } });
	const json id{ { "conversation_id", talk.at("conversation_id") } };
	CHECK(questions.world().pass_until(
			[&] { return !questions.world().runtime->is_auto_mode_active(); }));
	CHECK(questions.ask("auto_mode_transcript_request", id).at("messages").size() == 2);
	CHECK(questions.ask("continueAutoMode", id) == id);
	questions.ask("auto_mode_request");
	questions.ask("auto_mode_request", id);
	questions.ask("stopAutoMode", id);
}

void ask_about_questions(Questions &questions, const Folder &folder) {
	Database file = connect_again(folder.database());
	asking::Asking program(std::move(file));
	const QuestionId id = program.ask(asking::permission());
	questions.world().runtime->questions().routes().add(
			Subject::Kind::job, [](DecisionScope &, const Question &) { return Status(); });
	const json question{ { "question_id", id.to_string() } };
	CHECK(questions.ask("question_request", question).at("status") == "pending");
	json answer = question;
	answer.update({ { "answer", "deny" }, { "message", "Not now." } });
	CHECK(questions.ask("question_answer_request", answer).at("status") == "answered");
	CHECK(questions.ask("questions_request").at("questions").size() == 1);
}

void ask_about_jobs(Questions &questions, const Folder &folder) {
	const json started = questions.ask("job_start_request",
			{ { "command", { "sh", "-c", "echo up; read line; echo $line" } },
					{ "folder", folder.path().string() }, { "keeps_talking", true } });
	const json job{ { "task_id", started.at("task_id") } };
	const auto becomes = [&](const std::string &status) {
		return questions.world().pass_until(
				[&] { return questions.ask("job_request", job).at("status") == status; });
	};
	CHECK(becomes("running"));
	json say = job;
	say["text"] = "over";
	CHECK(questions.ask("job_input_request", say) == job);
	CHECK(becomes("completed"));
	CHECK(questions.ask("job_output_request", job).at("line_count") == 2);
	questions.ask("job_resume_request", job);
	CHECK(becomes("running"));
	json respond = job;
	respond["response"] = "once more";
	CHECK(questions.ask("job_respond_request", respond) == job);
	CHECK(becomes("completed"));
	questions.ask("job_resume_request", job);
	questions.ask("job_kill_request", job);
	CHECK(becomes("killed"));
	CHECK(questions.ask("jobs_request").at("jobs").size() == 1);
	questions.ask("job_purge_request", job);
}

void ask_about_the_world(Questions &questions, const Folder &folder) {
	questions.ask("health_request");
	questions.ask("time_scale_request", { { "scale", 2 } });
	questions.ask("events_request", { { "since", 1 }, { "limit", 20 } });
	questions.ask("database_copy_request", { { "path", folder.path() / "copy.db" } });
	questions.ask("slot_save_request", { { "slot", "noon" } });
	CHECK(questions.ask("slots_request").at("slots").size() == 1);
	questions.ask("slot_load_request", { { "slot", "noon" } });
	questions.ask("slot_delete_request", { { "slot", "noon" } });
	questions.ask("world_pause_request", { { "paused", true } });
	questions.ask("world_step_request");
	questions.ask("world_pause_request", { { "paused", false } });
}

} // namespace

TEST_SUITE("results of requests") {
	TEST_CASE("each holds exactly what the vocabulary says, and every request is asked") {
		const Folder folder;
		Questions questions(folder.database());
		ask_about_agents(questions);
		ask_about_places(questions);
		ask_about_memory(questions);
		ask_about_talks(questions);
		ask_about_questions(questions, folder);
		ask_about_jobs(questions, folder);
		ask_about_the_world(questions, folder);
		for (const MessageType *const each : message_types()) {
			CHECK_MESSAGE((each->kind != MessageKind::request || questions.has_asked(each->name)),
					each->name << " was not asked");
		}
	}
}
