// One turn of a command-line mind, told as JSON lines, for a real program to be tried with.
//
//	echo '{"kind": "claude", "prompt": "Hello", …}' | cli_probe
//
// What is asked, all but kind and prompt optional: kind, program, permission_mode, key, base_url,
// model, system, prompt, folder, environment {name: value}, arguments […], max_output_tokens;
// cancel_after N parts of text, cancel_on_input (more of it, or its end).
// What is told: connected · wrote {text} · answered {text, cut_short, usage} · failed {failure,
// message} · cancelled; at the end, when all processes are gone, ended {running, zombies}.

#include "core/io/asio_process_runner.h"
#include "core/io/io_thread.h"
#include "core/providers/cli_backend.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <future>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <sys/wait.h>
#include <unistd.h>

using namespace agent_runtime;
using nlohmann::json;

namespace {

constexpr std::chrono::seconds LONGEST_END(20);
constexpr std::chrono::milliseconds BETWEEN_LOOKS(5);

void tell(const json &event) {
	std::cout << event.dump() << std::endl;
}

json usage_json(const Usage &usage) {
	json told = { { "input_tokens", usage.input_tokens }, { "cached_tokens", usage.cached_tokens },
		{ "cache_write_tokens", usage.cache_write_tokens },
		{ "output_tokens", usage.output_tokens } };
	if (usage.cost.has_value()) {
		told["micro_dollars"] = usage.cost->micro_dollars;
	}
	return told;
}

CliOptions options_of(const json &asked) {
	CliOptions options;
	options.kind = parse_mind_kind(asked.at("kind").get<std::string>()).value();
	ProviderSettings &settings = options.settings;
	settings.program = asked.value("program", "");
	settings.permission_mode = asked.value("permission_mode", "");
	settings.base_url = asked.value("base_url", "");
	settings.key = Secret(asked.value("key", ""));
	options.folder = asked.value("folder", "");
	options.arguments = asked.value("arguments", std::vector<std::string>());
	const json environment = asked.value("environment", json::object());
	for (const auto &[name, value] : environment.items()) {
		options.environment[name] = value.get<std::string>();
	}
	return options;
}

ModelRequest request_of(const json &asked) {
	ModelRequest request;
	request.model = asked.value("model", "");
	request.system = asked.value("system", "");
	request.max_output_tokens = asked.value("max_output_tokens", 0);
	request.messages.emplace_back().text = asked.at("prompt").get<std::string>();
	return request;
}

// Made, used and destroyed on the io thread, but for its end, which the main thread waits for.
class Turn : public ModelListener {
public:
	Turn(boost::asio::io_context &context, const IoPost &post, const json &asked) :
			asked_(asked),
			clock_(context),
			input_(context),
			runner_(std::in_place, context, Logger()),
			backend_(options_of(asked), *runner_,
					[post](std::function<void()> work) { post(std::move(work)); }) {}

	std::future<void> ended() { return ended_.get_future(); }
	void begin() {
		call_ = backend_.start(request_of(asked_), *this);
		if (asked_.value("cancel_on_input", false)) {
			input_.assign(dup(STDIN_FILENO));
			input_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
					[this](const boost::system::error_code &error) {
						if (!error && call_ != nullptr) {
							finish({ { "event", "cancelled" } });
						}
					});
		}
	}
	// The last that is done on the io thread.
	void take_down() {
		input_.close();
		const std::size_t running = runner_->running();
		runner_.reset();
		const bool zombies = waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD;
		tell({ { "event", "ended" }, { "running", running }, { "zombies", zombies } });
	}

	void connected() override { tell({ { "event", "connected" } }); }
	void progressed() override {}
	void wrote(std::string_view text) override {
		tell({ { "event", "wrote" }, { "text", text } });
		if (++parts_ == asked_.value("cancel_after", 0)) {
			finish({ { "event", "cancelled" } });
		}
	}
	void answered(ModelAnswer answer) override {
		finish({ { "event", "answered" }, { "text", answer.text },
				{ "cut_short", answer.cut_short }, { "usage", usage_json(answer.usage) } });
	}
	void failed(ModelProblem problem) override {
		finish({ { "event", "failed" }, { "failure", mind_failure_name(problem.failure) },
				{ "message", problem.message } });
	}

private:
	void finish(const json &event) {
		call_.reset();
		tell(event);
		give_up_waiting_ = std::chrono::steady_clock::now() + LONGEST_END;
		wait_for_processes();
	}
	void wait_for_processes() {
		if (runner_->running() == 0 || std::chrono::steady_clock::now() > give_up_waiting_) {
			ended_.set_value();
			return;
		}
		clock_.expires_after(BETWEEN_LOOKS);
		clock_.async_wait([this](const boost::system::error_code &error) {
			if (!error) {
				wait_for_processes();
			}
		});
	}

	const json asked_;
	boost::asio::steady_timer clock_;
	boost::asio::posix::stream_descriptor input_;
	std::optional<AsioProcessRunner> runner_;
	CliBackend backend_;
	std::unique_ptr<ModelCall> call_;
	int parts_ = 0;
	std::chrono::steady_clock::time_point give_up_waiting_;
	std::promise<void> ended_;
};

int run() {
	std::string line;
	std::getline(std::cin, line);
	const json asked = json::parse(line);
	const Logger log(std::make_shared<CallbackLogSink>([](const LogRecord &record) {
		std::fprintf(stderr, "%s\n", to_line(record).c_str());
	}),
			LogLevel::warning);
	IoThread io("ar-minds-io", log);
	std::unique_ptr<Turn> turn = std::make_unique<Turn>(io.context(), io.poster(), asked);
	std::future<void> ended = turn->ended();
	if (!io.start().ok()) {
		return 1;
	}
	io.poster()([&turn] { turn->begin(); });
	ended.wait();
	std::promise<void> down;
	io.poster()([&turn, &down] {
		turn->take_down();
		down.set_value();
	});
	down.get_future().wait();
	io.stop();
	return 0;
}

} // namespace

int main() {
	try {
		return run();
	} catch (const std::exception &error) {
		std::cerr << "cli_probe: " << error.what() << "\n";
		return 2;
	}
}
