#include "godot/agent_program_job.h"

#include "core/base/field_problem.h"
#include "godot/convert.h"
#include "godot/live_calls.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/variant/typed_array.hpp>

#include <algorithm>
#include <utility>

using namespace godot;
using agent_runtime::ask_live;
using agent_runtime::FieldProblem;
using agent_runtime::JobInputRequest;
using agent_runtime::JobOutputRequest;
using agent_runtime::JobResumeRequest;
using agent_runtime::OpenReplies;
using agent_runtime::OutputLine;
using agent_runtime::Result;
using agent_runtime::to_godot;
using agent_runtime::to_utf8;

namespace {

constexpr char OUTPUT_RECEIVED[] = "output_received";
constexpr int64_t NO_EXIT_CODE = -1;

PropertyInfo program_property(
		Variant::Type p_type, const char *p_name, int64_t p_usage = 0, const char *p_class = "") {
	return PropertyInfo(p_type, p_name, PROPERTY_HINT_NONE, "",
			static_cast<uint32_t>(PROPERTY_USAGE_EDITOR | PROPERTY_USAGE_READ_ONLY | p_usage),
			p_class);
}

Ref<AgentOutputLine> line_of(OutputLine p_line) {
	Ref<AgentOutputLine> line;
	line.instantiate();
	line->begin(std::move(p_line));
	return line;
}

Variant lines_in(const nlohmann::json &p_result) {
	TypedArray<AgentOutputLine> lines;
	for (const nlohmann::json &each : p_result.value("lines", nlohmann::json::array())) {
		Result<OutputLine> line = OutputLine::parse(each.dump());
		if (line.ok()) {
			lines.push_back(line_of(std::move(line).value()));
		}
	}
	return lines;
}

} // namespace

bool AgentProgramJob::wants_output() const {
	return has_connections(OUTPUT_RECEIVED);
}

void AgentProgramJob::show_output(std::span<const OutputLine> p_lines) {
	TypedArray<AgentOutputLine> lines;
	for (const OutputLine &line : p_lines) {
		lines.push_back(line_of(line));
	}
	last_shown = p_lines.back().seq;
	known().last_seq = std::max(known().last_seq, last_shown);
	emit_signal(OUTPUT_RECEIVED, lines);
}

AgentJobConfig::Program AgentProgramJob::get_program() const {
	return may_use("program") ? static_cast<AgentJobConfig::Program>(known().program)
							  : AgentJobConfig::PROGRAM_COMMAND;
}

int64_t AgentProgramJob::get_exit_code() const {
	return may_use("exit_code") ? known().exit_code.value_or(NO_EXIT_CODE) : NO_EXIT_CODE;
}

String AgentProgramJob::get_output_path() const {
	return may_use("output_path") ? to_godot(known().output_file) : String();
}

String AgentProgramJob::get_folder() const {
	return may_use("folder") ? to_godot(known().folder) : String();
}

String AgentProgramJob::get_worktree() const {
	return may_use("worktree") ? to_godot(known().worktree) : String();
}

String AgentProgramJob::get_branch() const {
	return may_use("branch") ? to_godot(known().branch) : String();
}

int64_t AgentProgramJob::get_last_seq() const {
	return may_use("last_seq") ? static_cast<int64_t>(known().last_seq) : 0;
}

OpenReplies::Value AgentProgramJob::itself() {
	return [self = Ref<AgentProgramJob>(this)](const nlohmann::json &) { return Variant(self); };
}

Ref<AgentReply> AgentProgramJob::send_input(const char *p_call, const JobInputRequest &p_input) {
	return ask_live(find_live(), p_call, agent_runtime::Status(), p_input, itself());
}

Ref<AgentReply> AgentProgramJob::say(const String &p_text) {
	JobInputRequest input;
	input.job = job_id();
	input.text = to_utf8(p_text);
	const agent_runtime::Status problem = p_text.is_empty()
			? FieldProblem{ "text", "is empty", "give what to say" }.to_status()
			: agent_runtime::Status();
	return ask_live(find_live(), "say", problem, input, itself());
}

