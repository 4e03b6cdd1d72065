#include "fake_host.h"

#include "core/runtime/vocabulary.h"

#include "core/agents/event.h"
#include "core/base/vocabulary.h"
#include "core/log/event_json.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace agent_runtime {

using nlohmann::json;

Event speech(const std::string &content, std::uint32_t number) {
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = ParticipantId::agent(number);
	message->content = content;
	message->hearers = { ParticipantId::player(0) };
	const ParticipantId speaker = message->from;
	return Event{ speaker, AgentSpoke{ std::move(message) } };
}

StoredEvent stored(EventId id, const Event &event) {
	return { .id = id,
		.ts = WallTime(std::chrono::seconds(1'800'000'000 + id.number())),
		.type = std::string(event_type(event)),
		.entity = event.subject.to_string(),
		.trace_id = "",
		.data = event_data_to_json(event).dump() };
}

RequestId FakeHost::request(const json &message, Reply reply) {
	json completed{ { "type", "request_completed" }, { "request_id", request_name(message) },
		{ "ok", true }, { "result", message } };
	const std::optional<FieldProblem> problem =
			checks_requests ? vocabulary().find_problem(message, From::outside) : std::nullopt;
	if (problem) {
		completed = { { "type", "request_completed" }, { "request_id", request_name(message) },
			{ "ok", false },
			{ "error",
					{ { "code", "invalid_argument" }, { "message", problem->to_string() },
							{ "field", problem->field } } } };
	}
	std::function<void()> work;
	{
		const std::lock_guard lock(mutex_);
		work = work_;
		requests_++;
		if (!failure_.empty()) {
			completed = { { "type", "request_completed" }, { "request_id", request_name(message) },
				{ "ok", false }, { "error", { { "code", failure_ }, { "message", "it fails" } } } };
		}
		newest_request_ = message;
		const bool held = held_type_.empty() ||
				(message.is_object() && message.value("type", "") == held_type_);
		if (hold_ && held) {
			const RequestId number(requests_);
			held_.push_back({ std::move(completed), std::move(reply), number });
			return number;
		}
	}
	if (work) {
		work();
	}
	reply(completed);
	return {};
}

void FakeHost::withdraw(RequestId request) {
	std::vector<Held> withdrawn;
	{
		const std::lock_guard lock(mutex_);
		withdrawn_++;
		for (std::size_t i = 0; i < held_.size(); i++) {
			if (held_[i].number == request) {
				withdrawn.push_back(std::move(held_[i]));
				held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(i));
				break;
			}
		}
	}
	for (const Held &each : withdrawn) {
		each.reply({ { "type", "request_completed" }, { "request_id", "" }, { "ok", false },
				{ "error", { { "code", "cancelled" }, { "message", "it was withdrawn" } } } });
	}
}

void FakeHost::fail_requests(std::string code) {
	const std::lock_guard lock(mutex_);
	failure_ = std::move(code);
}

std::size_t FakeHost::withdrawn() const {
	const std::lock_guard lock(mutex_);
	return withdrawn_;
}

json FakeHost::newest_request() const {
	const std::lock_guard lock(mutex_);
	return newest_request_;
}

void FakeHost::work_on_each(std::function<void()> work) {
	const std::lock_guard lock(mutex_);
	work_ = std::move(work);
}

void FakeHost::hold_answers(std::string type) {
	const std::lock_guard lock(mutex_);
	hold_ = true;
	held_type_ = std::move(type);
}

std::size_t FakeHost::answer_all() {
	std::vector<Held> held;
	{
		const std::lock_guard lock(mutex_);
		held.swap(held_);
	}
	for (const Held &each : held) {
		each.reply(each.completed);
	}
	return held.size();
}

void FakeHost::hold_reads() {
	const std::lock_guard lock(mutex_);
	hold_reads_ = true;
}

std::size_t FakeHost::answer_reads() {
	std::vector<std::function<void()>> held;
	{
		const std::lock_guard lock(mutex_);
		held.swap(held_reads_);
		hold_reads_ = hold_reads_ && held.empty();
	}
	for (const std::function<void()> &read : held) {
		read();
	}
	return held.size();
}

std::size_t FakeHost::requests() const {
	const std::lock_guard lock(mutex_);
	return requests_;
}

std::size_t FakeHost::waiting_requests() const {
	const std::lock_guard lock(mutex_);
	return held_.size();
}

const Vocabulary &FakeHost::vocabulary() const {
	return words != nullptr ? *words : runtime_vocabulary();
}

void FakeHost::read_log(EventFilter filter, std::function<void(const Result<EventPage> &)> done) {
	EventPage page;
	{
		const std::lock_guard lock(mutex_);
		if (hold_reads_) {
			held_reads_.emplace_back([this, filter, done] { read_log(filter, done); });
			return;
		}
		if (failing_reads_ > 0) {
			failing_reads_--;
			page.more = true;
		} else {
			page.gap = filter.after.number() < oldest_ - 1 || filter.after.number() > newest_;
			page.oldest = EventId(oldest_);
			page.newest = EventId(newest_);
			page.cursor = std::max(filter.after, EventId(newest_));
		}
		for (const StoredEvent &row : rows_) {
			const bool wanted = row.id > filter.after && row.id.number() >= oldest_ &&
					(!filter.since || row.ts >= *filter.since) &&
					(filter.entity.empty() || row.entity == filter.entity) &&
					(filter.types.empty() ||
							std::find(filter.types.begin(), filter.types.end(), row.type) !=
									filter.types.end());
			if (wanted && page.events.size() == filter.limit) {
				page.more = true;
				page.cursor = page.events.back().id;
				break;
			}
			if (wanted) {
				page.events.push_back(row);
			}
		}
	}
	const bool failed = !page.oldest.is_stored();
	done(failed ? Result<EventPage>(Status(StatusCode::exhausted, "too many wait"))
				: Result<EventPage>(std::move(page)));
}

PublishedEvent FakeHost::store(const Event &event) {
	const std::lock_guard lock(mutex_);
	const EventId id(++newest_);
	rows_.push_back(stored(id, event));
	return { id, rows_.back().ts, event };
}

void FakeHost::prune_to(EventId newest_gone) {
	const std::lock_guard lock(mutex_);
	oldest_ = newest_gone.number() + 1;
}

void FakeHost::fail_reads(int count) {
	const std::lock_guard lock(mutex_);
	failing_reads_ = count;
}

std::vector<EventId> FakeHost::ids() const {
	const std::lock_guard lock(mutex_);
	std::vector<EventId> ids;
	for (const StoredEvent &row : rows_) {
		ids.push_back(row.id);
	}
	return ids;
}

GatewayUnderTest::GatewayUnderTest(GatewayLimits limits, bool has_log) {
	start(limits, has_log);
}

GatewayUnderTest::GatewayUnderTest(
		const std::function<void(FakeHost &host)> &prepare, GatewayLimits limits) {
	prepare(host);
	start(limits, true);
}

void GatewayUnderTest::start(GatewayLimits limits, bool has_log) {
	GatewayOptions options;
	options.token = TOKEN;
	options.limits = limits;
	gateway = std::make_unique<Gateway>(std::move(options), host, Logger());
	const Status status = gateway->start(has_log ? LogPosition{ EPOCH, EventId() } : LogPosition());
	REQUIRE_MESSAGE(status.ok(), status.to_string());
}

EventId GatewayUnderTest::say(const std::string &content, std::uint32_t number) {
	const PublishedEvent event = host.store(speech(content, number));
	gateway->publish(std::make_shared<std::vector<PublishedEvent>>(1, event));
	return event.id;
}

void GatewayUnderTest::say_unstored(const std::string &content) {
	gateway->publish(std::make_shared<std::vector<PublishedEvent>>(
			1, PublishedEvent{ EventId(), WallTime(), speech(content) }));
}

std::string GatewayUnderTest::events(const std::string &parameters) const {
	return std::string("/events?token=") + TOKEN + parameters;
}

std::string GatewayUnderTest::ws(const std::string &parameters) const {
	return std::string("/ws?token=") + TOKEN + parameters;
}

} // namespace agent_runtime
