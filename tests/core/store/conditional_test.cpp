#include "core/store/conditional.h"
#include "core/store/transaction.h"
#include "core/store/writer.h"
#include "scratch.h"

using namespace agent_runtime;

namespace {

using Kind = ClaimRequest::Kind;

WallTime at(int second) {
	return WallTime(std::chrono::seconds(second));
}

ClaimRequest request(Kind kind, const std::string &owner, int now, int expires_at = 0) {
	ClaimRequest request{
		.kind = kind, .claim = { "door", owner, std::nullopt, "v" }, .now = at(now)
	};
	if (expires_at != 0) {
		request.claim.expires_at = at(expires_at);
	}
	return request;
}

EventText event(const std::string &type) {
	return { .ts = at(1), .type = type, .entity = "door", .trace_id = "", .data = "{}" };
}

ClaimAnswer decide(Database &database, const ClaimRequest &asked,
		const std::optional<EventText> &with = std::nullopt) {
	Result<Transaction> transaction = Transaction::begin(database);
	REQUIRE(transaction.ok());
	Result<ClaimAnswer> answer = decide_claim(database, asked, with);
	REQUIRE_MESSAGE(answer.ok(), answer.status().to_string());
	REQUIRE(transaction.value().commit().ok());
	return std::move(answer).value();
}

StatusCode code_of(Database &database, const ClaimRequest &asked) {
	return decide(database, asked).status.code();
}

} // namespace

TEST_SUITE("claims") {
	TEST_CASE("the first gets it, the second is told who has it") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		const ClaimAnswer first =
				decide(database, request(Kind::claim, "ada", 1), event("claimed"));
		CHECK(first.status.ok());
		CHECK(first.holder == Claim{ "door", "ada", std::nullopt, "v" });
		CHECK(first.event == EventId(1));
		const ClaimAnswer second =
				decide(database, request(Kind::claim, "bob", 2), event("claimed"));
		CHECK(second.status.code() == StatusCode::already_exists);
		CHECK(second.status.message().find("ada") != std::string::npos);
		REQUIRE(second.holder.has_value());
		CHECK(second.holder->owner == "ada");
		CHECK_FALSE(second.event.is_stored());
		CHECK(types_in_log(database).size() == 1);
	}

	TEST_CASE("an expired claim goes to who asks; one that is not stays") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		CHECK(code_of(database, request(Kind::claim, "ada", 1, 10)) == StatusCode::ok);
		CHECK(code_of(database, request(Kind::claim, "bob", 9)) == StatusCode::already_exists);
		CHECK(code_of(database, request(Kind::claim, "bob", 10)) == StatusCode::ok);
		CHECK(code_of(database, request(Kind::release, "ada", 11)) == StatusCode::already_exists);
	}

	TEST_CASE("a claim is made longer by its owner, while it lasts") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		CHECK(code_of(database, request(Kind::renew, "ada", 1, 10)) == StatusCode::not_found);
		CHECK(code_of(database, request(Kind::claim, "ada", 1, 10)) == StatusCode::ok);
		CHECK(code_of(database, request(Kind::renew, "bob", 5, 20)) == StatusCode::already_exists);
		CHECK(code_of(database, request(Kind::renew, "ada", 5, 20)) == StatusCode::ok);
		CHECK(code_of(database, request(Kind::claim, "bob", 15)) == StatusCode::already_exists);
		CHECK(code_of(database, request(Kind::renew, "ada", 20, 30)) == StatusCode::not_found);
	}

	TEST_CASE("only its owner releases it, and then it is free") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		CHECK(code_of(database, request(Kind::release, "ada", 1)) == StatusCode::not_found);
		CHECK(code_of(database, request(Kind::claim, "ada", 1)) == StatusCode::ok);
		CHECK(code_of(database, request(Kind::release, "bob", 1)) == StatusCode::already_exists);
		const ClaimAnswer released = decide(database, request(Kind::release, "ada", 1));
		CHECK(released.status.ok());
		CHECK_FALSE(released.holder.has_value());
		CHECK(code_of(database, request(Kind::claim, "bob", 1)) == StatusCode::ok);
	}

	TEST_CASE("who claims what it has already keeps it, with the new value") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		CHECK(code_of(database, request(Kind::claim, "ada", 1)) == StatusCode::ok);
		ClaimRequest again = request(Kind::claim, "ada", 2, 50);
		again.claim.value = "new";
		CHECK(decide(database, again).holder == again.claim);
	}
}

TEST_SUITE("ConditionalJob") {
	TEST_CASE("of many who claim at once, from two processes, one gets it") {
		const ScratchFolder folder;
		Diary diary;
		Database other = open_store(folder.path("a.db"));
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
		for (int i = 0; i < 20; ++i) {
			const std::string owner = "own" + std::to_string(i);
			const auto done = [&diary](const ClaimAnswer &answer) {
				diary.add(std::string(status_code_name(answer.status.code())));
			};
			REQUIRE(writer.submit(std::make_unique<ConditionalJob>(
										  request(Kind::claim, owner, 1), event("claimed"), done))
							.ok());
		}
		const ClaimAnswer foreign =
				decide(other, request(Kind::claim, "foreign", 1), event("claimed"));
		REQUIRE(writer.flush().ok());
		CHECK(diary.entries().size() == 20);
		CHECK(diary.count("ok") + (foreign.status.ok() ? 1 : 0) == 1);
		CHECK(types_in_log(other) == std::vector<std::string>{ "claimed" });
	}

	TEST_CASE("while the database fails it is answered at once, and does not happen later") {
		const ScratchFolder folder;
		Diary diary;
		WriterOptions options;
		options.busy_limit = std::chrono::milliseconds(5);
		options.retry_every = std::chrono::hours(1);
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db")), options).ok());
		{
			Database stranger = connect_again(folder.path("a.db"));
			REQUIRE(stranger.exec("BEGIN IMMEDIATE").ok());
			const auto done = [&diary](const ClaimAnswer &answer) {
				diary.add(std::string(status_code_name(answer.status.code())));
			};
			REQUIRE(writer.submit(std::make_unique<ConditionalJob>(
										  request(Kind::claim, "ada", 1), event("claimed"), done))
							.ok());
			CHECK_FALSE(writer.flush().ok());
			CHECK(diary.entries() == std::vector<std::string>{ "unavailable" });
		}
		writer.stop();
		CHECK(diary.entries().size() == 1);
		Database again = open_store(folder.path("a.db"));
		CHECK(types_in_log(again).empty());
		CHECK(again.integer("SELECT count(*) FROM claims", -1).value() == 0);
	}
}
