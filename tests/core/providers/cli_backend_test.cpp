#include "core/base/rng.h"
#include "core/base/utf8.h"
#include "core/providers/cli_backend.h"

#include "cli_samples.h"
#include "fake_process_runner.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

class CliEar : public ModelListener {
public:
	void connected() override { note("connected"); }
	void progressed() override { progress++; }
	void wrote(std::string_view words) override {
		text += words;
		if (cancel_at_text) {
			call.reset();
		}
	}
	void answered(ModelAnswer came) override {
		note("answered");
		answer = std::move(came);
		call.reset();
	}
	void failed(ModelProblem came) override {
		note("failed");
		problem = std::move(came);
		call.reset();
	}

	std::unique_ptr<ModelCall> call;
	std::vector<std::string> diary;
	int progress = 0;
	std::string text;
	std::optional<ModelAnswer> answer;
	std::optional<ModelProblem> problem;
	bool cancel_at_text = false;

private:
	void note(const char *what) {
		CHECK(!answer.has_value());
		CHECK(!problem.has_value());
		diary.emplace_back(what);
	}
};

// A backend over programs whose output the test provides.
struct CliBench {
	explicit CliBench(MindKind kind = MindKind::claude, const std::string &mode = "") {
		CliOptions options;
		options.kind = kind;
		options.settings.permission_mode = mode;
		options.settings.key = Secret("MARKER-KEY");
		backend.emplace(std::move(options), runner,
				[this](std::function<void()> work) { later.push_back(std::move(work)); });
	}

	void ask() {
		ModelRequest request;
		request.model = "small";
		request.system = system;
		request.messages.emplace_back().text = "Hello";
		ear.call = backend->start(std::move(request), ear);
		CHECK(ear.diary.empty());
	}
	void run_later() {
		for (const std::function<void()> &work : std::exchange(later, {})) {
			work();
		}
	}
	void ask_and_run() {
		ask();
		run_later();
	}

	// The file that describes the character to the process started last.
	std::string system_file() const {
		for (const std::string &argument : runner.runs.back()->spec.arguments) {
			const std::size_t path = argument.find("_file=\"/");
			const std::size_t plain = argument.find("-file=/");
			if (path != std::string::npos) {
				return argument.substr(
						argument.find('/'), argument.size() - argument.find('/') - 1);
			}
			if (plain != std::string::npos) {
				return argument.substr(argument.find('/'));
			}
		}
		return {};
	}

	FakeProcessRunner runner;
	std::string system;
	std::vector<std::function<void()>> later;
	std::optional<CliBackend> backend;
	CliEar ear;
};

using CliDiary = std::vector<std::string>;

} // namespace

