// Many programs answer the same questions at once, and each question gets one answer.
#include "../store/child.h"
#include "asking.h"
#include "core/store/writer.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

using namespace agent_runtime;
using namespace agent_runtime::asking;

namespace {

constexpr const char *ANSWERING = "child: answers all questions in an order of its own";
constexpr std::uint64_t QUESTIONS = vocabulary::MOST_PENDING_OF_SUBJECT;

std::vector<QuestionId> shuffled(unsigned seed) {
	std::vector<QuestionId> ids;
	for (std::uint64_t number = 1; number <= QUESTIONS; ++number) {
		ids.emplace_back(number);
	}
	std::mt19937 chance(seed);
	std::shuffle(ids.begin(), ids.end(), chance);
	return ids;
}

// Counts how often an answer was sent on.
Status count_sent(DecisionScope &scope, const Question &question) {
	const std::string key = "sent " + question.id.to_string();
	const std::string before = read_meta(scope.database(), key).value();
	return write_meta(scope.database(), key, before + "x");
}

AnswerRoutes counting_routes() {
	AnswerRoutes routes;
	routes.add(Subject::Kind::job, count_sent);
	return routes;
}

// What one program has learnt of each question: who has answered it.
using Winners = std::map<std::uint64_t, std::string>;

// A loser is told in words.
std::string winner_in(const Result<Question> &outcome, const std::string &self) {
	if (outcome.ok()) {
		return self;
	}
	const std::string &message = outcome.status().message();
	const std::size_t by = message.find(" by ") + 4;
	return outcome.status().code() == StatusCode::already_exists
			? message.substr(by, message.find(" at ") - by)
			: outcome.status().to_string();
}

// Answers each of them in a transaction of its own, as a program without a writer does.
Winners answer_all(const std::string &path, const std::string &self, unsigned seed) {
	Database database = connect_again(path, std::chrono::milliseconds(60'000));
	const AnswerRoutes routes = counting_routes();
	Winners winners;
	for (const QuestionId id : shuffled(seed)) {
		const Result<Question> outcome = decide_here<Question>(
				database, { .now = NOON }, Decide<Question>([&](DecisionScope &scope) {
					return answer_question(scope, routes, id, answer_of("by " + self, self));
				}));
		winners[id.number()] = winner_in(outcome, self);
	}
	return winners;
}

// The same through a writer, with other work between the answers.
Winners answer_through_writer(const std::string &path, const std::string &self, unsigned seed) {
	WriterOptions options;
	options.busy_limit = std::chrono::milliseconds(60'000);
	Writer writer;
	REQUIRE(writer.start(connect_again(path), options).ok());
	const AnswerRoutes routes = counting_routes();
	Winners winners; // set by the writer's thread until it is flushed
	for (const QuestionId id : shuffled(seed)) {
		REQUIRE(writer.submit(make_decision<Question>(
									  { .now = NOON },
									  [&routes, id, self](DecisionScope &scope) {
										  return answer_question(
												  scope, routes, id, answer_of("by " + self, self));
									  },
									  [&winners, id, self](const Result<Question> &outcome) {
										  winners[id.number()] = winner_in(outcome, self);
									  }))
						.ok());
	}
	REQUIRE(writer.flush().ok());
	writer.stop();
	return winners;
}

std::string from_environment(const char *name) {
	const char *value = std::getenv(name);
	return value != nullptr ? value : "";
}

} // namespace

TEST_CASE("child: answers all questions in an order of its own" * doctest::skip()) {
	const std::string path = from_environment("QUESTIONS_FILE");
	REQUIRE_FALSE(path.empty());
	const std::string self = from_environment("QUESTIONS_SELF");
	const Winners winners = answer_all(
			path, self, static_cast<unsigned>(std::stoul(from_environment("QUESTIONS_SEED"))));
	Database database = connect_again(path, std::chrono::milliseconds(60'000));
	json told = json::object();
	for (const auto &[number, winner] : winners) {
		told[std::to_string(number)] = winner;
	}
	REQUIRE(write_meta(database, "winners of " + self, told.dump()).ok());
}

TEST_SUITE("answers of many programs at once") {
	TEST_CASE("each question is answered once, and everybody learns by whom") {
		for (const unsigned seed : { 11U, 23U, 47U }) {
			CAPTURE(seed);
			const ScratchFolder folder;
			const std::string path = folder.path("a.db");
			Asking file(path);
			for (std::uint64_t i = 0; i < QUESTIONS; ++i) {
				file.ask(text_question(std::to_string(i)));
			}
			std::map<std::string, Winners> told;
			{
				Child child(ANSWERING,
						{ { "QUESTIONS_FILE", path }, { "QUESTIONS_SELF", "child" },
								{ "QUESTIONS_SEED", std::to_string(seed) } });
				Winners of_thread;
				std::thread thread([&] { of_thread = answer_all(path, "thread", seed + 1); });
				told["writer"] = answer_through_writer(path, "writer", seed + 2);
				thread.join();
				told["thread"] = of_thread;
				REQUIRE(child.wait() == 0);
			}
			const json of_child = json::parse(read_meta(file.database, "winners of child").value());
			for (const auto &[number, winner] : of_child.items()) {
				told["child"][std::stoull(number)] = winner;
			}
			CHECK(file.count_events("question_answered") == QUESTIONS);
			for (std::uint64_t number = 1; number <= QUESTIONS; ++number) {
				const Question question = file.question(QuestionId(number));
				CHECK(question.answer.value == "by " + question.answer.by);
				CHECK(read_meta(file.database, "sent " + question.id.to_string()).value() == "x");
				for (const auto &each : told) {
					CHECK_MESSAGE(each.second.at(number) == question.answer.by, each.first);
				}
			}
		}
	}

	TEST_CASE("a retry with its key, sent by several at once, is one answer for all of them") {
		const ScratchFolder folder;
		const std::string path = folder.path("a.db");
		Asking file(path);
		const QuestionId id = file.ask(text_question("1"));
		std::vector<Result<Question>> outcomes(4, Status(StatusCode::internal, "not answered"));
		std::vector<std::thread> threads;
		for (Result<Question> &outcome : outcomes) {
			threads.emplace_back([&outcome, &path, id] {
				Database database = connect_again(path, std::chrono::milliseconds(60'000));
				const AnswerRoutes routes = counting_routes();
				QuestionAnswer answer = answer_of("Ada");
				answer.key = "one";
				outcome = decide_here<Question>(
						database, { .now = NOON }, Decide<Question>([&](DecisionScope &scope) {
							return answer_question(scope, routes, id, answer);
						}));
			});
		}
		for (std::thread &thread : threads) {
			thread.join();
		}
		for (const Result<Question> &outcome : outcomes) {
			REQUIRE_MESSAGE(outcome.ok(), outcome.status().to_string());
			CHECK(outcome.value().answer.value == "Ada");
		}
		CHECK(file.count_events("question_answered") == 1);
		CHECK(read_meta(file.database, "sent " + id.to_string()).value() == "x");
	}
}
