#include "core/base/rng.h"
#include "core/mind/token_estimate.h"
#include "core/models/price_list.h"
#include "core/providers/local_address.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

constexpr std::string_view SMALL_LIST = R"({
	"date": "2026-01-31",
	"unknown": { "input": 20, "output": 100 },
	"models": [
		{ "model": "claude-haiku-4-5", "input": 1, "cached_input": 0.1, "output": 5 },
		{ "model": "gpt-5.4", "input": 2.5, "cached_input": 0.25, "output": 15,
			"long": { "over_tokens": 1000, "input": 5, "cached_input": 0.5, "output": 22.5 } },
		{ "model": "gpt-5.4-nano", "input": 0.2, "output": 1.25 } ] })";

PriceList small_list(Logger log = {}) {
	Result<PriceList> list = PriceList::parse(SMALL_LIST, std::move(log));
	REQUIRE_MESSAGE(list.ok(), list.status().to_string());
	return std::move(list).value();
}

ModelSource source_of(MindKind kind, std::string_view model, std::string_view url = "") {
	return { kind, url, model, false };
}

std::int64_t input_price(PriceList &list, std::string_view model) {
	return list.price_of(source_of(MindKind::openai, model)).prices.input;
}

Logger noting_log(std::vector<std::string> &lines) {
	return Logger(std::make_shared<CallbackLogSink>(
						  [&](const LogRecord &record) { lines.emplace_back(record.message); }),
			LogLevel::warning);
}

} // namespace