Ref<AgentReply> AgentProgramJob::interrupt() {
	JobInputRequest input;
	input.job = job_id();
	input.interrupt = true;
	return send_input("interrupt", input);
}

Ref<AgentReply> AgentProgramJob::close_input() {
	JobInputRequest input;
	input.job = job_id();
	input.close = true;
	return send_input("close_input", input);
}

Ref<AgentReply> AgentProgramJob::resume(const String &p_prompt) {
	JobResumeRequest request;
	request.job = job_id();
	request.prompt = to_utf8(p_prompt);
	return ask_live(find_live(), "resume", agent_runtime::Status(), request, itself());
}

Ref<AgentReply> AgentProgramJob::query_output(int64_t p_since_seq, int64_t p_limit) {
	agent_runtime::Status problem;
	if (p_since_seq < 0) {
		problem = FieldProblem{ "since_seq", "is below 0", "give the number of a line, or 0" }
						  .to_status();
	} else if (p_limit < 1) {
		problem = FieldProblem{ "limit", "is below 1", "give how many lines there may be" }
						  .to_status();
	}
	JobOutputRequest request;
	request.job = job_id();
	request.since = problem.ok() ? static_cast<uint64_t>(p_since_seq) : 0;
	request.limit = problem.ok() ? static_cast<std::size_t>(p_limit) : 1;
	request.max_bytes = agent_runtime::vocabulary::MOST_OUTPUT_BYTES;
	return ask_live(find_live(), "query_output", problem, request, lines_in);
}

void AgentProgramJob::_bind_methods() {
	ClassDB::bind_method(D_METHOD("get_program"), &AgentProgramJob::get_program);
	ClassDB::bind_method(D_METHOD("get_exit_code"), &AgentProgramJob::get_exit_code);
	ClassDB::bind_method(D_METHOD("get_output_path"), &AgentProgramJob::get_output_path);
	ClassDB::bind_method(D_METHOD("get_folder"), &AgentProgramJob::get_folder);
	ClassDB::bind_method(D_METHOD("get_worktree"), &AgentProgramJob::get_worktree);
	ClassDB::bind_method(D_METHOD("get_branch"), &AgentProgramJob::get_branch);
	ClassDB::bind_method(D_METHOD("get_last_seq"), &AgentProgramJob::get_last_seq);
	ClassDB::bind_method(D_METHOD("say", "text"), &AgentProgramJob::say);
	ClassDB::bind_method(D_METHOD("interrupt"), &AgentProgramJob::interrupt);
	ClassDB::bind_method(D_METHOD("close_input"), &AgentProgramJob::close_input);
	ClassDB::bind_method(D_METHOD("resume", "prompt"), &AgentProgramJob::resume, DEFVAL(""));
	ClassDB::bind_method(D_METHOD("query_output", "since_seq", "limit"),
			&AgentProgramJob::query_output, DEFVAL(0), DEFVAL(1'000));

	ADD_PROPERTY(program_property(Variant::INT, "program", PROPERTY_USAGE_CLASS_IS_ENUM,
						 "AgentJobConfig.Program"),
			"", "get_program");
	ADD_PROPERTY(program_property(Variant::INT, "exit_code"), "", "get_exit_code");
	ADD_PROPERTY(program_property(Variant::STRING, "output_path"), "", "get_output_path");
	ADD_PROPERTY(program_property(Variant::STRING, "folder"), "", "get_folder");
	ADD_PROPERTY(program_property(Variant::STRING, "worktree"), "", "get_worktree");
	ADD_PROPERTY(program_property(Variant::STRING, "branch"), "", "get_branch");
	ADD_PROPERTY(program_property(Variant::INT, "last_seq"), "", "get_last_seq");
	ADD_SIGNAL(MethodInfo(OUTPUT_RECEIVED,
			PropertyInfo(Variant::ARRAY, "lines", PROPERTY_HINT_ARRAY_TYPE, "AgentOutputLine")));
}
