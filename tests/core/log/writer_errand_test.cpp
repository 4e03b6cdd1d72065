// Decisions that somebody waits for, piece by piece.
#include "core/log/writer_errand.h"

#include "../store/scratch.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

// Pieces of an errand, and what has become of them.
struct Pieces {
	explicit Pieces(const ScratchFolder &folder) {
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
	}

	Status add(const std::string &name, const Status &outcome = {}) {
		return errand.add(
				[this, name, outcome](DecisionScope &) {
					made.push_back(name);
					return outcome;
				},
				{ .purpose = "not this one" }, [this, name] { stored.push_back(name); });
	}

	Writer writer;
	WriterErrand errand{ writer, "the work cannot be done" };
	std::vector<std::string> made;
	std::vector<std::string> stored;
};

using Names = std::vector<std::string>;

} // namespace

TEST_SUITE("an errand of the writer") {
	TEST_CASE("makes its pieces in their order, and says when each is stored") {
		const ScratchFolder folder;
		Pieces pieces(folder);
		for (const char *const name : { "one", "two", "three" }) {
			CHECK(pieces.add(name).ok());
		}
		CHECK(pieces.errand.wait().ok());
		CHECK(pieces.made == Names{ "one", "two", "three" });
		CHECK(pieces.stored == pieces.made);
	}

	TEST_CASE("makes no piece after one that has failed, and returns that failure") {
		const ScratchFolder folder;
		Pieces pieces(folder);
		CHECK(pieces.add("one").ok());
		CHECK(pieces.add("two", Status(StatusCode::exhausted, "no space")).ok());
		const Status third = pieces.add("three"); // unless the failure is known already
		CHECK(pieces.errand.wait().code() == StatusCode::exhausted);
		CHECK(pieces.add("four").message() == "no space");
		CHECK(pieces.made == Names{ "one", "two" });
		CHECK(pieces.stored == Names{ "one" });
		CHECK((third.ok() || third.code() == StatusCode::exhausted));
	}

	TEST_CASE("has failed when the writer takes nothing any more, and nobody waits for it") {
		const ScratchFolder folder;
		Pieces pieces(folder);
		pieces.writer.stop();
		CHECK(pieces.add("one").code() == StatusCode::failed_precondition);
		CHECK(pieces.errand.wait().code() == StatusCode::failed_precondition);
		CHECK(pieces.made.empty());
	}

	TEST_CASE("says what cannot be done while the file is gone") {
		const ScratchFolder folder;
		Pieces pieces(folder);
		std::filesystem::remove(folder.path("a.db"));
		CHECK(pieces.add("one").ok());
		const Status refused = pieces.errand.wait();
		CHECK(refused.code() == StatusCode::unavailable);
		CHECK(refused.message().starts_with("the work cannot be done while the database fails: "));
		CHECK(pieces.made.empty());
	}
}
