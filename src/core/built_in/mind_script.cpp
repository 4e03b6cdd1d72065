#include "core/built_in/mind_script.h"

#include "core/base/field_problem.h"
#include "core/base/json_io.h"
#include "core/base/nearest_name.h"
#include "core/base/utf8.h"
#include "core/mind/action_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr std::array<std::string_view, 5> KINDS_OF_STEP = { "say", "stream", "wait", "fail",
	"action" };
constexpr std::array<std::string_view, 8> FIELDS_OF_STEP = { "say", "stream", "wait", "fail",
	"action", "to", "message", "delay" };
constexpr char STEP_REMEDY[] =
		"give a text to say, or an object with one of say, stream, wait, fail and action";
constexpr std::size_t LONGEST_SHOWN = 40; // in bytes

// Reads one step, and remembers the first problem.
class StepReader {
public:
	StepReader(const json &from, std::string path) :
			from_(from),
			path_(std::move(path)) {}

	Result<ScriptStep> read() {
		if (from_.is_string()) {
			step_.outcome = words(from_, "");
		} else if (!from_.is_object()) {
			complain("", "is neither a text nor an object", STEP_REMEDY);
		} else {
			read_object();
		}
		return problem_ ? Result<ScriptStep>(problem_->to_status()) : std::move(step_);
	}

private:
	void complain(std::string_view field, std::string problem, std::string remedy) {
		if (!problem_) {
			std::string path = path_;
			if (!field.empty()) {
				append_member(path, field);
			}
			problem_ = FieldProblem{ std::move(path), std::move(problem), std::move(remedy) };
		}
	}

	void read_object() {
		std::string_view kind;
		for (const auto &[name, value] : from_.items()) {
			if (std::find(FIELDS_OF_STEP.begin(), FIELDS_OF_STEP.end(), name) ==
					FIELDS_OF_STEP.end()) {
				const std::string_view nearest = nearest_name(name, FIELDS_OF_STEP);
				complain(name, "is not a field of a step",
						nearest.empty() ? STEP_REMEDY
										: "did you mean " + std::string(nearest) + "?");
			}
			const auto *const found = std::find(KINDS_OF_STEP.begin(), KINDS_OF_STEP.end(), name);
			if (found != KINDS_OF_STEP.end() && !kind.empty()) {
				complain(name, "stands beside " + std::string(kind), "make two steps of it");
			}
			kind = found != KINDS_OF_STEP.end() ? *found : kind;
		}
		if (kind.empty()) {
			complain("", "does not say what to do", STEP_REMEDY);
			return;
		}
		read_delay();
		read_outcome(kind);
	}

	void read_outcome(std::string_view kind) {
		const json &value = from_.at(std::string(kind));
		if (kind != "fail" && from_.contains("message")) {
			complain("message", "belongs to a failure", "leave it out, or add fail");
		}
		if (kind != "say" && kind != "stream" && from_.contains("to")) {
			complain("to", "belongs to words", "leave it out, or add say");
		}
		if (kind == "say") {
			step_.outcome = words(value, "say");
		} else if (kind == "stream") {
			step_.outcome = streamed(value);
		} else if (kind == "fail") {
			step_.outcome = failure(value);
		} else if (kind == "action") {
			step_.outcome = action(value);
		} else if (value != json(true)) {
			complain("wait", "is not true", "give true, and a delay for how long");
		}
	}

	void read_delay() {
		const auto delay = from_.find("delay");
		if (delay == from_.end()) {
			return;
		}
		const double seconds = delay->is_number() ? delay->get<double>() : -1.0;
		if (!(seconds >= 0.0 && seconds <= MindScript::LONGEST_DELAY)) {
			complain("delay", "is not a time", "give sim seconds from 0 to 86400, such as 1.5");
			return;
		}
		step_.delay = Micros{ std::llround(seconds * 1e6) };
	}

	ParticipantId addressee() {
		const auto to = from_.is_object() ? from_.find("to") : from_.end();
		if (!from_.is_object() || to == from_.end()) {
			return {};
		}
		const std::optional<ParticipantId> who =
				ParticipantId::parse(to->is_string() ? to->get<std::string>() : "");
		if (!who) {
			complain("to", "is neither an agent nor a player", "give an id such as agent_001");
		}
		return who.value_or(ParticipantId());
	}

