#include "core/jobs/codex_turns.h"

#include "core/base/json_fields.h"
#include "core/jobs/driver_parts.h"
#include "core/jobs/job_brief.h"
#include "core/providers/json_peek.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr std::size_t MOST_WAITING_PROMPTS = 16;
constexpr std::size_t MOST_WAITING_BYTES = 2 * JobBrief::MOST_PROMPT_BYTES;

json prompt_params(const std::string &thread, const std::string &uuid, const std::string &text) {
	return { { "threadId", thread }, { "clientUserMessageId", uuid },
		{ "input", json::array({ { { "type", "text" }, { "text", text } } }) } };
}

} // namespace

CodexTurns CodexTurns::restored(const json &state) {
	CodexTurns turns;
	if (!state.is_object()) {
		return turns;
	}
	for (const json &prompt : list_member(state, "prompts")) {
		if (prompt.is_object() && turns.prompts_.size() < MOST_WAITING_PROMPTS) {
			turns.prompts_.push_back({ text_of(prompt, "uuid"), text_of(prompt, "text") });
		}
	}
	turns.request_ = number_of<std::uint64_t>(state, "request");
	turns.sent_ =
			static_cast<Sent>(std::min<std::uint64_t>(number_of<std::uint64_t>(state, "sent"), 2));
	turns.turn_ = text_of(state, "turn");
	turns.takes_additions_ = flag_of(state, "takes_additions");
	turns.ended_turn_ = text_of(state, "ended_turn");
	return turns;
}

json CodexTurns::state() const {
	json prompts = json::array();
	for (const Prompt &prompt : prompts_) {
		prompts.push_back({ { "uuid", prompt.uuid }, { "text", prompt.text } });
	}
	return { { "prompts", std::move(prompts) }, { "request", request_ },
		{ "sent", static_cast<std::uint64_t>(sent_) }, { "turn", turn_ },
		{ "takes_additions", takes_additions_ }, { "ended_turn", ended_turn_ } };
}

Status CodexTurns::add(const std::string &text, const Uuid &uuid) {
	std::size_t bytes = text.size();
	for (const Prompt &prompt : prompts_) {
		bytes += prompt.text.size();
	}
	if (prompts_.size() >= MOST_WAITING_PROMPTS || bytes > MOST_WAITING_BYTES) {
		return { StatusCode::exhausted,
			std::to_string(prompts_.size()) + " prompts wait already; say it later" };
	}
	// As far as the line is known before there is a thread.
	Status fits = json_input({}, prompt_params({}, uuid.to_string(), text)).status();
	if (fits.ok()) {
		prompts_.push_back({ uuid.to_string(), text });
	}
	return fits;
}

std::optional<CodexTurns::Words> CodexTurns::first(const std::string &thread) const {
	if (prompts_.empty() || thread.empty() || sent_ != Sent::nothing) {
		return std::nullopt;
	}
	Words words{ "turn/start",
		prompt_params(thread, prompts_.front().uuid, prompts_.front().text) };
	if (!turn_.empty()) {
		words.method = "turn/steer";
		words.params["expectedTurnId"] = turn_;
	}
	return turn_.empty() || takes_additions_ ? std::optional(std::move(words)) : std::nullopt;
}

void CodexTurns::sent(std::uint64_t request) {
	request_ = request;
	sent_ = turn_.empty() ? Sent::turn : Sent::addition;
}

void CodexTurns::remove_first() {
	if (!prompts_.empty()) {
		prompts_.pop_front();
	}
	sent_ = Sent::nothing;
}

std::uint64_t CodexTurns::request() const {
	return sent_ != Sent::nothing && !prompts_.empty() ? request_ : 0;
}

bool CodexTurns::refused() {
	if (sent_ == Sent::addition) {
		// It has ended meanwhile, or takes none.
		sent_ = Sent::nothing;
		takes_additions_ = false;
		return true;
	}
	remove_first();
	return false;
}

bool CodexTurns::begin(const json &turn) {
	const std::string id = name_member(turn, "id");
	if (id.empty() || id == turn_ || id == ended_turn_) {
		return false;
	}
	turn_ = id;
	takes_additions_ = true;
	return true;
}

bool CodexTurns::end(const json &turn) {
	std::string id = name_member(turn, "id");
	if (!turn_.empty() && id != turn_) {
		return false;
	}
	ended_turn_ = std::move(id);
	turn_.clear();
	return true;
}

} // namespace agent_runtime
