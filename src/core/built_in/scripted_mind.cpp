#include "core/built_in/scripted_mind.h"
#include "core/base/counted.h"

#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_READ_SCRIPTS = 1'024; // that it stores

Status script_is_over(const MindRequest &request, std::size_t steps) {
	const std::string who = request.agent.to_string();
	if (steps == 0) {
		return mind_status(MindFailure::misconfigured,
				(who.empty() ? "a scripted mind" : who) +
						" has no script; put one into mind_options, such as {\"script\": "
						"[\"Hello\"]}");
	}
	return mind_status(MindFailure::misconfigured,
			"the script" + (who.empty() ? "" : " of " + who) + " has " + counted(steps, "step") +
					", and all were used; add steps, or \"repeat\": true");
}

} // namespace

ScriptedMind::ScriptedMind(MindScript shared) :
		shared_(std::make_shared<MindScript>(std::move(shared))) {}

Result<MindScriptPtr> ScriptedMind::script_for(const std::string &options) const {
	if (options.find("\"script\"") == std::string::npos) {
		return shared_;
	}
	const Lock lock(mutex_);
	if (read_.size() >= MOST_READ_SCRIPTS && !read_.contains(options)) {
		read_.clear();
	}
	const auto found = read_.find(options);
	if (found != read_.end()) {
		return found->second;
	}
	Result<MindScript> read = MindScript::from_text(options);
	const Result<MindScriptPtr> script = read.ok()
			? Result<MindScriptPtr>(std::make_shared<MindScript>(std::move(read).value()))
			: Result<MindScriptPtr>(
					  mind_status(MindFailure::misconfigured, read.status().message()));
	return read_.emplace(options, script).first->second;
}

void ScriptedMind::record_use(const MindRequest &request, const MindScriptPtr &script) const {
	const Lock lock(mutex_);
	Progress &progress = progress_[request.agent];
	if (progress.script != script) {
		progress = { script, std::vector<bool>(script->steps.size()) };
	}
	progress.used[request.asked % script->steps.size()] = true;
}

Result<MindAction> ScriptedMind::think(const MindRequest &request) const {
	const Result<MindScriptPtr> script = script_for(request.options);
	if (!script.ok()) {
		return script.status();
	}
	const ScriptStep *step = script.value()->step(request.asked);
	if (step == nullptr) {
		return script_is_over(request, script.value()->steps.size());
	}
	record_use(request, script.value());
	if (const ScriptedFailure *failure = std::get_if<ScriptedFailure>(&step->outcome)) {
		return mind_status(failure->failure, failure->message);
	}
	MindAction action = std::get<MindAction>(step->outcome);
	if (SpeakAction *words = std::get_if<SpeakAction>(&action)) {
		words->to = words->to.is_none() ? request.answer_to : words->to;
	}
	return action;
}

Micros ScriptedMind::delay_of(const MindRequest &request) const {
	const Result<MindScriptPtr> script = script_for(request.options);
	const ScriptStep *step = script.ok() ? script.value()->step(request.asked) : nullptr;
	return step != nullptr ? step->delay : Micros{ 0 };
}

std::vector<std::string> ScriptedMind::pieces_of(const MindRequest &request) const {
	const Result<MindScriptPtr> script = script_for(request.options);
	const ScriptStep *step = script.ok() ? script.value()->step(request.asked) : nullptr;
	return step != nullptr ? step->pieces : std::vector<std::string>();
}

void ScriptedMind::expect(AgentId agent, const std::string &options) const {
	const Result<MindScriptPtr> script = script_for(options);
	if (script.ok()) {
		const Lock lock(mutex_);
		progress_.try_emplace(
				agent, Progress{ script.value(), std::vector<bool>(script.value()->steps.size()) });
	}
}

std::vector<std::string> ScriptedMind::unused_steps() const {
	const Lock lock(mutex_);
	std::vector<bool> used_of_shared(shared_->steps.size());
	std::vector<std::string> unused;
	const auto add_unused = [&](const std::string &whose, const MindScript &script,
									const std::vector<bool> &used) {
		for (std::size_t i = 0; i < used.size(); ++i) {
			if (!used[i]) {
				unused.push_back(whose + ": step " + std::to_string(i + 1) + " of " +
						std::to_string(used.size()) + ", " + describe_step(script.steps[i]));
			}
		}
	};
	for (const auto &[agent, progress] : progress_) {
		if (progress.script != shared_) {
			add_unused(agent.to_string(), *progress.script, progress.used);
			continue;
		}
		for (std::size_t i = 0; i < progress.used.size(); ++i) {
			used_of_shared[i] = used_of_shared[i] || progress.used[i];
		}
	}
	add_unused("the shared script", *shared_, used_of_shared);
	return unused;
}

} // namespace agent_runtime
