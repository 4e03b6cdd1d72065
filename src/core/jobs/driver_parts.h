#pragma once

// What drivers have in common. Thread rule for all here: any thread.

#include "core/base/status.h"
#include "core/jobs/driver.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

inline constexpr std::size_t MOST_NAME_BYTES = 256; // of a name that a program has given

// Answers that drivers understand beside those of questions.
inline constexpr std::string_view ALLOW_FOR_SESSION = "allow_for_session";
inline constexpr std::string_view YES = "yes";

// "2/interrupt/1": the key of an input of the second attempt.
std::string input_key(std::uint64_t attempt, std::string_view what, std::string_view name);

// A line for the program's input. `exhausted` when it is too long for an inbox.
Result<JobInput> line_input(std::string key, std::string text);
// `invalid_argument` for what JSON cannot express.
Result<JobInput> json_input(std::string key, const nlohmann::json &value);
JobInput closing_input(std::uint64_t attempt);

// Those two that come of requests.
inline std::string answer_key(std::uint64_t attempt, std::string_view asked_as) {
	return input_key(attempt, "answer", asked_as);
}
inline std::string prompt_key(std::uint64_t attempt, std::string_view uuid) {
	return input_key(attempt, "prompt", uuid);
}
// Instead of an answer.
inline std::string decline_key(std::uint64_t attempt, std::string_view asked_as) {
	return input_key(attempt, "decline", asked_as);
}

// What is wrong with a prompt.
Status check_prompt(const std::string &text, const Uuid &uuid);

// Whether a program's name for a question can be one.
bool is_usable_name(std::string_view name);
// A name that a program has given; empty when it is too long for one.
std::string name_member(const nlohmann::json &value, const char *name);
// The list in a member; an empty one when there is none.
const nlohmann::json &list_member(const nlohmann::json &value, const char *name);
bool flag_member(const nlohmann::json &value, const char *name);

// Text of the program as a question can show it, cut to as many characters.
std::string question_words(std::string_view words, std::size_t longest);
// On one line.
std::string question_label(std::string_view words, std::size_t longest);
// Labels that differ, no more than there may be.
void add_option(std::vector<std::string> &options, std::string_view label);
// As it can be asked: with its usual options, and with a prompt in any case. Nothing when it cannot
// be asked at all.
std::optional<NewQuestion> complete_question(NewQuestion question);

// The parameters of a tool as a question can show them; none of them when they are too large.
nlohmann::json shown_input(const nlohmann::json &input);
// Those of the parameters that says most, such as a command; empty when there is none.
std::string telling_words(const nlohmann::json &input);

// The texts of an answer, or of the answer to one part: one, or those of a list.
std::vector<std::string> texts_of_answer(const nlohmann::json &value);
// "red, green".
std::string join_texts(const std::vector<std::string> &texts);

// The state of a driver as an object; empty for any other text.
nlohmann::json parse_driver_state(std::string_view state);
std::string driver_state_text(const nlohmann::json &state);

} // namespace agent_runtime
