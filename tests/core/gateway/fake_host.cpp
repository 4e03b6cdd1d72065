#include "fake_host.h"

#include "core/runtime/vocabulary.h"

#include "core/agents/event.h"
#include "core/base/vocabulary.h"
#include "core/log/event_json.h"

#include <doctest/doctest.h>

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

void FakeHost::request(const json &message, Reply reply) {
	const json completed{ { "type", "request_completed" }, { "request_id", request_name(message) },
		{ "ok", true }, { "result", message } };
	std::function<void()> work;
	{
		const std::lock_guard lock(mutex_);
		work = work_;
		requests_++;
		const bool held = held_type_.empty() ||
				(message.is_object() && message.value("type", "") == held_type_);
		if (hold_ && held) {
			held_.emplace_back(completed, std::move(reply));
			return;
		}
	}
	if (work) {
		work();
	}
	reply(completed);
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
	std::vector<std::pair<json, Reply>> held;
	{
		const std::lock_guard lock(mutex_);
		held.swap(held_);
	}
	for (const auto &[completed, reply] : held) {
		reply(completed);
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
	return runtime_vocabulary();
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
					(filter.entity.empty() || row.entity == filter.entity);
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
