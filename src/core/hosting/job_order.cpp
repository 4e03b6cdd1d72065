#include "core/hosting/job_order.h"

#include "core/base/json_io.h"
#include "core/hosting/inbox_line.h"
#include "core/hosting/job_files.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

constexpr JsonLimits ORDER_LIMITS = { .bytes = JobOrder::MOST_BYTES, .depth = 4, .values = 20'000 };

struct LimitName {
	const char *name;
	std::uint64_t JobLimits::*member;
};
constexpr LimitName LIMIT_NAMES[] = {
	{ "seconds", &JobLimits::seconds },
	{ "output_bytes", &JobLimits::output_bytes },
	{ "line_bytes", &JobLimits::line_bytes },
	{ "free_bytes", &JobLimits::free_bytes },
	{ "disk_seconds", &JobLimits::disk_seconds },
	{ "memory_bytes", &JobLimits::memory_bytes },
};

std::string output_path(JobId id) {
	return "../../output/" + job_files::output_name(id);
}

// Reads members and remembers the first that is wrong. One that is not there keeps its default.
class OrderReader {
public:
	explicit OrderReader(const nlohmann::json &members) :
			members_(members) {}

	void text(const char *name, std::string &value) {
		if (const nlohmann::json *found = find(name, &nlohmann::json::is_string, "a text")) {
			value = found->get<std::string>();
		}
	}
	void number(const char *name, std::uint64_t &value) {
		const nlohmann::json *found =
				find(name, &nlohmann::json::is_number_unsigned, "a number from 0");
		if (found != nullptr) {
			value = found->get<std::uint64_t>();
		}
	}
	void texts(const char *name, std::vector<std::string> &values) {
		const nlohmann::json *found = find(name, &nlohmann::json::is_array, "a list of texts");
		for (const nlohmann::json &value : found != nullptr ? *found : nlohmann::json::array()) {
			require(value.is_string(), name, "a list of texts");
			values.push_back(value.is_string() ? value.get<std::string>() : std::string());
		}
	}
	void changes(const char *name, std::map<std::string, std::optional<std::string>> &values) {
		const nlohmann::json *found = find(name, &nlohmann::json::is_object, "an object of texts");
		const nlohmann::json none = nlohmann::json::object();
		for (const auto &[variable, value] : (found != nullptr ? *found : none).items()) {
			require(value.is_string() || value.is_null(), name, "an object of texts and nulls");
			values[variable] =
					value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
		}
	}
	void limits(const char *name, JobLimits &limits) {
		if (const nlohmann::json *found = find(name, &nlohmann::json::is_object, "an object")) {
			OrderReader inner(*found);
			for (const LimitName &each : LIMIT_NAMES) {
				inner.number(each.name, limits.*each.member);
			}
			problem_ = problem_.ok() ? inner.problem_ : problem_;
		}
	}
	void require(bool condition, const char *name, const std::string &what) {
		if (!condition && problem_.ok()) {
			problem_ = Status(StatusCode::invalid_argument,
					std::string("the order of a job cannot be read: ") + name + " must be " + what);
		}
	}
	const Status &problem() const { return problem_; }

private:
	const nlohmann::json *find(
			const char *name, bool (nlohmann::json::*is_right)() const noexcept, const char *what) {
		const auto found = members_.find(name);
		if (found == members_.end()) {
			return nullptr;
		}
		require(((*found).*is_right)(), name, what);
		return ((*found).*is_right)() ? &*found : nullptr;
	}

	const nlohmann::json &members_;
	Status problem_;
};

Status check(const JobOrder &order, OrderReader &reader) {
	const JobLimits &limits = order.limits;
	reader.require(!order.program.empty(), "program", "a name or a path");
	reader.require(order.folder.starts_with('/'), "folder", "a full path");
	reader.require(order.attempt > 0, "attempt", "a number from 1");
	reader.require(order.first_input > 0, "first_input", "a number from 1");
	reader.require(order.grace_seconds <= InboxLine::LONGEST_GRACE, "grace_seconds",
			std::to_string(InboxLine::LONGEST_GRACE) + " at most");
	reader.require(limits.line_bytes >= JobLimits::LEAST_LINE_BYTES &&
					limits.line_bytes <= JobLimits::MOST_LINE_BYTES,
			"line_bytes",
			"between " + std::to_string(JobLimits::LEAST_LINE_BYTES) + " and " +
					std::to_string(JobLimits::MOST_LINE_BYTES));
	return reader.problem();
}

} // namespace

std::string JobOrder::marker() const {
	return epoch + ":" + id.to_string() + ":" + std::to_string(attempt);
}

Result<std::string> JobOrder::to_text() const {
	nlohmann::json changes = nlohmann::json::object();
	for (const auto &[variable, value] : environment) {
		changes[variable] = value ? nlohmann::json(*value) : nlohmann::json();
	}
	nlohmann::json limits_text = nlohmann::json::object();
	for (const LimitName &each : LIMIT_NAMES) {
		limits_text[each.name] = limits.*each.member;
	}
	return dump_json(
			{ { "format", FORMAT }, { "task_id", id.to_string() }, { "epoch", epoch },
					{ "attempt", attempt }, { "program", program }, { "arguments", arguments },
					{ "folder", folder }, { "environment", changes }, { "marker", marker() },
					{ "output", output_path(id) }, { "first_input", first_input },
					{ "limits", limits_text }, { "grace_seconds", grace_seconds },
					{ "about", about } },
			ORDER_LIMITS);
}

Result<JobOrder> JobOrder::parse(std::string_view text) {
	const Result<nlohmann::json> members = parse_json(text, ORDER_LIMITS);
	if (!members.ok()) {
		return members.status();
	}
	if (!members.value().is_object()) {
		return Status(StatusCode::invalid_argument, "the order of a job must be an object");
	}
	OrderReader reader(members.value());
	std::uint64_t format = 0;
	reader.number("format", format);
	if (reader.problem().ok() && format > FORMAT) {
		return Status(StatusCode::unsupported,
				"the order of a job has format " + std::to_string(format) +
						", which a newer version wrote; use that version");
	}
	reader.require(format == FORMAT, "format", "1");
	JobOrder order;
	std::string id, marker, output;
	reader.text("task_id", id);
	order.id = JobId::parse(id).value_or(JobId());
	reader.require(!order.id.is_none(), "task_id", "the id of a job, such as job_001");
	reader.text("epoch", order.epoch);
	reader.number("attempt", order.attempt);
	reader.text("program", order.program);
	reader.texts("arguments", order.arguments);
	reader.text("folder", order.folder);
	reader.changes("environment", order.environment);
	reader.number("first_input", order.first_input);
	reader.limits("limits", order.limits);
	reader.number("grace_seconds", order.grace_seconds);
	reader.text("about", order.about);
	reader.text("marker", marker);
	reader.require(marker == order.marker(), "marker", "EPOCH:ID:ATTEMPT");
	reader.text("output", output);
	reader.require(output == output_path(order.id), "output", "../../output/ID.jsonl");
	const Status problem = check(order, reader);
	return problem.ok() ? Result<JobOrder>(std::move(order)) : problem;
}

} // namespace agent_runtime