	MindAction words(const json &value, std::string_view field) {
		if (!value.is_string() || value.get_ref<const std::string &>().empty()) {
			complain(field, "is not a text to say", "give some words, or {\"wait\": true}");
			return WaitAction{};
		}
		return SpeakAction{ value.get<std::string>(), addressee() };
	}

	MindAction streamed(const json &value) {
		SpeakAction action;
		for (const json &piece : value.is_array() ? value : json::array()) {
			if (!piece.is_string()) {
				complain("stream", "holds what is not a text", "give a list of texts");
				return WaitAction{};
			}
			step_.pieces.push_back(piece.get<std::string>());
			action.content += step_.pieces.back();
		}
		if (action.content.empty()) {
			complain("stream", "is not a list of texts", "give one such as [\"Hel\", \"lo\"]");
		}
		action.to = addressee();
		return action;
	}

	ScriptedFailure failure(const json &value) {
		ScriptedFailure result;
		const std::string name = value.is_string() ? value.get<std::string>() : "";
		result.failure = parse_mind_failure(name);
		if (mind_failure_name(result.failure) != name) {
			complain("fail", "is not the name of a failure",
					"give one such as rate_limited, unreachable, bad_answer or budget_exhausted");
		}
		const auto message = from_.find("message");
		if (message != from_.end() && !message->is_string()) {
			complain("message", "is not a text", "say why it fails, for people");
		}
		result.message = message != from_.end() && message->is_string()
				? message->get<std::string>()
				: "the script wants it so";
		return result;
	}

	MindAction action(const json &value) {
		Result<MindAction> read = action_from_json(value);
		if (!read.ok()) {
			complain("action", read.status().message(),
					"give an action such as {\"action\": \"move\", \"x\": 3, \"y\": 4}");
			return WaitAction{};
		}
		return std::move(read).value();
	}

	const json &from_;
	std::string path_;
	ScriptStep step_;
	std::optional<FieldProblem> problem_;
};

Status script_problem(std::string field, std::string problem, std::string remedy) {
	return FieldProblem{ std::move(field), std::move(problem), std::move(remedy) }.to_status();
}

} // namespace

const ScriptStep *MindScript::step(std::size_t asked) const {
	if (steps.empty() || (asked >= steps.size() && !repeat)) {
		return nullptr;
	}
	return &steps[asked % steps.size()];
}

Result<MindScript> MindScript::from_json(const json &options) {
	const auto given = options.is_object() ? options.find("script") : options.end();
	if (!options.is_object() || given == options.end() || !given->is_array() || given->empty()) {
		return script_problem("script", "is not a list of steps",
				"give at least one, such as {\"script\": [\"Hello\"]}");
	}
	if (given->size() > MOST_STEPS) {
		return script_problem("script", "has more than 10000 steps", "use repeat");
	}
	MindScript script;
	if (const auto repeat = options.find("repeat"); repeat != options.end()) {
		if (!repeat->is_boolean()) {
			return script_problem("repeat", "is neither true nor false", "give one of the two");
		}
		script.repeat = repeat->get<bool>();
	}
	for (std::size_t i = 0; i < given->size(); ++i) {
		std::string path = "script";
		append_item(path, i);
		Result<ScriptStep> step = StepReader((*given)[i], std::move(path)).read();
		if (!step.ok()) {
			return step.status();
		}
		script.steps.push_back(std::move(step).value());
	}
	return script;
}

Result<MindScript> MindScript::from_text(std::string_view options) {
	const Result<json> read = parse_json(options.empty() ? "{}" : options);
	return read.ok() ? from_json(read.value()) : Result<MindScript>(read.status());
}

std::string describe_step(const ScriptStep &step) {
	if (const ScriptedFailure *failure = std::get_if<ScriptedFailure>(&step.outcome)) {
		return "fail " + std::string(mind_failure_name(failure->failure));
	}
	const MindAction &action = std::get<MindAction>(step.outcome);
	if (const SpeakAction *words = std::get_if<SpeakAction>(&action)) {
		const std::string_view shown = shorten(words->content, LONGEST_SHOWN);
		return (step.pieces.empty() ? "say \"" : "stream \"") + std::string(shown) +
				(shown.size() < words->content.size() ? "…\"" : "\"");
	}
	return action_to_json(action).at("action").get<std::string>();
}

} // namespace agent_runtime
