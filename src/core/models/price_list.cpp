#include "core/models/price_list.h"

#include "core/base/json_io.h"
#include "core/models/built_in_prices.h"
#include "core/providers/local_address.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cmath>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr double DEAREST = 10'000; // in dollars per million tokens; more must be a typing error
constexpr std::int64_t CACHE_WRITE_EXTRA = 4; // writing costs this part of the input's price more
constexpr std::int64_t MILLION = 1'000'000;
constexpr std::int64_t MOST_TOKENS = 1'000'000'000; // for one call
constexpr std::size_t DATE_DIGITS = 4; // a shorter number is a version, which means another model

Status wrong(const std::string &what, const std::string &why) {
	return Status(StatusCode::invalid_argument, "the price list's " + what + " " + why);
}

Result<std::int64_t> price_from(const json &entry, const char *name, const std::string &where) {
	const auto found = entry.find(name);
	if (found == entry.end() || !found->is_number()) {
		return wrong(where,
				std::string("has no number \"") + name + "\"; write dollars per million tokens");
	}
	const double dollars = found->get<double>();
	if (!(dollars >= 0 && dollars <= DEAREST)) {
		return wrong(where, std::string("has \"") + name + "\" outside 0 to 10000 dollars");
	}
	return static_cast<std::int64_t>(std::llround(dollars * MILLION));
}

Result<TokenPrices> prices_from(const json &entry, const std::string &where) {
	if (!entry.is_object()) {
		return wrong(where, "is not an object");
	}
	const Result<std::int64_t> input = price_from(entry, "input", where);
	const Result<std::int64_t> output = price_from(entry, "output", where);
	const Result<std::int64_t> cached =
			entry.contains("cached_input") ? price_from(entry, "cached_input", where) : input;
	const Result<std::int64_t> written = entry.contains("cache_write")
			? price_from(entry, "cache_write", where)
			: Result(input.value_or(0) + input.value_or(0) / CACHE_WRITE_EXTRA);
	if (Status failed = first_failure(input, output, cached, written); !failed.ok()) {
		return failed;
	}
	return TokenPrices{ input.value(), cached.value(), written.value(), output.value() };
}

Result<ModelPrice> model_price_from(const json &entry, const std::string &where) {
	const Result<TokenPrices> prices = prices_from(entry, where);
	if (!prices.ok()) {
		return prices.status();
	}
	ModelPrice price{ prices.value(), 0, {} };
	const auto at = entry.find("long");
	if (at == entry.end()) {
		return price;
	}
	const Result<TokenPrices> long_prices = prices_from(*at, where + " for long prompts");
	if (!long_prices.ok()) {
		return long_prices.status();
	}
	const auto over = at->find("over_tokens");
	if (over == at->end() || !over->is_number_integer() || over->get<std::int64_t>() <= 0) {
		return wrong(where, "does not say from how many \"over_tokens\" its long prices hold");
	}
	price.long_over = over->get<std::int64_t>();
	price.long_prices = long_prices.value();
	return price;
}

// Turns "anthropic/Claude-Sonnet-4.5" into "claude-sonnet-4-5".
std::string normalised(std::string_view model) {
	if (const std::size_t vendor = model.rfind('/'); vendor != std::string_view::npos) {
		model.remove_prefix(vendor + 1);
	}
	std::string name(model);
	std::transform(name.begin(), name.end(), name.begin(), [](unsigned char each) {
		return each == '.' ? '-' : static_cast<char>(std::tolower(each));
	});
	return name;
}

// True for "-20251001", "-2024-08-06", "@20251001" and "-latest".
bool is_dated(std::string_view rest) {
	if (rest.empty() || rest == "-latest") {
		return true;
	}
	if (rest.front() != '-' && rest.front() != '@') {
		return false;
	}
	rest.remove_prefix(1);
	const std::string_view first = rest.substr(0, rest.find('-'));
	return first.size() >= DATE_DIGITS &&
			rest.find_first_not_of("0123456789-") == std::string_view::npos;
}

std::int64_t believable(std::int64_t tokens) {
	return std::clamp<std::int64_t>(tokens, 0, MOST_TOKENS);
}

// Exact: counts whole micro-dollars and millionths of them separately, and rounds up once.
Money money_for(const TokenPrices &prices, const Cost &cost) {
	std::int64_t whole = 0;
	std::int64_t millionths = 0;
	const auto add = [&](std::int64_t tokens, std::int64_t price) {
		whole += tokens * (price / MILLION);
		millionths += tokens * (price % MILLION);
	};
	add(cost.input_tokens - cost.cached_tokens - cost.cache_write_tokens, prices.input);
	add(cost.cached_tokens, prices.cached_input);
	add(cost.cache_write_tokens, prices.cache_write);
	add(cost.output_tokens, prices.output);
	return { whole + (millionths + MILLION - 1) / MILLION };
}

