#include "core/models/thoughts.h"

#include "core/mind/decision.h"
#include "core/mind/end_keyword.h"
#include "core/mind/prompt.h"

#include <utility>

namespace agent_runtime {

// A thought in progress, which listens to its call.
struct Thoughts::Thought : CallListener {
	Thought(Thoughts &owner, ThoughtRequest what) :
			thoughts(owner),
			asked(std::move(what)),
			account(agent_account(asked.id.agent.to_string())) {}

	void wrote(std::string_view text, bool begins) override { thoughts.wrote(*this, text, begins); }
	void answered(const ModelAnswer &answer) override { thoughts.conclude(*this, answer); }
	void failed(const ModelProblem &problem) override {
		thoughts.end(*this, problem.failure, problem.message);
	}

	// It and its groups pay.
	Spender spender() const {
		Spender spender{ { account } };
		for (const std::string &group : asked.groups) {
			spender.accounts.push_back(group_account(group));
		}
		return spender;
	}

	Thoughts &thoughts;
	ThoughtRequest asked;
	const std::string account;
	ModelCallId call; // none: older lines are still looked up
	bool is_shown = false; // whether what it writes is speech
	KeywordSieve sieve{ asked.request.end_keyword }; // for the part that is shown
	std::string shown; // so far, in a conversation that a keyword can end
};

Thoughts::Thoughts(const MindSettings &settings, ModelCalls &calls, LastPrompts &last_prompts,
		ThoughtHooks hooks) :
		settings_(settings),
		calls_(calls),
		last_prompts_(last_prompts),
		hooks_(std::move(hooks)) {}

Thoughts::~Thoughts() {
	cancel_all();
}

void Thoughts::begin(ThoughtRequest request) {
	const ThoughtId id = request.id;
	cancel(id);
	std::unique_ptr<Thought> &place = thoughts_[id];
	place = std::make_unique<Thought>(*this, std::move(request));
	Thought &thought = *place;
	if (const std::optional<ModelProblem> problem =
					calls_.find_problem(thought.asked.request.mind)) {
		end(thought, problem->failure, problem->message);
		return;
	}
	calls_.set_own_caps(thought.account, thought.asked.caps);
	if (!hooks_.recall) {
		call(thought);
		return;
	}
	hooks_.recall(thought.asked.request,
			[this, id](std::vector<RecalledLine> lines) { recalled(id, std::move(lines)); });
}

void Thoughts::recalled(ThoughtId id, std::vector<RecalledLine> lines) {
	const auto found = thoughts_.find(id);
	if (found != thoughts_.end() && found->second->call.is_none()) {
		found->second->asked.request.recalled = std::move(lines);
		call(*found->second);
	}
}

PromptOptions Thoughts::options_for(const Thought &thought) const {
	const MindKind kind = thought.asked.request.mind;
	const ProviderSettings &settings = settings_.of(kind);
	const bool is_far =
			!settings.far_model.empty() && calls_.weight_of(thought.account) < FAR_ATTENTION;
	PromptOptions options = prompt_options(settings, thought.asked.request.options);
	options.model = is_far				  ? settings.far_model
			: thought.asked.model.empty() ? settings.model
										  : thought.asked.model;
	options.offers_tools = takes_tools(kind);
	return options;
}

void Thoughts::call(Thought &thought) {
	const MindKind kind = thought.asked.request.mind;
	const PromptOptions options = options_for(thought);
	const std::shared_ptr<Prompt> prompt =
			std::make_shared<Prompt>(assemble_prompt(thought.asked.request, options));
	prompt->request.agent = thought.asked.id.agent;
	prompt->request.call = thought.asked.call;
	last_prompts_.record(thought.asked.id.agent, prompt);
	if (const std::optional<ModelProblem> problem = calls_.find_problem(kind, options.model)) {
		end(thought, problem->failure, problem->message);
		return;
	}
	CallOrder order{ kind, thought.spender(),
		std::shared_ptr<const ModelRequest>(prompt, &prompt->request), prompt->tokens };
	thought.call = calls_.begin(std::move(order), thought);
	calls_.admit();
}

// What begins like an action in JSON is not speech, and nobody wants to watch it being typed. The
// keyword ends the answer, whatever might follow, and the call is ended.
void Thoughts::wrote(Thought &thought, std::string_view text, bool begins) {
	if (begins) {
		thought.is_shown = !text.starts_with('{') && !text.starts_with('`');
		thought.sieve = KeywordSieve(thought.asked.request.end_keyword);
		thought.shown.clear();
	}
	if (!thought.is_shown) {
		return;
	}
	const std::string shown = thought.sieve.feed(text);
	if (hooks_.wrote) {
		hooks_.wrote(thought.asked.id.agent, shown, begins);
	}
	if (!thought.sieve.keyword().empty()) {
		thought.shown += shown;
	}
	if (thought.sieve.is_over()) {
		ModelAnswer answer;
		answer.text = thought.shown + thought.sieve.keyword();
		calls_.cancel({ thought.call });
		conclude(thought, answer);
	}
}

void Thoughts::conclude(Thought &thought, const ModelAnswer &answer) {
	Result<MindAction> action = decide(answer, thought.asked.request);
	if (!action.ok() || !std::holds_alternative<SpeakAction>(action.value())) {
		take_back(thought);
	}
	if (!action.ok()) {
		end(thought, MindFailure::bad_answer, action.status().message());
		return;
	}
	const ThoughtId id = thought.asked.id;
	thoughts_.erase(id);
	hooks_.answered({ .id = id, .action = std::move(action).value() });
}

// `error` may belong to something that ends with the thought.
void Thoughts::end(const Thought &thought, MindFailure failure, const std::string &error) {
	ThoughtAnswer answer{ .id = thought.asked.id, .failure = failure, .error = error };
	thoughts_.erase(answer.id);
	hooks_.answered(std::move(answer));
}

// What was shown will not be said.
void Thoughts::take_back(const Thought &thought) const {
	if (thought.is_shown && hooks_.wrote) {
		hooks_.wrote(thought.asked.id.agent, "", true);
	}
}

void Thoughts::cancel(ThoughtId id) {
	const auto found = thoughts_.find(id);
	if (found == thoughts_.end()) {
		return;
	}
	const std::unique_ptr<Thought> cancelled = std::move(found->second);
	thoughts_.erase(found);
	calls_.cancel({ cancelled->call });
	take_back(*cancelled);
}

void Thoughts::cancel_all() {
	std::vector<ModelCallId> calls;
	for (const auto &[id, thought] : thoughts_) {
		calls.push_back(thought->call);
	}
	calls_.cancel(calls);
	for (const auto &[id, thought] : std::exchange(thoughts_, {})) {
		take_back(*thought);
	}
}

} // namespace agent_runtime
