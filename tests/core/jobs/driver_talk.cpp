#include "driver_talk.h"

#include "core/base/json_io.h"
#include "core/questions/answer_check.h"
#include "core/questions/question_check.h"

#include <doctest/doctest.h>

#include <utility>

namespace agent_runtime::test {

using nlohmann::json;

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

} // namespace agent_runtime::test
