// Requests about jobs and questions as anybody may send them, and the JSON in which all comes.

#include "readers.h"

#include "core/base/json_io.h"
#include "core/base/json_members.h"
#include "core/base/utf8.h"
#include "core/base/vocabulary.h"
#include "core/jobs/job_messages.h"
#include "core/questions/question_messages.h"
#include "core/requests/request_types.h"

#include <map>

namespace agent_runtime::fuzz {

namespace {

using nlohmann::json;

// What is accepted becomes a struct; from that the same message can be made again.
template <typename Request>
bool reads_as_written(const json &message) {
	Request request;
	if (const MaybeProblem problem = read_fields(FieldPath(), message, request)) {
		require(is_valid_utf8(problem->to_string()), "a problem is told in words");
		return false;
	}
	json written = write_fields(request);
	Request again;
	read_fields(FieldPath(), written, again);
	require(write_fields(again) == written, "a request reads as written");
	require(dump_json(written).ok(), "a request can be written");
	return true;
}

template <typename... Requests>
struct KnownRequests {
	using Types = RequestTypes<Requests...>;

	static void read(const json &message) {
		static const Vocabulary vocabulary{ Types::ENTRIES };
		const MaybeProblem problem = vocabulary.find_problem(message, From::outside);
		if (problem) {
			require(is_valid_utf8(problem->to_string()), "a problem is told in words");
			return;
		}
		const std::string type = message.at("type");
		(void)((type == Requests::WORDS.name && (reads_as_written<Requests>(message), true)) ||
				...);
	}
};

using AboutJobs = KnownRequests<JobStartRequest, JobResumeRequest, JobKillRequest, JobInputRequest,
		JobRequest, JobsRequest, JobOutputRequest, JobPurgeRequest, QuestionAnswerRequest,
		QuestionRequest, QuestionsRequest>;

// Both ways of reading members must come to the same.
void check_members(std::string_view text, const json &object) {
	JsonMembers members(text);
	std::size_t count = 0;
	while (members.next()) {
		count++;
		const Result<json> value = parse_json(members.value());
		require(value.ok(), "a member's value is JSON");
		const Result<json> name = parse_json("\"" + std::string(members.name()) + "\"");
		require(name.ok() && object.contains(name.value().get<std::string>()),
				"a member has a name of the object");
		require(object.at(name.value().get<std::string>()) == value.value(),
				"a member has its value");
		std::string plain;
		require(!plain_text_in(members.value(), plain) || value.value() == json(plain),
				"a plain text is what stands there");
	}
	require(members.ok() && count == object.size(), "all members are found");
}

} // namespace

void read_job_request(std::string_view bytes) {
	const Result<json> message = parse_json(bytes);
	if (message.ok()) {
		AboutJobs::read(message.value());
	}
}

void read_json(std::string_view bytes) {
	constexpr JsonLimits LIMITS = { .bytes = 4'096, .depth = 8, .values = 200 };
	const Result<json> value = parse_json(bytes, LIMITS);
	JsonMembers members(bytes);
	while (members.next()) { // whatever it is, this comes to an end
	}
	if (!value.ok()) {
		require(is_valid_utf8(value.status().message()), "a problem is told in words");
		return;
	}
	require(json::accept(bytes), "what is read is JSON for others, too");
	const Result<std::string> text = dump_json(value.value());
	require(text.ok(), "what was read can be written");
	const Result<json> again = parse_json(text.value());
	require(again.ok() && again.value() == value.value(), "a value reads as written");
	if (value.value().is_object()) {
		check_members(bytes, value.value());
	}
}

} // namespace agent_runtime::fuzz
