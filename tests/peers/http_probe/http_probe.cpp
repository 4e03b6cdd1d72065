// Turns of minds over HTTP, asked and told as JSON lines, as many at once as there are lines.
//
//	http_probe [CERTIFICATES]      a file with certificates that are trusted as well
//
// What is asked: {"ask": NAME, kind, prompt, and, all optional: base_url, key, model, system,
// headers {name: value}, tools [{name, description, schema}], max_output_tokens}, and
// {"cancel": NAME}. The end of the input cancels what is left.
// What is told, with the name of what was asked: connected · wrote {text} · answered {text,
// tool_calls, cut_short, usage} · failed {failure, message, retry_after, usage} · cancelled.

#include "core/io/beast_transport.h"
#include "core/io/io_thread.h"
#include "core/providers/http_backend.h"

#include <exception>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>

using namespace agent_runtime;
using nlohmann::json;

namespace {

json usage_json(const Usage &usage) {
	return { { "input_tokens", usage.input_tokens }, { "cached_tokens", usage.cached_tokens },
		{ "cache_write_tokens", usage.cache_write_tokens },
		{ "output_tokens", usage.output_tokens } };
}

ProviderSettings settings_of(const json &asked) {
	ProviderSettings settings;
	settings.base_url = asked.value("base_url", "");
	settings.key = Secret(asked.value("key", ""));
	const json headers = asked.value("headers", json::object());
	for (const auto &[name, value] : headers.items()) {
		settings.headers.emplace_back(name, value.get<std::string>());
	}
	return settings;
}

ModelRequest request_of(const json &asked) {
	ModelRequest request;
	request.model = asked.value("model", "fake-model");
	request.system = asked.value("system", "");
	request.max_output_tokens = asked.value("max_output_tokens", 1'024);
	request.messages.emplace_back().text = asked.value("prompt", "");
	for (const json &tool : asked.value("tools", json::array())) {
		request.tools.push_back(
				{ tool.at("name"), tool.value("description", ""), tool.at("schema") });
	}
	return request;
}

// All turns of the process. Made, used and destroyed on the io thread.
class Turns {
public:
	Turns(IoThread &io, const std::string &certificates) :
			transport_(io.context(), { true, certificates }) {}

	void take(const json &line) {
		if (line.contains("ask")) {
			const std::string name = line.at("ask");
			turns_[name] = std::make_unique<Turn>(*this, name, line);
		} else if (turns_.erase(line.at("cancel")) > 0) {
			tell(line.at("cancel"), { { "event", "cancelled" } });
		}
	}

private:
	class Turn : public ModelListener {
	public:
		Turn(Turns &turns, std::string name, const json &asked) :
				turns_(turns),
				name_(std::move(name)),
				backend_(turns.transport_, turns.clock_,
						asked.at("kind") == "anthropic" ? HttpDialect::anthropic
														: HttpDialect::openai,
						settings_of(asked)),
				call_(backend_.start(request_of(asked), *this)) {}

		void connected() override { tell(name_, { { "event", "connected" } }); }
		void progressed() override {}
		void wrote(std::string_view text) override {
			tell(name_, { { "event", "wrote" }, { "text", text } });
		}
		void answered(ModelAnswer answer) override {
			json calls = json::array();
			for (const ToolCall &call : answer.tool_calls) {
				calls.push_back({ { "id", call.id }, { "name", call.name },
						{ "arguments", call.arguments } });
			}
			end({ { "event", "answered" }, { "text", answer.text }, { "tool_calls", calls },
					{ "cut_short", answer.cut_short }, { "usage", usage_json(answer.usage) } });
		}
		void failed(ModelProblem problem) override {
			json event = { { "event", "failed" }, { "failure", mind_failure_name(problem.failure) },
				{ "message", problem.message }, { "usage", usage_json(problem.usage) } };
			if (problem.retry_after) {
				event["retry_after"] = problem.retry_after->count();
			}
			end(event);
		}

	private:
		void end(const json &event) {
			tell(name_, event);
			Turns &turns = turns_;
			const std::string name = name_;
			turns.turns_.erase(name); // and this with it
		}

		Turns &turns_;
		const std::string name_;
		HttpBackend backend_;
		const std::unique_ptr<ModelCall> call_;
	};

	static void tell(const std::string &name, json event) {
		event["of"] = name;
		std::cout << event.dump() << std::endl;
	}

	const SystemClock clock_;
	BeastTransport transport_;
	std::map<std::string, std::unique_ptr<Turn>> turns_;
};

int run(const std::string &certificates) {
	const Logger log(std::make_shared<CallbackLogSink>([](const LogRecord &record) {
		std::cerr << to_line(record) << std::endl;
	}),
			LogLevel::warning);
	IoThread io("ar-minds-io", log);
	std::unique_ptr<Turns> turns = std::make_unique<Turns>(io, certificates);
	if (!io.start().ok()) {
		return 1;
	}
	std::string line;
	while (std::getline(std::cin, line)) {
		io.poster()([&turns, asked = json::parse(line)] { turns->take(asked); });
	}
	std::promise<void> down;
	io.poster()([&turns, &down] {
		turns.reset();
		down.set_value();
	});
	down.get_future().wait();
	io.stop();
	return 0;
}

} // namespace

int main(int count, char **arguments) {
	try {
		return run(count > 1 ? arguments[1] : "");
	} catch (const std::exception &error) {
		std::cerr << "http_probe: " << error.what() << "\n";
		return 2;
	}
}
