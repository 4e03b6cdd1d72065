#include "core/runtime/recording.h"

#include "core/agents/agent_rows.h"
#include "core/agents/event.h"
#include "core/agents/input.h"
#include "core/agents/step_batch.h"
#include "core/base/json_fields.h"
#include "core/built_in/offline_mind.h"
#include "core/log/event_json.h"
#include "core/log/event_log.h"
#include "core/store/meta.h"
#include "core/store/transaction.h"

#include <deque>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

// The one list of the settings that a recording contains.
template <typename Settings, typename Visit>
void visit_settings(Settings &settings, const Visit &visit) {
	visit("seed", settings.seed);
	visit("trace_seed", settings.trace_seed);
	visit("tick", settings.tick);
	visit("think_interval", settings.think_interval);
	visit("think_jitter", settings.think_jitter);
	visit("listening", settings.listening);
	visit("offline_thought", settings.offline_thought);
	visit("offline_spread", settings.offline_spread);
	visit("characters_per_second", settings.characters_per_second);
	visit("thought_deadline", settings.thought_deadline);
	visit("stuck_after", settings.stuck_after);
	visit("hearing_radius", settings.hearing_radius);
	visit("overhearing_thinkers", settings.overhearing_thinkers);
	visit("overhearing_cooldown", settings.overhearing_cooldown);
	visit("interruptions_per_thought", settings.interruptions_per_thought);
	visit("walk_speed", settings.walk_speed);
	visit("path_quota", settings.path_quota);
	visit("tool_rounds", settings.tool_rounds);
	visit("tools_at_once", settings.tools_at_once);
}

json to_json(const AgentSettings &settings) {
	json result;
	visit_settings(settings, [&](const char *name, const auto &value) {
		if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Micros>) {
			result[name] = value.count();
		} else {
			result[name] = value;
		}
	});
	return result;
}

AgentSettings settings_from(const json &from) {
	AgentSettings settings;
	visit_settings(settings, [&](const char *name, auto &value) {
		using Value = std::decay_t<decltype(value)>;
		if constexpr (std::is_same_v<Value, Micros>) {
			value = Micros(number_of<std::int64_t>(from, name));
		} else {
			value = number_of<Value>(from, name);
		}
	});
	return settings;
}

// What the agents did according to the log, in order.
class LoggedEvents {
public:
	LoggedEvents(Database &database, EventId after) :
			database_(database),
			cursor_(after) {}

	// Empty at the end, and when status() is not ok.
	std::optional<StoredEvent> next() {
		while (true) {
			if (page_.empty() && !read_page()) {
				return std::nullopt;
			}
			StoredEvent event = std::move(page_.front());
			page_.pop_front();
			const EventForm *form = agent_events().find(event.type);
			if (form != nullptr && form != &event_form<MemoryChanged>()) {
				return event;
			}
		}
	}
	const Status &status() const { return status_; }

private:
	bool read_page() {
		Result<EventPage> page = read_events(database_, { .after = cursor_ });
		if (page.ok() && page.value().gap) {
			status_ = Status(StatusCode::failed_precondition,
					"events of the recording are pruned; record again, or keep more of the log");
			return false;
		}
		if (!page.ok()) {
			status_ = page.status();
			return false;
		}
		cursor_ = page.value().cursor;
		for (StoredEvent &event : page.value().events) {
			page_.push_back(std::move(event));
		}
		return !page_.empty();
	}

	Database &database_;
	EventId cursor_;
	std::deque<StoredEvent> page_;
	Status status_;
};

class BeginRecording : public WriteOperation {
public:
	BeginRecording(const AgentSettings &settings, std::uint64_t newest_call, const Logger &log) :
			settings_(settings),
			newest_call_(newest_call),
			log_(log) {}

	std::size_t bytes() const override { return sizeof(BeginRecording); }
	Status write(Database &database) override {
		const Result<EventId> newest = newest_event_id(database);
		if (!newest.ok()) {
			return newest.status();
		}
		const json recording{ { "settings", to_json(settings_) },
			{ "after", newest.value().number() }, { "call", newest_call_ } };
		Status status = clear_recording(database);
		if (status.ok()) {
			status = write_meta(database, META_UNFINISHED_STEP, "0");
		}
		return status.ok() ? write_meta(database, META_RECORDING, recording.dump()) : status;
	}
	void committed() override {}
	void degraded(const Status &) override {}
	void dropped(const Status &reason) override {
		log_.error("the world is not recorded from its beginning: " + reason.message());
	}

private:
	const AgentSettings settings_;
	const std::uint64_t newest_call_;
	const Logger log_;
};