TEST_SUITE("PriceList") {
	TEST_CASE("what a call came to is exact, in micro-dollars, rounded up") {
		PriceList list = small_list();
		const ModelSource haiku = source_of(MindKind::anthropic, "claude-haiku-4-5");
		CHECK(list.cost_of(haiku, { 1'000, 0, 100, {} }).money == Money{ 1'500 });
		CHECK(list.cost_of(haiku, { 1'000, 900, 100, {} }).money == Money{ 690 });
		CHECK(list.cost_of(haiku, { 1, 1, 0, {} }).money == Money{ 1 });
		CHECK(list.cost_of(haiku, { 11, 11, 0, {} }).money == Money{ 2 });
		CHECK(list.cost_of(haiku, { 0, 0, 0, {} }).money == Money{ 0 });
		const ModelSource nano = source_of(MindKind::openai, "gpt-5.4-nano");
		CHECK(list.cost_of(nano, { 7, 0, 3, {} }).money == Money{ 6 }); // 1.4 + 3.75
	}

	TEST_CASE("what is written to a cache costs what the list says, else a quarter more") {
		PriceList list = small_list();
		const ModelSource haiku = source_of(MindKind::anthropic, "claude-haiku-4-5");
		// 100 at $1, 500 at $0.10, 400 at $1.25, and 100 of the answer at $5, each for a million.
		CHECK(list.cost_of(haiku, { 1'000, 500, 100, {}, 400 }) ==
				Cost{ 1'000, 100, { 1'150 }, 500, 400 });
		REQUIRE(list.lay_over(R"({ "models": [ { "model": "claude-haiku-4-5", "input": 1,
				"cached_input": 0.1, "cache_write": 3, "output": 5,
				"long": { "over_tokens": 2000, "input": 2, "output": 10 } } ] })")
						.ok());
		CHECK(list.cost_of(haiku, { 1'000, 500, 100, {}, 400 }).money == Money{ 1'850 });
		CHECK(list.cost_of(haiku, { 2'001, 0, 0, {}, 2'001 }).money == Money{ 5'003 });
		CHECK(list.most_of(haiku, 1'000, 200).money == Money{ 4'000 });
		CHECK_FALSE(list.lay_over(R"({ "models": [ { "model": "m", "input": 1, "output": 5,
				"cache_write": "a quarter more" } ] })")
							.ok());
		// No more than there is of both is believed.
		CHECK(list.cost_of(haiku, { 10, 10, 0, {}, 99 }).money == Money{ 30 });
		CHECK(list.cost_of(haiku, { 10, 10, 0, {}, -9 }).money == Money{ 1 });
	}

	TEST_CASE("no call costs more than the most, whatever a cache gives or takes") {
		PriceList list = PriceList::built_in();
		Rng rng(11);
		for (int round = 0; round < 2'000; round++) {
			const MindKind kind = rng.uniform(2) == 0 ? MindKind::anthropic : MindKind::claude;
			const std::int64_t input = static_cast<std::int64_t>(rng.uniform(300'000));
			const std::int64_t cached = static_cast<std::int64_t>(rng.uniform(input + 1));
			const std::int64_t written = static_cast<std::int64_t>(rng.uniform(input - cached + 1));
			const char *const model = rng.uniform(2) == 0 ? "claude-haiku-5-5" : "claude-opus-4-1";
			const Usage usage{ input, cached, 50, {}, written };
			REQUIRE(list.cost_of(source_of(kind, model), usage).money <=
					list.most_of(source_of(kind, model), input, 50).money);
		}
	}

	TEST_CASE("usage that makes no sense costs neither less than nothing nor without end") {
		PriceList list = small_list();
		const ModelSource haiku = source_of(MindKind::anthropic, "claude-haiku-4-5");
		const std::int64_t endless = std::numeric_limits<std::int64_t>::max();
		CHECK(list.cost_of(haiku, { -5, 10, -7, {} }) == Cost());
		CHECK(list.cost_of(haiku, { 10, 1'000, 0, {} }).money == Money{ 1 });
		CHECK(list.cost_of(haiku, { endless, 0, endless, {} }).money == Money{ 6'000'000'000 });
		CHECK(list.cost_of(haiku, { 10, 0, 0, Money{ -3 } }).money == Money{ 0 });
	}

	TEST_CASE("what the provider itself says that it cost is believed") {
		PriceList list = small_list();
		const ModelSource haiku = source_of(MindKind::claude, "claude-haiku-4-5");
		CHECK(list.cost_of(haiku, { 1'000, 0, 100, Money{ 77 } }) == Cost{ 1'000, 100, { 77 } });
	}

	TEST_CASE("long prompts have the prices that the list says for them") {
		PriceList list = small_list();
		const ModelSource source = source_of(MindKind::openai, "gpt-5.4");
		CHECK(list.cost_of(source, { 1'000, 0, 100, {} }).money == Money{ 4'000 });
		CHECK(list.cost_of(source, { 1'001, 0, 100, {} }).money == Money{ 7'255 });
	}

	TEST_CASE("a program that is told no model has the price of one that it may choose") {
		std::vector<std::string> lines;
		PriceList list = PriceList::built_in(noting_log(lines));
		CHECK(list.price_of(source_of(MindKind::claude, "")) ==
				list.price_of(source_of(MindKind::claude, "opus")));
		CHECK(list.price_of(source_of(MindKind::codex, "")) ==
				list.price_of(source_of(MindKind::codex, "gpt-6-astra")));
		CHECK(list.price_of(source_of(MindKind::codex, "", "http://127.0.0.1:11434/v1")) ==
				ModelPrice());
		// A question without a model need not report that the price is unknown.
		CHECK(list.price_of(source_of(MindKind::anthropic, "")).prices.input == 15'000'000);
		CHECK(lines.empty());
		CHECK(list.price_of(source_of(MindKind::anthropic, "new")).prices.input == 15'000'000);
		CHECK(lines.size() == 1);
	}

	TEST_CASE("the most that a call may cost takes nothing from a cache but writes all to it, and "
			  "knows that programs bring a prompt of their own") {
		PriceList list = small_list();
		CHECK(list.most_of(source_of(MindKind::anthropic, "claude-haiku-4-5"), 1'000, 200) ==
				Cost{ 1'000, 200, { 2'250 }, 0, 1'000 });
		const std::int64_t read = 1'000 + PROGRAM_PROMPT_TOKENS;
		CHECK(list.most_of(source_of(MindKind::claude, "claude-haiku-4-5"), 1'000, 200) ==
				Cost{ read, 200, { read * 5 / 4 + 1'000 }, 0, read });
		CHECK(list.most_of(source_of(MindKind::codex, "gpt-5.4-nano"), 1'000, 200) ==
				Cost{ read, 200, { read / 5 + 250 } });
	}

	TEST_CASE("a name stands for its dated versions, and for no other model") {
		PriceList list = small_list();
		for (const std::string_view same : { "gpt-5.4", "GPT-5-4", "openai/gpt-5.4",
					 "gpt-5.4-2026-03-05", "gpt-5.4-latest", "gpt-5.4@20260305" }) {
			CAPTURE(same);
			CHECK(input_price(list, same) == 2'500'000);
		}
		CHECK(input_price(list, "gpt-5.4-nano-2026-03-05") == 200'000);
		for (const std::string_view other : { "gpt-5.4-pro", "gpt-5.4-2", "gpt-5.45", "gpt-5",
					 "gpt-5.4-2026-pro", "gpt", "", "claude-haiku-4-5-1" }) {
			CAPTURE(other);
			CHECK(input_price(list, other) == 20'000'000);
			CHECK_FALSE(list.knows(other));
		}
	}

	TEST_CASE("an unknown model of somebody who is paid is taken for a dear one, said once") {
		std::vector<std::string> lines;
		PriceList list = small_list(noting_log(lines));
		const ModelSource unknown = source_of(MindKind::openai, "brand-new");
		CHECK(list.cost_of(unknown, { 10, 10, 1, {} }).money == Money{ 300 });
		CHECK(list.cost_of(unknown, { 10, 10, 1, {} }).money == Money{ 300 });
		REQUIRE(lines.size() == 1);
		CHECK(lines[0].find("\"brand-new\"") != std::string::npos);
		CHECK(lines[0].find("2026-01-31") != std::string::npos);
	}

	TEST_CASE(
			"what runs here costs nothing, unless it is asked for a model that is paid elsewhere") {
		std::vector<std::string> lines;
		PriceList list = small_list(noting_log(lines));
		const ModelPrice nothing;
		const std::string_view local = "http://localhost:11434/v1";
		CHECK(list.price_of(source_of(MindKind::openai, "llama3.2", local)) == nothing);
		CHECK(list.price_of(source_of(MindKind::openai, "gpt-5.4", local)) != nothing);
		CHECK(list.price_of(source_of(MindKind::offline, "gpt-5.4")) == nothing);
		CHECK(list.price_of(source_of(MindKind::game, "gpt-5.4")) == nothing);
		CHECK(list.price_of({ MindKind::openai, "https://api.example.com", "gpt-5.4", true }) ==
				nothing);
		CHECK(lines.empty());
		CHECK(list.price_of(source_of(MindKind::openai, "llama3.2", "https://api.example.com")) !=
				nothing);
	}

	TEST_CASE("a game's own prices come before ours, and those it leaves out stay") {
		PriceList list = small_list();
		REQUIRE(list.lay_over(R"({"models": [
				{"model": "my-model", "input": 0, "output": 0},
				{"model": "claude-haiku-4.5", "input": 3, "output": 4}]})")
						.ok());
		CHECK(input_price(list, "my-model") == 0);
		CHECK(input_price(list, "claude-haiku-4-5") == 3'000'000);
		CHECK(input_price(list, "gpt-5.4") == 2'500'000);
		CHECK(list.date() == "2026-01-31");
	}

	TEST_CASE("a list that cannot be understood is refused with the place, and changes nothing") {
		PriceList list = small_list();
		const auto problem = [&](std::string_view text) {
			const Status status = list.lay_over(text);
			CHECK(status.code() == StatusCode::invalid_argument);
			return status.message();
		};
		CHECK(problem("{").find("cannot be read") != std::string::npos);
		CHECK(problem("[]").find("not a JSON object") != std::string::npos);
		CHECK(problem(R"({"models": {}})").find("not a list") != std::string::npos);
		CHECK(problem(R"({"models": [3]})").find("without a text \"model\"") != std::string::npos);
		CHECK(problem(R"({"models": [{"model": "a", "input": 1}]})").find("entry of a") !=
				std::string::npos);
		CHECK(problem(R"({"models": [{"model": "gpt-5.4", "input": -1, "output": 1}]})")
						.find("outside 0 to 10000") != std::string::npos);
		CHECK(problem(R"({"models": [{"model": "a", "input": 1, "output": 1, "long": {
				"input": 1, "output": 1}}]})")
						.find("over_tokens") != std::string::npos);
		CHECK(problem(R"({"unknown": 5})").find("\"unknown\" is not an object") !=
				std::string::npos);
		CHECK(input_price(list, "gpt-5.4") == 2'500'000);
		CHECK_FALSE(list.knows("a"));
		CHECK_FALSE(PriceList::parse(R"({"models": []})").ok());
	}

	TEST_CASE("the list that is compiled in can be read, says of when it is, and knows the models "
			  "of the minds") {
		PriceList list = PriceList::built_in();
		CHECK(list.date().size() == 10);
		for (const std::string_view model :
				{ "sonnet", "opus", "haiku", "claude-sonnet-4-5-20250929", "claude-haiku-4-5",
						"gpt-5", "gpt-5-mini", "gpt-4.1", "gpt-5-codex" }) {
			CAPTURE(model);
			REQUIRE(list.knows(model));
			const ModelPrice price = list.price_of(source_of(MindKind::openai, model));
			CHECK(price.prices.output > price.prices.input);
			CHECK(price.prices.cached_input <= price.prices.input);
			CHECK(price.prices.cached_input > 0);
		}
	}
}

TEST_SUITE("is_local_url") {
	TEST_CASE("this machine and its private network are local, by what stands in the address") {
		for (const std::string_view url : { "http://localhost:11434/v1", "http://127.0.0.1:8080",
					 "127.0.0.5", "http://[::1]:1234/v1", "http://10.0.0.7/v1",
					 "http://192.168.1.20:5000", "http://172.16.0.1", "http://172.31.255.255",
					 "http://169.254.1.1", "http://box.local:8000", "HTTP://LOCALHOST",
					 "http://a.localhost", "http://[fd12:3456::1]", "http://user:pw@127.0.0.1/",
					 "http://host.docker.internal:11434" }) {
			CAPTURE(url);
			CHECK(is_local_url(url));
		}
	}

	TEST_CASE("all else is not, whatever it looks like") {
		for (const std::string_view url : { "", "https://api.anthropic.com",
					 "http://127.0.0.1.example.com", "http://127.0.0.1@example.com/",
					 "http://example.com/127.0.0.1", "http://example.com?localhost",
					 "http://localhost.example.com", "http://172.15.0.1", "http://172.32.0.1",
					 "http://192.169.0.1", "http://11.0.0.1", "http://127.1", "http://0x7f.0.0.1",
					 "http://127.0.0.256", "http://notlocalhost", "http://[2001:db8::1]",
					 "http://[fd]", "http://example.com\\@127.0.0.1", "http://127.0.0.1.",
					 "http://[" }) {
			CAPTURE(url);
			CHECK_FALSE(is_local_url(url));
		}
	}
}

TEST_SUITE("estimate_tokens") {
	TEST_CASE("prose is about three bytes a token, and never more than four") {
		const std::string prose =
				"The old harbour lies quiet in the morning, and only the gulls are awake. Ada walks"
				" along the quay, counts the boats, and wonders who has left in the night.";
		const std::int64_t bytes = static_cast<std::int64_t>(prose.size());
		CHECK(estimate_tokens(prose) >= bytes / 4);
		CHECK(estimate_tokens(prose) <= bytes / 2);
		CHECK(estimate_tokens("") == 0);
		CHECK(estimate_tokens("a") == 1);
		CHECK(estimate_tokens(std::string(400, ' ')) == 100);
	}

	TEST_CASE("other scripts take at least a token for each character") {
		CHECK(estimate_tokens("猫は静かに眠る") == 14);
		CHECK(estimate_tokens("Привет") == 6);
		CHECK(estimate_tokens("🙂") == 3);
	}

	TEST_CASE("what is no prose takes more tokens for as many bytes") {
		CHECK(estimate_tokens("{\"a\":[1,2]}") == 11);
		CHECK(estimate_tokens("2026") == 4);
		CHECK(estimate_tokens("aGVsbG8gd29ybGQhIQabcdef") == 12);
	}

	TEST_CASE("a request counts all that is sent") {
		ModelRequest request;
		request.system = "Be kind.";
		request.messages.push_back({ ModelMessage::Role::user, "Hello there", {}, "", false });
		const std::int64_t without = estimate_tokens(request);
		CHECK(without > estimate_tokens("Be kind.") + estimate_tokens("Hello there"));
		request.tools.push_back({ "open_door", "Opens a door.", { { "type", "object" } } });
		CHECK(estimate_tokens(request) > without + 100);
	}
}