// The most expensive model that the program may choose.
std::string_view own_choice(MindKind program) {
	return program == MindKind::claude ? "opus" : "gpt-6-astra";
}

} // namespace

PriceList::PriceList(Logger log) :
		log_(std::move(log)) {}

Result<PriceList> PriceList::parse(std::string_view json, Logger log) {
	PriceList list(std::move(log));
	if (Status status = list.lay_over(json); !status.ok()) {
		return status;
	}
	if (list.unknown_ == ModelPrice()) {
		return wrong("\"unknown\"", "is missing: what a model costs that is not in it");
	}
	return list;
}

PriceList PriceList::built_in(Logger log) {
	Result<PriceList> list = parse(built_in_prices(), std::move(log));
	assert(list.ok());
	return std::move(list).value();
}

Status PriceList::lay_over(std::string_view text) {
	const Result<json> read = parse_json(text);
	if (!read.ok()) {
		return wrong("text", "cannot be read: " + read.status().message());
	}
	if (!read.value().is_object()) {
		return wrong("text", "is not a JSON object");
	}
	const json models = read.value().value("models", json::array());
	if (!models.is_array()) {
		return wrong("\"models\"", "are not a list");
	}
	Models own;
	for (const json &entry : models) {
		const auto name = entry.is_object() ? entry.find("model") : entry.end();
		if (!entry.is_object() || name == entry.end() || !name->is_string()) {
			return wrong("\"models\"", "have an entry without a text \"model\"");
		}
		const std::string model = name->get<std::string>();
		const Result<ModelPrice> price = model_price_from(entry, "entry of " + model);
		if (!price.ok()) {
			return price.status();
		}
		own[normalised(model)] = price.value();
	}
	if (const auto unknown = read.value().find("unknown"); unknown != read.value().end()) {
		const Result<ModelPrice> price = model_price_from(*unknown, "\"unknown\"");
		if (!price.ok()) {
			return price.status();
		}
		unknown_ = price.value();
	}
	if (const auto date = read.value().find("date");
			date != read.value().end() && date->is_string()) {
		date_ = date->get<std::string>();
	}
	own.merge(models_);
	models_ = std::move(own);
	return {};
}

// The longest name that it begins with. They all stand before it, the closest first.
const ModelPrice *PriceList::find(std::string_view model) const {
	const std::string name = normalised(model);
	for (auto at = models_.upper_bound(name); at != models_.begin();) {
		--at;
		if (name.starts_with(at->first) &&
				is_dated(std::string_view(name).substr(at->first.size()))) {
			return &at->second;
		}
		if (at->first.empty() || at->first.front() != name.front()) {
			return nullptr;
		}
	}
	return nullptr;
}

ModelPrice PriceList::price_of(const ModelSource &source) {
	if (source.free || !is_outside(source.kind)) {
		return {};
	}
	if (const ModelPrice *known = find(source.model)) {
		return *known;
	}
	if (is_local_url(source.base_url)) {
		return {};
	}
	const bool chooses = source.model.empty() && is_program(source.kind);
	if (const ModelPrice *chosen = chooses ? find(own_choice(source.kind)) : nullptr) {
		return *chosen;
	}
	if (!source.model.empty() && told_.emplace(source.model).second) {
		log_.warning("the price list of " + date_ + " does not know the model \"" +
				std::string(source.model) +
				"\"; it is taken for a dear one. Add it to a list of your own");
	}
	return unknown_;
}

Cost PriceList::cost_of(const ModelSource &source, const Usage &usage) {
	Cost cost;
	cost.input_tokens = believable(usage.input_tokens);
	cost.output_tokens = believable(usage.output_tokens);
	cost.cache_write_tokens = std::min(believable(usage.cache_write_tokens), cost.input_tokens);
	cost.cached_tokens =
			std::min(believable(usage.cached_tokens), cost.input_tokens - cost.cache_write_tokens);
	if (usage.cost) {
		cost.money = { std::max<std::int64_t>(usage.cost->micro_dollars, 0) };
		return cost;
	}
	const ModelPrice price = price_of(source);
	const bool is_long = price.long_over > 0 && cost.input_tokens > price.long_over;
	cost.money = money_for(is_long ? price.long_prices : price.prices, cost);
	return cost;
}

Cost PriceList::most_of(
		const ModelSource &source, std::int64_t prompt_tokens, std::int64_t max_output_tokens) {
	Usage usage;
	usage.input_tokens =
			believable(prompt_tokens) + (is_program(source.kind) ? PROGRAM_PROMPT_TOKENS : 0);
	usage.output_tokens = max_output_tokens;
	usage.cache_write_tokens = writes_caches(source.kind) ? usage.input_tokens : 0;
	return cost_of(source, usage);
}

} // namespace agent_runtime
