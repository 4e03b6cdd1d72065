#include "driver_talk.h"

#include "core/base/fields.h"
#include "core/base/json_io.h"
#include "core/base/rng.h"
#include "core/questions/answer_check.h"
#include "core/questions/question_check.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

namespace agent_runtime::test {

using nlohmann::json;

JobBrief brief_of(JobProgram program, const std::string &prompt) {
	JobBrief brief;
	brief.plan.program = program;
	brief.plan.folder = "/project";
	brief.plan.command = { "/bin/cat" };
	brief.prompt = prompt;
	brief.prompt_uuid = FIRST_PROMPT;
	brief.session = SESSION;
	return brief;
}

namespace {

json shown_closed(const ClosedQuestion &closed) {
	return { closed.asked_as, static_cast<int>(closed.how) };
}

json shown_input(const JobInput &input) {
	return { input.key, static_cast<int>(input.line.kind), input.line.data, input.line.signal };
}

json shown_usage(const Usage &usage) {
	return { usage.input_tokens, usage.cached_tokens, usage.cache_write_tokens, usage.output_tokens,
		usage.cost ? json(usage.cost->micro_dollars) : json() };
}

} // namespace

std::string shown(const DriverNews &news) {
	json all = { { "taken", news.taken }, { "session", news.session }, { "model", news.model },
		{ "said", news.said }, { "trouble", news.trouble } };
	for (const NewQuestion &asked : news.asked) {
		all["asked"].push_back(write_fields(asked));
		all["contexts"].push_back(asked.context);
	}
	for (const ClosedQuestion &closed : news.closed) {
		all["closed"].push_back(shown_closed(closed));
	}
	for (const JobInput &input : news.inputs) {
		all["inputs"].push_back(shown_input(input));
	}
	if (news.usage) {
		all["usage"] = shown_usage(*news.usage);
	}
	if (news.turn) {
		all["turn"] = { news.turn->ok, news.turn->error };
	}
	return all.dump();
}

DriverTalk::DriverTalk(JobProgram program) :
		program_(program),
		driver_(make_driver(program)) {}

std::vector<JobInput> DriverTalk::begin(const JobBrief &brief) {
	Result<std::vector<JobInput>> inputs = driver_->begin(brief);
	REQUIRE_MESSAGE(inputs.ok(), inputs.status().to_string());
	return inputs.value();
}

DriverNews DriverTalk::read(const json &line) {
	return read_text(line.dump());
}

DriverNews DriverTalk::read_text(const std::string &line) {
	OutputLine record;
	record.seq = ++seq_;
	record.data = line;
	return read(record);
}

DriverNews DriverTalk::read(const OutputLine &record) {
	seq_ = record.seq;
	std::unique_ptr<Driver> restored = restore_driver(program_, driver_->state());
	REQUIRE(restored->state() == driver_->state());
	const DriverNews news = driver_->read(record);
	CHECK(shown(restored->read(record)) == shown(news));
	CHECK(restored->state() == driver_->state());
	CHECK(driver_->state().size() <= Driver::MOST_STATE_BYTES);
	for (NewQuestion asked : news.asked) {
		asked.subject = Subject::numbered(Subject::Kind::job, 12);
		CHECK_FALSE(find_question_problem(asked).has_value());
	}
	driver_ = std::move(restored);
	return news;
}

json DriverTalk::answer(const NewQuestion &asked, const json &value, const std::string &message,
		const json &input) {
	Question question;
	question.asked = asked;
	question.answer.value = value;
	question.answer.message = message;
	question.answer.input = input;
	question.answer.by = "a test";
	CHECK_FALSE(find_answer_problem(question.asked, question.answer).has_value());
	const Result<JobInput> line = driver_->answer(question);
	REQUIRE_MESSAGE(line.ok(), line.status().to_string());
	return json_of(line.value());
}

json json_of(const JobInput &input) {
	const Result<json> line = parse_json(input.line.data);
	return line.ok() ? line.value() : json();
}

std::vector<OutputLine> records_of(const std::string &output, std::uint64_t chance) {
	Rng rng(chance);
	std::vector<OutputLine> records;
	std::size_t at = 0;
	while (at < output.size()) {
		const std::size_t end = std::min(output.find('\n', at), output.size());
		const std::size_t left = end - at;
		const bool in_pieces = left > 1 && rng.chance(0.4);
		const std::size_t size = in_pieces ? 1 + rng.uniform(left - 1) : left;
		OutputLine record;
		record.seq = records.size() + 1;
		record.data = output.substr(at, size);
		record.more = size < left || end == output.size();
		records.push_back(std::move(record));
		at += size;
		if (!records.back().more) {
			at++;
		}
	}
	return records;
}

} // namespace agent_runtime::test