TEST_SUITE("CliBackend") {
	TEST_CASE("a turn is told in order, and its process is gone at its end") {
		CliBench bench;
		bench.ask_and_run();
		CHECK(bench.ear.diary == CliDiary{ "connected" });
		bench.runner.write(CLAUDE_TURN);
		CHECK(bench.ear.diary == CliDiary{ "connected", "answered" });
		CHECK(bench.ear.text == "Grüß Gott 🥖.");
		CHECK(bench.ear.progress == 3);
		CHECK(bench.ear.answer->usage.output_tokens == 12);
		CHECK(!bench.runner.is_running());
	}

	TEST_CASE("who the character is stands in a file that is gone with the turn, however it ends") {
		for (const MindKind kind : { MindKind::claude, MindKind::codex }) {
			CliBench bench(kind);
			bench.system = "You are Ada,\na baker.";
			bench.ask_and_run();
			const std::string path = bench.system_file();
			std::ifstream file(path);
			CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == bench.system);
			for (const std::string &argument : bench.runner.runs.back()->spec.arguments) {
				CHECK(argument.find("Ada") == std::string::npos);
			}
			SUBCASE("with an answer") {
				bench.runner.write(kind == MindKind::claude ? CLAUDE_TURN : CODEX_TURN);
			}
			SUBCASE("with the program") {
				bench.runner.exit({ 3, 0 });
			}
			SUBCASE("since it is cancelled") {
				bench.ear.call.reset();
			}
			CHECK(!std::filesystem::exists(path));
		}
	}

	TEST_CASE("any split of the bytes gives the same turn") {
		Rng rng(9);
		for (const MindKind kind : { MindKind::claude, MindKind::codex }) {
			const std::string &turn = kind == MindKind::claude ? CLAUDE_TURN : CODEX_TURN;
			for (int i = 0; i < 300; i++) {
				CliBench bench(kind);
				bench.ask();
				for (std::size_t at = 0; at < turn.size();) {
					const std::size_t size = 1 + rng.uniform(i % 2 == 0 ? 5 : 200);
					bench.runner.write(turn.substr(at, size));
					at += size;
				}
				bench.run_later();
				REQUIRE(bench.ear.diary == CliDiary{ "connected", "answered" });
				REQUIRE(bench.ear.text == "Grüß Gott 🥖.");
				REQUIRE(bench.ear.answer->text == bench.ear.text);
				REQUIRE(bench.ear.progress == (kind == MindKind::claude ? 3 : 2));
			}
		}
	}

	TEST_CASE("a closing line without its end counts when the program ends") {
		CliBench bench;
		bench.ask_and_run();
		bench.runner.write(CLAUDE_TURN.substr(0, CLAUDE_TURN.size() - 1));
		CHECK(bench.runner.is_running());
		bench.runner.exit({ 0, 0 });
		CHECK(bench.ear.answer->text == "Grüß Gott 🥖.");
	}

	TEST_CASE("a call that is destroyed is not heard of again, and its process is gone") {
		CliBench bench;
		bench.ask();
		bench.ear.call.reset();
		bench.run_later();
		CHECK(bench.ear.diary.empty());
		CHECK(!bench.runner.is_running());
		CliBench midst;
		midst.ear.cancel_at_text = true;
		midst.ask_and_run();
		midst.runner.write(CLAUDE_TURN);
		CHECK(midst.ear.diary == CliDiary{ "connected" });
		CHECK(midst.ear.text == "Grüß ");
		CHECK(!midst.runner.is_running());
	}

	TEST_CASE("a program that is not there is misconfigured, and what to try is said") {
		CliBench bench;
		bench.runner.refusal = Status(StatusCode::not_found, "there is no program claude");
		bench.ask_and_run();
		CHECK(bench.ear.diary == CliDiary{ "failed" });
		CHECK(bench.ear.problem->failure == MindFailure::misconfigured);
		CHECK(bench.ear.problem->message ==
				"claude: there is no program claude; set `program` of the mind claude to where it "
				"lies");
		CliBench many;
		many.runner.refusal = Status(StatusCode::exhausted, "too many files are open");
		many.ask_and_run();
		CHECK(many.ear.problem->failure == MindFailure::overloaded);
	}

	TEST_CASE("nothing is started that would skip permissions") {
		CliBench bench(MindKind::claude, "bypassPermissions");
		bench.ask_and_run();
		CHECK(bench.runner.runs.empty());
		CHECK(bench.ear.diary == CliDiary{ "failed" });
		CHECK(bench.ear.problem->failure == MindFailure::not_allowed);
		CliBench unknown(MindKind::codex, "careful");
		unknown.ask_and_run();
		CHECK(unknown.runner.runs.empty());
		CHECK(unknown.ear.problem->failure == MindFailure::misconfigured);
	}

	TEST_CASE("a crash says the code and the end of what the program complained of") {
		CliBench bench;
		bench.ask_and_run();
		bench.runner.write_error(std::string(100'000, 'x') + "\n\x1b[31mError:\x1b[0m key ");
		bench.runner.write_error("MARKER-KEY\nis no good\n");
		bench.runner.exit({ 3, 0 });
		CHECK(bench.ear.problem->failure == MindFailure::program_failed);
		const std::string &message = bench.ear.problem->message;
		CHECK(message.starts_with("claude: it ended with code 3. It says: …xxx"));
		CHECK(message.ends_with("Error: key [key] is no good"));
		CHECK(message.size() < 500);
		CliBench killed;
		killed.ask_and_run();
		killed.runner.exit({ 0, 9 });
		CHECK(killed.ear.problem->message == "claude: it was ended by signal 9");
	}

	TEST_CASE("a program that ends before its answer cuts it off") {
		CliBench bench;
		bench.ask_and_run();
		bench.runner.write(CLAUDE_TURN.substr(0, CLAUDE_TURN.find("{\"duration")));
		bench.runner.exit({ 0, 0 });
		CHECK(bench.ear.problem->failure == MindFailure::cut_off);
		CHECK(bench.ear.problem->usage.input_tokens == 38);
		CHECK(!bench.ear.text.empty());
	}

	TEST_CASE("garbage is no answer, be it short or without end") {
		CliBench brief;
		brief.ask_and_run();
		brief.runner.write("Usage: another program\n[1]\n\"text\"\n{\"no\":\"type\"}\n");
		CHECK(brief.runner.is_running());
		brief.runner.exit({ 0, 0 });
		CHECK(brief.ear.problem->failure == MindFailure::bad_answer);
		CHECK(brief.ear.problem->message ==
				"claude: it wrote what is no answer; see that it is the right program. It says: "
				"Usage: another program");
		CliBench endless;
		endless.ask_and_run();
		for (int i = 0; i < 21; i++) {
			endless.runner.write("\xFF\x01 garbage\n");
		}
		CHECK(endless.ear.problem->failure == MindFailure::bad_answer);
		CHECK(is_valid_utf8(endless.ear.problem->message));
		CHECK(!endless.runner.is_running());
	}

	TEST_CASE("a wrapper that greets before the program speaks does no harm") {
		CliBench bench;
		bench.ask_and_run();
		bench.runner.write("A new version is there!\n" + CLAUDE_TURN);
		CHECK(bench.ear.answer.has_value());
	}

	TEST_CASE("a line without end is stopped, and so is an answer without end") {
		CliBench line;
		line.ask_and_run();
		const std::string much(1'048'576, 'x');
		for (int i = 0; i < 8; i++) {
			line.runner.write(much);
		}
		CHECK(line.ear.problem->failure == MindFailure::too_long);
		CHECK(!line.runner.is_running());
		CliBench words;
		words.ask_and_run();
		const std::string delta = R"({"type":"stream_event","event":{"type":"content_block_delta",)"
								  R"("delta":{"type":"text_delta","text":")" +
				std::string(100'000, 'x') + "\"}}}\n";
		for (int i = 0; i < 20; i++) {
			words.runner.write(delta);
		}
		CHECK(words.ear.problem->failure == MindFailure::too_long);
		CHECK(words.ear.text.size() <= 1'048'576);
		CliBench lines;
		lines.ask_and_run();
		const std::string sign =
				R"({"type":"system","subtype":")" + std::string(500'000, 'x') + "\"}\n";
		for (int i = 0; i < 80; i++) {
			lines.runner.write(sign);
		}
		CHECK(lines.ear.problem->failure == MindFailure::too_long);
	}

	TEST_CASE("what the provider refuses is told with its own words and what to try") {
		CliBench bench;
		bench.ask_and_run();
		bench.runner.write(CLAUDE_LIMITED);
		CHECK(bench.ear.problem->failure == MindFailure::rate_limited);
		CHECK(bench.ear.problem->message ==
				"claude: it says: API Error: Request rejected (429); ask less often");
		CHECK(bench.ear.text.empty());
		CliBench codex(MindKind::codex);
		codex.ask_and_run();
		codex.runner.write(CODEX_REFUSED);
		CHECK(codex.ear.problem->failure == MindFailure::refused);
		CHECK(codex.ear.diary == CliDiary{ "connected", "failed" });
	}
}
