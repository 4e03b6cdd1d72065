// One program for all tests of the core; doctest brings the report.
#define DOCTEST_CONFIG_IMPLEMENT
#include "core/base/status.h"
#include "core/hosting/host_main.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <unistd.h>

namespace {

// Writes into the file that CORE_TESTS_PROGRESS names which tests have begun ("begun NAME") and how
// they ended ("passed", "failed"): tests/core/run.sh runs the others when one ends the program.
class Progress : public doctest::IReporter {
public:
	explicit Progress(const doctest::ContextOptions &) {
		if (const char *const path = std::getenv("CORE_TESTS_PROGRESS")) {
			file_ = ::open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
			::unsetenv("CORE_TESTS_PROGRESS"); // children that are tests are not counted
		}
	}
	~Progress() override {
		if (file_ >= 0) {
			::close(file_);
		}
	}

	void test_case_start(const doctest::TestCaseData &test) override {
		write("begun ");
		write(test.m_name);
		write("\n");
	}
	// Also within a signal's handler, for a test that has crashed: that one has not ended.
	void test_case_end(const doctest::CurrentTestCaseStats &stats) override {
		if ((stats.failure_flags & doctest::TestCaseFailureReason::Crash) == 0) {
			write(stats.testCaseSuccess ? "passed\n" : "failed\n");
		}
	}

	void report_query(const doctest::QueryData &) override {}
	void test_run_start() override {}
	void test_run_end(const doctest::TestRunStats &) override {}
	void test_case_reenter(const doctest::TestCaseData &) override {}
	void test_case_exception(const doctest::TestCaseException &) override {}
	void subcase_start(const doctest::SubcaseSignature &) override {}
	void subcase_end() override {}
	void log_assert(const doctest::AssertData &) override {}
	void log_message(const doctest::MessageData &) override {}
	void test_case_skipped(const doctest::TestCaseData &) override {}

private:
	void write(std::string_view text) {
		if (file_ >= 0 && ::write(file_, text.data(), text.size()) < 0) {
			file_ = -1; // a report that cannot be written is no reason to fail
		}
	}

	int file_ = -1;
};

REGISTER_LISTENER("progress", 0, Progress);

// What runtimes leave in their user's folders stays apart from the user's own. Children that are
// tests have these from whoever started them.
class OwnPlaces {
public:
	OwnPlaces() {
		if (std::getenv(STARTED) != nullptr) {
			return;
		}
		std::string pattern =
				(std::filesystem::temp_directory_path() / "core_tests_XXXXXX").string();
		if (mkdtemp(pattern.data()) == nullptr) {
			std::abort();
		}
		folder_ = pattern;
		for (const char *const variable : { STARTED, "XDG_STATE_HOME", "XDG_RUNTIME_DIR" }) {
			setenv(variable, folder_.c_str(), 1);
		}
	}
	~OwnPlaces() {
		std::error_code ignored;
		if (!folder_.empty()) {
			std::filesystem::remove_all(folder_, ignored);
		}
	}
	OwnPlaces(const OwnPlaces &) = delete;
	OwnPlaces &operator=(const OwnPlaces &) = delete;

private:
	static constexpr const char *STARTED = "CORE_TESTS_PLACES";

	std::filesystem::path folder_;
};

// The test that took it fails, and the others go on.
void throw_failed_value(const agent_runtime::Status &status) {
	throw std::logic_error("value() of a result that failed: " + status.to_string());
}

} // namespace

int main(int count, char **arguments) {
	// Tests of jobs start this program as the host, too, so that sanitizers look into it.
	if (count > 1 &&
			(std::string_view(arguments[1]) == "job" ||
					std::string_view(arguments[1]) == "bound")) {
		return agent_runtime::host_main(count, arguments);
	}
	agent_runtime::set_failed_value_handler(&throw_failed_value);
	// Tests wait in short sleeps, to each of which Linux adds 50 µs unless it is told not to.
	::prctl(PR_SET_TIMERSLACK, 1UL);
	const OwnPlaces places;
	return doctest::Context(count, arguments).run();
}
