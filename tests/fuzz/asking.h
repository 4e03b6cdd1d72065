#pragma once

// Questions that a program asks, and answers to them.

#include "core/jobs/driver.h"
#include "core/questions/question.h"

#include <string_view>
#include <vector>

namespace agent_runtime::fuzz {

// Whether it is one that can be stored, shown and answered.
void check_question(const NewQuestion &asked);

// Questions with answers that fit, of all kinds that there may be. `words` serve as text.
std::vector<Question> answers_to(const NewQuestion &asked, std::string_view words);

// A line for a program's input: one line, and JSON if the program reads that.
void check_input(const JobInput &input, bool is_json);

// What a driver says to an answer that fits: a line for the program, or why there is none.
void check_answer(const Result<JobInput> &input, bool is_json);

void check_text(std::string_view text, std::string_view promise);

} // namespace agent_runtime::fuzz