class Replay {
public:
	Replay(Database &database, const json &recording, std::size_t helpers) :
			database_(database),
			logged_(database, EventId(number_of<std::int64_t>(recording, "after"))),
			desk_(mind_, last_prompts_, false, Logger()),
			simulation_({ .settings = settings_from(recording.at("settings")),
								.helpers = helpers,
								.replaying = true,
								.after = { .step = {},
										.time = {},
										.call = number_of<std::uint64_t>(recording, "call") } },
					desk_, board_, Logger()) {}

	Result<ReplayResult> run() {
		Query steps = select_recorded_steps(database_);
		while (!result_.divergence && steps.next()) {
			Status status = run_step(steps.integer(0), SimTime(Micros(steps.integer(1))));
			if (!status.ok()) {
				return status;
			}
		}
		if (!steps.status().ok()) {
			return steps.status();
		}
		const Result<std::string> unfinished = read_meta(database_, META_UNFINISHED_STEP);
		if (!unfinished.ok()) {
			return unfinished.status();
		}
		const bool is_cut_off = !unfinished.value().empty() && unfinished.value() != "0";
		if (!result_.divergence && !is_cut_off) {
			note_end();
		}
		return logged_.status().ok() ? Result<ReplayResult>(result_) : logged_.status();
	}

private:
	Status run_step(std::int64_t step, SimTime time) {
		for (; more_inputs_ && inputs_.integer(0) == step; more_inputs_ = inputs_.next()) {
			const json data = json::parse(inputs_.text(1), nullptr, false);
			Result<Input> input = input_from_json(data);
			if (!input.ok()) {
				return input.status();
			}
			simulation_.post(std::move(input).value());
		}
		const std::unique_ptr<StepOutput> output = simulation_.step(time);
		result_.steps++;
		for (const Event &event : output->events) {
			compare(*output, event);
		}
		return inputs_.status();
	}

	void compare(const StepOutput &output, const Event &event) {
		if (result_.divergence || !logged_.status().ok()) {
			return;
		}
		const std::optional<StoredEvent> expected = logged_.next();
		const std::string data = event_data_to_json(event).dump();
		const bool same = expected && expected->type == event_type(event) &&
				expected->entity == event.subject.to_string() && expected->data == data;
		if (!same && logged_.status().ok()) {
			result_.divergence = Divergence{ output.step, result_.events, event.subject.to_string(),
				expected ? expected->type + " " + expected->data : std::string(),
				std::string(event_type(event)) + " " + data };
		}
		result_.events++;
	}

	// The log must end where the recording ends, unless the process was killed within a step: that
	// step is partly in the log, and not in the recording.
	void note_end() {
		if (const std::optional<StoredEvent> more = logged_.next()) {
			result_.divergence = Divergence{ simulation_.last_step(), result_.events, more->entity,
				more->type + " " + more->data, "" };
		}
	}

	Database &database_;
	// In the order in which the steps took them.
	Query inputs_ = select_recorded_inputs(database_);
	bool more_inputs_ = inputs_.next();
	LoggedEvents logged_;
	OfflineMind mind_;
	LastPrompts last_prompts_;
	MindDesk desk_;
	SnapshotBoard board_;
	Simulation simulation_;
	ReplayResult result_;
};

} // namespace

std::unique_ptr<WriteOperation> begin_recording(
		const AgentSettings &settings, std::uint64_t newest_call, const Logger &log) {
	return std::make_unique<BeginRecording>(settings, newest_call, log);
}

Result<ReplayResult> replay_recording(Database &database, std::size_t helpers) {
	// One unchanging view, since the recording may still be going on.
	Result<Transaction> view = Transaction::begin(database, Transaction::Kind::read);
	if (!view.ok()) {
		return view.status();
	}
	const Result<std::string> kept = read_meta(database, META_RECORDING);
	if (!kept.ok()) {
		return kept.status();
	}
	const json recording = json::parse(kept.value(), nullptr, false);
	if (!recording.is_object() || !recording.contains("settings")) {
		return Status(StatusCode::not_found,
				"\"" + database.path() +
						"\" holds no recording; run it with recording switched on");
	}
	Replay replay(database, recording, helpers);
	return replay.run();
}

std::string Divergence::to_string() const {
	return "event " + std::to_string(event) + " in step " + std::to_string(step.number()) + " of " +
			(entity.empty() ? "the runtime" : entity) + ": expected " +
			(expected.empty() ? "the end" : expected) + ", got " + (got.empty() ? "the end" : got);
}

} // namespace agent_runtime
