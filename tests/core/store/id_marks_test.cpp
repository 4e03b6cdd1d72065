#include "core/store/id_marks.h"
#include "scratch.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/resource.h>

using namespace agent_runtime;

namespace {

constexpr std::uint64_t RANGE = IdMarks::RANGE;

IdNumbers numbers(std::uint64_t agents, std::uint64_t tasks = 0) {
	IdNumbers all;
	all.of(IdKind::agents) = agents;
	all.of(IdKind::tasks) = tasks;
	return all;
}

// What a process that begins now finds.
IdNumbers found_in_marks(
		const std::string &path, const IdNumbers &known = {}, const std::string &epoch = "a1b2") {
	IdMarks marks;
	REQUIRE(marks.open(path, epoch, known).ok());
	return marks.taken();
}

std::string marks_content(const std::string &path) {
	std::ifstream file(path, std::ios::binary);
	return { std::istreambuf_iterator<char>(file), {} };
}

void put(const std::string &path, const std::string &content) {
	std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

// Keeps this process from growing or writing any file.
class FullDisk {
public:
	FullDisk() {
		signal_ = std::signal(SIGXFSZ, SIG_IGN);
		getrlimit(RLIMIT_FSIZE, &before_);
		const rlimit none{ 0, before_.rlim_max };
		setrlimit(RLIMIT_FSIZE, &none);
	}
	~FullDisk() {
		setrlimit(RLIMIT_FSIZE, &before_);
		std::signal(SIGXFSZ, signal_);
	}

private:
	rlimit before_{};
	void (*signal_)(int) = nullptr;
};

} // namespace

TEST_SUITE("IdMarks") {
	TEST_CASE("after a crash ids go on behind the range that was written down ahead of use") {
		const ScratchFolder scratch;
		const std::string path = scratch.path("a.db");
		{
			IdMarks marks;
			REQUIRE(marks.open(path, "a1b2", numbers(7, 3)).ok());
			CHECK(marks.taken() == numbers(7, 3));
			CHECK(marks.cover(IdKind::agents, 8).ok());
			CHECK(marks.given() == numbers(8, 3));
		}
		IdNumbers taken = found_in_marks(path, numbers(7, 3));
		CHECK(taken.of(IdKind::agents) == 7 + RANGE);
		CHECK(taken.of(IdKind::tasks) == 3 + RANGE);
		CHECK(taken.of(IdKind::calls) == RANGE);
	}

	TEST_CASE("a crowd is covered at once, and the next range is written before it is needed") {
		const ScratchFolder scratch;
		const std::string path = scratch.path("a.db");
		std::uint64_t given = 0;
		{
			IdMarks marks;
			REQUIRE(marks.open(path, "a1b2", {}).ok());
			given = 5000;
			CHECK(marks.cover(IdKind::agents, given).ok());
			CHECK(found_in_marks(path).of(IdKind::agents) >= given);
		}
		{
			IdMarks marks;
			REQUIRE(marks.open(path, "a1b2", {}).ok());
			given = marks.taken().of(IdKind::agents);
			for (std::uint64_t i = 0; i < 10 * RANGE; i++) {
				given++;
				const std::string before = marks_content(path + ".ids");
				CHECK(marks.cover(IdKind::agents, given).ok());
				CHECK(marks_content(path + ".ids") == before);
				CHECK(marks.cover_ahead().ok());
			}
		}
		const std::uint64_t next = found_in_marks(path).of(IdKind::agents);
		CHECK(next >= given);
		CHECK(next <= given + RANGE);
	}

	TEST_CASE("a database that says that all ids are taken is refused, and nothing is written") {
		const ScratchFolder scratch;
		const std::string path = scratch.path("a.db");
		for (const std::uint64_t taken : { IdMarks::HIGHEST - RANGE + 1, ~std::uint64_t{ 0 } }) {
			IdMarks marks;
			CHECK(marks.open(path, "a1b2", numbers(1, taken)).code() == StatusCode::corrupt);
			CHECK_FALSE(std::filesystem::exists(path + ".ids"));
		}
		const IdNumbers last = numbers(1, IdMarks::HIGHEST - RANGE);
		CHECK(found_in_marks(path, last) == last);
		CHECK(found_in_marks(path).of(IdKind::tasks) == IdMarks::HIGHEST);
	}

	TEST_CASE("a clean end gives back what was not used") {
		const ScratchFolder scratch;
		const std::string path = scratch.path("a.db");
		{
			IdMarks marks;
			REQUIRE(marks.open(path, "a1b2", numbers(7)).ok());
			CHECK(marks.cover(IdKind::agents, 9).ok());
			marks.end_exact();
		}
		{
			IdMarks marks;
			REQUIRE(marks.open(path, "a1b2", {}).ok());
			CHECK(marks.taken() == numbers(9));
			marks.end_empty();
		}
		CHECK(marks_content(path + ".ids").empty());
		CHECK(found_in_marks(path, numbers(9)) == numbers(9));
	}

	TEST_CASE("what another database left there, or nobody can have written, counts as nothing") {
		const ScratchFolder scratch;
		const std::string path = scratch.path("a.db");
		const std::string marks_path = path + ".ids";
		CHECK(found_in_marks(path) == IdNumbers());
		const std::string good = marks_content(marks_path);
		REQUIRE(found_in_marks(path).of(IdKind::agents) == RANGE);
		put(marks_path, good);
		CHECK(found_in_marks(path, {}, "c3d4") == IdNumbers());
		for (std::size_t i = 0; i < good.size() / 2; i++) {
			// First one of the two copies is damaged and the other is good, then both are damaged.
			std::string damaged = good;
			damaged[i] = damaged[i] == '7' ? '8' : '7';
			put(marks_path, damaged);
			CHECK(found_in_marks(path).of(IdKind::agents) == RANGE);
			damaged[good.size() / 2 + i] = damaged[i];
			put(marks_path, damaged);
			CHECK(found_in_marks(path) == IdNumbers());
		}
		for (const std::string &text : { std::string(), std::string("\n"), std::string(5000, '9'),
					 good.substr(0, 100), std::string(512, '\0') }) {
			put(marks_path, text);
			CHECK(found_in_marks(path, numbers(5)) == numbers(5));
		}
		CHECK((std::filesystem::status(marks_path).permissions() &
					  std::filesystem::perms::others_read) == std::filesystem::perms::none);
	}

	TEST_CASE("what cannot be written down is not given") {
		const ScratchFolder scratch;
		const std::string path = scratch.path("a.db");
		IdMarks marks;
		REQUIRE(marks.open(path, "a1b2", {}).ok());
		Status refused;
		{
			const FullDisk full;
			refused = marks.cover(IdKind::agents, RANGE + 1);
			CHECK(marks.cover(IdKind::agents, RANGE).ok());
		}
		CHECK(refused.code() == StatusCode::unavailable);
		CHECK(refused.message().find("a.db.ids") != std::string::npos);
		CHECK(marks.given() == numbers(RANGE));
		CHECK(marks.cover(IdKind::agents, RANGE + 1).ok());
	}

	TEST_CASE("without a file every number may be given") {
		IdMarks marks;
		CHECK(marks.cover(IdKind::agents, 1'000'000).ok());
		CHECK(marks.cover_ahead().ok());
		marks.end_exact();
		marks.end_empty();
	}
}
