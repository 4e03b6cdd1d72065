#include "core/base/process.h"

#include "../store/child.h"

#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace agent_runtime;

namespace {

constexpr std::string_view MARK = "identity=";

// The identity that the child below reports.
std::optional<ProcessIdentity> identity_said_by(Child &child) {
	std::string said;
	std::size_t at = std::string::npos;
	while (at == std::string::npos || said.find('\n', at) == std::string::npos) {
		const std::string more = child.read_some();
		REQUIRE_FALSE(more.empty());
		said += more;
		at = said.find(MARK);
	}
	at += MARK.size();
	return ProcessIdentity::parse(std::string_view(said).substr(at, said.find('\n', at) - at));
}

} // namespace

TEST_SUITE("process identity") {
	TEST_CASE("this process knows itself, and lives") {
		const ProcessIdentity own = ProcessIdentity::own();
		CHECK(own.pid == getpid());
		CHECK(own.start > 0);
		CHECK_FALSE(own.boot.is_none());
		CHECK(own.id_namespace > 0);
		CHECK(own == ProcessIdentity::own());
		CHECK(own.life() == ProcessLife::alive);
	}

	TEST_CASE("child: says which process it is" * doctest::skip()) {
		std::cout << MARK << ProcessIdentity::own().to_string() << std::endl;
		pause();
	}

	TEST_CASE("another process lives until it has ended, though nobody asked how") {
		Child child("child: says which process it is", {});
		const std::optional<ProcessIdentity> other = identity_said_by(child);
		REQUIRE(other);
		CHECK(other->pid == child.pid());
		CHECK(other->boot == ProcessIdentity::own().boot);
		CHECK(*other != ProcessIdentity::own());
		CHECK(*other == ProcessIdentity::of(child.pid()));
		CHECK(other->life() == ProcessLife::alive);
		child.kill_hard();
		siginfo_t ended = {};
		REQUIRE(waitid(P_PID, static_cast<id_t>(child.pid()), &ended, WEXITED | WNOWAIT) == 0);
		CHECK(other->life() == ProcessLife::ended);
		child.wait();
		CHECK(other->life() == ProcessLife::ended);
		CHECK(ProcessIdentity::of(child.pid()).life() == ProcessLife::unknown);
	}

	TEST_CASE("a process that was given the id of another is not taken for it") {
		ProcessIdentity former = ProcessIdentity::own();
		former.start -= 1;
		CHECK(former.life() == ProcessLife::ended);
	}

	TEST_CASE("nothing is proved about another boot, another namespace, or what is not known") {
		const ProcessIdentity own = ProcessIdentity::own();
		ProcessIdentity other = own;
		other.boot = Uuid(1, 2);
		CHECK(other.life() == ProcessLife::unknown);
		other = own;
		other.id_namespace += 1;
		CHECK(other.life() == ProcessLife::unknown);
		for (const ProcessIdentity &lacking :
				{ ProcessIdentity{ own.pid, 0, own.boot, own.id_namespace },
						ProcessIdentity{ own.pid, own.start, Uuid(), own.id_namespace },
						ProcessIdentity{ own.pid, own.start, own.boot, 0 },
						ProcessIdentity{ 0, own.start, own.boot, own.id_namespace },
						ProcessIdentity{ -1, own.start, own.boot, own.id_namespace },
						ProcessIdentity{ std::numeric_limits<std::int64_t>::max(), own.start,
								own.boot, own.id_namespace },
						ProcessIdentity() }) {
			CHECK(lacking.life() == ProcessLife::unknown);
		}
	}

	TEST_CASE("its text is read back as it was") {
		const ProcessIdentity known{ 4711, 123456, Uuid(0x9b2f6c1e4d0a4c3b, 0x8a571f6f0d8e2b11),
			4026531836 };
		CHECK(known.to_string() == "4711:123456:9b2f6c1e-4d0a-4c3b-8a57-1f6f0d8e2b11:4026531836");
		CHECK(ProcessIdentity::parse(known.to_string()) == known);
		const ProcessIdentity little{ 4711, 0, Uuid(), 0 };
		CHECK(ProcessIdentity::parse(little.to_string()) == little);
		const ProcessIdentity longest{ std::numeric_limits<pid_t>::max(),
			std::numeric_limits<std::uint64_t>::max(), known.boot,
			std::numeric_limits<std::uint64_t>::max() };
		CHECK(longest.to_string().size() <= ProcessIdentity::MOST_BYTES);
		CHECK(ProcessIdentity::parse(longest.to_string()) == longest);
	}

	TEST_CASE("what is no such text is not taken for one") {
		const std::string boot = "9b2f6c1e-4d0a-4c3b-8a57-1f6f0d8e2b11";
		for (const std::string &text : std::vector<std::string>{ "", "1", "1:2:" + boot,
					 "1:2:" + boot + ":", "1:2:" + boot + ":3:", "1:2:" + boot + ":3 ",
					 " 1:2:" + boot + ":3", "0:2:" + boot + ":3", "-1:2:" + boot + ":3",
					 "1:-2:" + boot + ":3", "1:2:nonsense:3", "99999999999:2:" + boot + ":3",
					 "1:99999999999999999999:" + boot + ":3",
					 "1:2:" + boot + ":" + std::string(100, '0') }) {
			CAPTURE(text);
			CHECK_FALSE(ProcessIdentity::parse(text));
		}
	}
}
