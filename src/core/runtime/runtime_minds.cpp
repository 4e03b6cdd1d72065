#include "core/base/utf8.h"
#include "core/runtime/runtime.h"

#include <utility>

// Minds outside the process: the desk at which they are asked, and the requests about them.

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr std::size_t MOST_TOLD_MINDS = 100;

// An agent's id stands for its account.
std::optional<std::string> account_of(const std::string &name) {
	if (AgentId::parse(name)) {
		return agent_account(name);
	}
	const bool is_one = name == TOTAL_ACCOUNT || name == "agent" || name == "group" ||
			(name.starts_with(agent_account("")) &&
					AgentId::parse(name.substr(agent_account("").size()))) ||
			(name.starts_with(group_account("")) && name.size() > group_account("").size());
	return is_one ? std::optional(name) : std::nullopt;
}

} // namespace

void Runtime::start_models() {
	ModelDesk::Rooms rooms{ .clock = clock_,
		.last_prompts = last_prompts_,
		.texts = pump_.texts(),
		.writer = stores_ ? &writer_ : nullptr,
		.reader = stores_ ? &reader_ : nullptr,
		.answered = [this](MindAnswerInput answer) { post(std::move(answer)); },
		.game = { .ask = [this](const GameCall &call) { ask_game(call); },
				.withdraw =
						[this](const GameCall &call) {
							calls_.forget(call.call);
							pump_.call(call);
						} } };
	models_ =
			std::make_unique<ModelDesk>(options_.minds, options_.make_http, std::move(rooms), log_);
}

// What only its owner can mend is an error for whoever looks at no event; each once.
void Runtime::report_mind(const Event &event) {
	const MindFailed *const failed = std::get_if<MindFailed>(&event.data);
	const bool is_for_owner = failed != nullptr &&
			(failed->failure == MindFailure::misconfigured ||
					failed->failure == MindFailure::not_allowed);
	if (is_for_owner && told_minds_.size() < MOST_TOLD_MINDS &&
			told_minds_.insert(failed->message).second) {
		log_.error("the mind of " + event.entity.to_string() + " cannot think: " + failed->message);
	}
}

std::vector<std::string> Runtime::unused_script_steps() const {
	directory_.for_each([this](AgentId id, const ProfilePtr &profile) {
		if (profile->mind == MindKind::scripted) {
			mind_.scripted().expect(id, profile->mind_options);
		}
	});
	return mind_.scripted().unused_steps();
}

void Runtime::ask_game(const GameCall &call) {
	const RealTime now = clock_.now();
	calls_.open({ call.call, call.agent, call.kind }, now, now + time_for(call.kind));
	pump_.call(call);
}

Status Runtime::set_attention(AgentId agent, float weight) {
	const json message{ { "type", "attention_request" },
		{ "agent_id", agent.is_none() ? "none" : agent.to_string() }, { "weight", weight } };
	Status status = validate(message, From::outside);
	if (status.ok()) {
		status = known(agent);
	}
	if (status.ok()) {
		const Lock lock(game_mutex_);
		attention_[agent] = weight;
		post(AttentionInput{ agent, weight });
		models_->set_attention(agent, weight);
	}
	return status;
}

Result<json> Runtime::last_prompt(AgentId agent) const {
	if (Status status = known(agent); !status.ok()) {
		return status;
	}
	const std::optional<Prompt> prompt = last_prompts_.find(agent);
	if (!prompt) {
		return Status(StatusCode::not_found,
				agent.to_string() +
						"'s mind was not asked lately; wait until it has thought once more");
	}
	json shown = prompt_to_json(*prompt);
	shown["agent_id"] = agent.to_string();
	return shown;
}

Status Runtime::stream_thought(CallId call, std::string text) {
	if (calls_.kind_of(call) != CallKind::mind) {
		return Status(StatusCode::not_found,
				"call_id: this thought is not open (any more); nothing more can be written to it");
	}
	if (!is_valid_utf8(text)) {
		return Status(StatusCode::invalid_argument, "text: is not UTF-8");
	}
	models_->game_wrote(call, std::move(text));
	return Status();
}

bool Runtime::answer_about_minds(
		const std::string &type, const json &message, const RequestBook::Reply &reply) {
	const AgentId agent = AgentId::parse(message.value("agent_id", "")).value_or(AgentId());
	const std::string name = message.value("request_id", "");
	if (type == "attention_request") {
		reply(RequestBook::completed(
				name, set_attention(agent, message.at("weight").get<float>()), {}));
		return true;
	}
	if (type == "last_prompt_request") {
		const Result<json> prompt = last_prompt(agent);
		reply(RequestBook::completed(name, prompt.status(), prompt.ok() ? prompt.value() : json()));
		return true;
	}
	if (type != "usage_request" && type != "caps_request") {
		return false;
	}
	const std::optional<std::string> account =
			account_of(message.value("account", std::string(TOTAL_ACCOUNT)));
	if (!account) {
		reply(RequestBook::completed(name,
				FieldProblem{ "account", "is no account",
						"give total, agent or group for each of them, agent_001, or group:guards" }
						.to_status(),
				{}, "account"));
		return true;
	}
	json settled = message;
	settled["account"] = *account;
	const RequestId id = requests_.open(name, reply);
	const ModelDesk::Done done = [this, id](const Result<json> &result) {
		requests_.complete(id, result.status(), result.ok() ? result.value() : json());
	};
	if (type == "usage_request") {
		models_->report(*account, done);
	} else {
		models_->set_caps(settled, done);
	}
	return true;
}

} // namespace agent_runtime
