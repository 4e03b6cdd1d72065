// A program that calls models and has no world, on a file whose books it shares with others.
//
//	asker DATABASE BASE_URL PRICES [CAPS]
//
// PRICES is a list of prices in JSON (models/price_list.h), CAPS an object of what all calls
// together may come to: paid_calls, micro_dollars. What is asked, a line of JSON each:
// {"ask": NAME, "accounts": [ACCOUNT…]}, {"report": ACCOUNT}. What is told, with the name: wrote ·
// answered {text} · failed {failure, message}, and of an account report {spent, reserved}, each
// {calls, paid_calls, tokens, micro_dollars}. The end of the input cancels what is left.

#include "core/io/beast_transport.h"
#include "core/log/log_tables.h"
#include "core/models/ledger_store.h"
#include "core/models/ledger_tables.h"
#include "core/models/model_works.h"
#include "core/services/services.h"
#include "core/services/store_events.h"

#include <array>
#include <iostream>
#include <map>
#include <memory>
#include <string>

using namespace agent_runtime;
using nlohmann::json;

namespace {

void tell(const std::string &name, const char *event, json more = json::object()) {
	more["of"] = name;
	more["event"] = event;
	std::cout << more.dump() << std::endl;
}

json in_json(const Spending &spending) {
	return { { "calls", spending.calls }, { "paid_calls", spending.paid_calls },
		{ "tokens", spending.tokens() }, { "micro_dollars", spending.money.micro_dollars } };
}

// All calls of the process. Used on the thread of the works.
class Asker {
public:
	explicit Asker(ModelWorks &works) :
			works_(works) {}

	void take(const json &line) {
		if (line.contains("ask")) {
			ask(line.at("ask"), line.at("accounts"));
		} else {
			const std::string account = line.at("report");
			works_.ledger().look({ account }, [this, account] {
				const AccountReport report = works_.ledger().report(account);
				tell(account, "report",
						{ { "spent", in_json(report.spent) },
								{ "reserved", in_json(report.reserved) } });
			});
		}
	}

private:
	struct Call : CallListener {
		explicit Call(std::string who) :
				name(std::move(who)) {}
		void wrote(std::string_view, bool begins) override {
			begins ? tell(name, "wrote") : void();
		}
		void answered(const ModelAnswer &answer) override {
			tell(name, "answered", { { "text", answer.text } });
		}
		void failed(const ModelProblem &problem) override {
			tell(name, "failed",
					{ { "failure", mind_failure_name(problem.failure) },
							{ "message", problem.message } });
		}
		const std::string name;
	};

	void ask(const std::string &name, const std::vector<std::string> &accounts) {
		const std::shared_ptr<ModelRequest> request = std::make_shared<ModelRequest>();
		request->model = "fake-model";
		request->max_output_tokens = 100;
		request->messages.emplace_back().text = name;
		Call &call = *calls_.emplace(name, std::make_unique<Call>(name)).first->second;
		works_.calls().begin({ MindKind::openai, { accounts }, request, 200 }, call);
		works_.calls().admit();
	}

	ModelWorks &works_;
	std::map<std::string, std::unique_ptr<Call>> calls_;
};

MindSettings settings_of(char **arguments, int count) {
	MindSettings settings;
	ProviderSettings &openai = settings.of(MindKind::openai);
	openai.base_url = arguments[2];
	openai.limits = { .in_flight = 0, .calls_per_minute = 0 };
	settings.prices = arguments[3];
	const json caps = json::parse(count > 4 ? arguments[4] : "{}");
	settings.caps = { .total = { .paid_calls = caps.value("paid_calls", 0),
							  .money = { caps.value("micro_dollars", 0) } } };
	return settings;
}

Status serve(
		Services &services, const MindSettings &settings, const Clock &clock, const Logger &log) {
	static const std::array<const RoomTables *, 2> tables = { &log_tables(), &ledger_tables() };
	if (Status opened = services.store().open_beside({ .schema = tables }); !opened.ok()) {
		return opened;
	}
	Result<LedgerBooks> books = read_ledger(
			services.store().database(), LedgerOwner::this_process(), clock.wall_now(), log);
	Status started = books.ok() ? services.store().start() : books.status();
	if (!started.ok()) {
		return started;
	}
	IoThread thread("ar-models", log);
	ModelWorks works({ .settings = settings,
			.clock = clock,
			.thread = thread,
			.log = log,
			.http = std::make_unique<BeastTransport>(thread.context(), TlsTrust()),
			.writer = &services.store().writer(),
			.books = std::move(books).value() });
	Asker asker(works);
	Status status = thread.start();
	tell("asker", "ready");
	for (std::string line; status.ok() && std::getline(std::cin, line);) {
		works.post([&asker, asked = json::parse(line)] { asker.take(asked); });
	}
	return first_failure(status, works.stop());
}

} // namespace

int main(int count, char **arguments) {
	if (count < 4) {
		std::cerr << "usage: asker DATABASE BASE_URL PRICES [CAPS]\n";
		return 2;
	}
	static const std::array<std::span<const EventForm>, 1> forms = {
		EventTable<StoreEvents>::FORMS
	};
	const Vocabulary vocabulary{ LogRequests::Types::ENTRIES };
	const EventBook events(forms);
	const SystemClock clock;
	const Logger log(std::make_shared<CallbackLogSink>([](const LogRecord &record) {
		std::cerr << to_line(record) << std::endl;
	}),
			LogLevel::warning);
	const MindSettings settings = settings_of(arguments, count);
	ServicesOptions options;
	options.database_path = arguments[1];
	Services services(options, vocabulary, events, clock, log);
	const Status status = serve(services, settings, clock, log);
	const Status ended = first_failure(status, services.stop());
	if (!ended.ok()) {
		std::cerr << ended.to_string() << "\n";
	}
	return ended.ok() ? 0 : 1;
}
