#include "core/agents/profile_json.h"

#include "core/base/vocabulary_fields.h"

#include <chrono>

namespace agent_runtime::profile_json {

using nlohmann::json;

namespace {

constexpr Micros LONGEST_REST =
		std::chrono::seconds(static_cast<std::int64_t>(vocabulary::LONGEST_INTERVAL));

std::string text_in(const json &from) {
	return from.is_string() ? from.get<std::string>() : std::string();
}

template <typename T>
T number_in(const json &from) {
	return number_of<T>(json{ { "", from } }, "");
}

} // namespace

json to_json(const ThoughtBudget &budget) {
	return { { "thoughts", budget.thoughts }, { "thoughts_per_minute", budget.thoughts_per_minute },
		{ "tokens", budget.tokens }, { "micro_dollars", budget.money.micro_dollars } };
}

json to_json(const std::shared_ptr<const std::string> &seat) {
	return seat != nullptr ? *seat : std::string();
}

json to_json(MindKind mind) {
	return mind_kind_name(mind);
}

json to_json(Routine routine) {
	return routine_name(routine);
}

json to_json(Micros time) {
	return time.count();
}

void assign(std::string &text, const json &from) {
	text = text_in(from);
}

void assign(bool &flag, const json &from) {
	flag = from.is_boolean() && from.get<bool>();
}

void assign(std::uint64_t &number, const json &from) {
	number = number_in<std::uint64_t>(from);
}

void assign(Micros &time, const json &from) {
	time = std::clamp(Micros{ number_in<std::int64_t>(from) }, Micros(), LONGEST_REST);
}

void assign(MindKind &mind, const json &from) {
	mind = parse_mind_kind(text_in(from)).value_or(MindKind::offline);
}

void assign(Routine &routine, const json &from) {
	routine = parse_routine(text_in(from));
}

void assign(std::shared_ptr<const std::string> &seat, const json &from) {
	const std::string name = text_in(from);
	seat = name.empty() ? nullptr : std::make_shared<const std::string>(name);
}

void assign(ThoughtBudget &budget, const json &from) {
	if (!from.is_object()) {
		budget = {};
		return;
	}
	budget = { number_of<std::uint32_t>(from, "thoughts"),
		number_of<std::uint32_t>(from, "thoughts_per_minute"),
		std::max<std::int64_t>(number_of<std::int64_t>(from, "tokens"), 0),
		{ std::max<std::int64_t>(number_of<std::int64_t>(from, "micro_dollars"), 0) } };
}

void assign(float &number, const json &from, double most) {
	number = std::clamp(number_in<float>(from), 0.0f, static_cast<float>(most));
}

} // namespace agent_runtime::profile_json
