#include "core/runtime/slot_desk.h"

#include "core/agents/agent_rows.h"
#include "core/base/fields.h"
#include "core/base/thrown.h"
#include "core/log/writer_errand.h"
#include "core/requests/request_book.h"
#include "core/runtime/game_schema.h"
#include "core/runtime/runtime_events.h"
#include "core/store/backup.h"

#include <memory>
#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr std::size_t SMALL_PIECE = 1000; // in bytes
constexpr const char *CANNOT_LOAD = "no world can be loaded";

std::string left_out_text(const std::vector<BrokenRows> &rows) {
	std::string text;
	for (const BrokenRows &each : rows) {
		text += (text.empty() ? "" : "; ") + std::to_string(each.count) + " of " +
				std::string(each.table) + " (" + each.rule + ")";
	}
	return text;
}

} // namespace

SavedWorldFields saved_world(const SlotCover &cover) {
	SavedWorldFields shown{ .slot = cover.slot,
		.agents = cover.agents,
		.event = cover.event.number(),
		.saved_at = {},
		.problem = {} };
	if (cover.problem.ok()) {
		shown.saved_at = to_iso8601(cover.saved_at);
	} else {
		shown.problem = cover.problem.message();
	}
	return shown;
}

// The world stands still as long as this lives.
class SlotDesk::Hold {
public:
	explicit Hold(WorldSwap &world) :
			world_(world),
			status_(world.hold()) {}
	~Hold() { end(); }
	Hold(const Hold &) = delete;
	Hold &operator=(const Hold &) = delete;

	const Status &status() const { return status_; }
	void end() {
		if (status_.ok() && std::exchange(holds_, false)) {
			world_.let_go();
		}
	}
	// Another world has taken over, so there is nothing to release.
	void forget() { holds_ = false; }

private:
	WorldSwap &world_;
	const Status status_;
	bool holds_ = true;
};

SlotDesk::SlotDesk(Parts parts, const Logger &log) :
		parts_(std::move(parts)),
		log_(log.named("slots")),
		thread_("ar-slots", log_) {}

SlotDesk::~SlotDesk() {
	stop();
}

Status SlotDesk::start() {
	Result<Database> source =
			Database::connect(parts_.database_path, { .access = Access::read_only });
	if (!source.ok()) {
		return source.status();
	}
	source_ = std::make_unique<Database>(std::move(source).value());
	// SQLite opens the files beside it at the first look.
	const Status looked = source_->integer("SELECT count(*) FROM sqlite_schema", 0).status();
	return looked.ok() ? thread_.start([this] { run(); }) : looked;
}

const Status &SlotDesk::stop() {
	std::deque<Order> left;
	{
		const Lock lock(mutex_);
		stopping_.store(true, std::memory_order_release);
		left.swap(orders_);
	}
	changed_.notify_all();
	thread_.join_within(NamedThread::EXPECTED);
	source_.reset();
	for (const Order &order : left) {
		order.done(has_stopped());
	}
	return thread_.failure();
}

Status SlotDesk::go_on() const {
	return stopping_.load(std::memory_order_acquire) ? has_stopped() : Status();
}

void SlotDesk::ask(Work work, std::string slot, TraceId trace, Done done) {
	{
		const Lock lock(mutex_);
		if (!stopping_.load(std::memory_order_relaxed)) {
			orders_.push_back({ work, std::move(slot), trace, std::move(done) });
			done = nullptr;
		}
	}
	if (done) {
		done(go_on());
		return;
	}
	changed_.notify_one();
}

void SlotDesk::run() {
	remove_unfinished_slots(parts_.database_path);
	while (true) {
		Order order;
		{
			Lock lock(mutex_);
			lock.wait(changed_, [this]() AR_REQUIRES(mutex_) {
				return !orders_.empty() || stopping_.load(std::memory_order_relaxed);
			});
			if (orders_.empty()) {
				return;
			}
			order = std::move(orders_.front());
			orders_.pop_front();
		}
		order.done(carry_out_guarded(order));
	}
}

Result<json> SlotDesk::carry_out_guarded(const Order &order) {
	try {
		Result<json> result = carry_out(order);
		if (!result.ok()) {
			log_.debug("slot \"" + order.slot + "\": " + result.status().message());
		}
		return result;
	} catch (...) {
		return Status(
				StatusCode::internal, "slot \"" + order.slot + "\": there was " + thrown_text());
	}
}

Result<json> SlotDesk::carry_out(const Order &order) {
	switch (order.work) {
		case Work::save:
			return save(order.slot);
		case Work::load:
			return load(order.slot, order.trace);
		case Work::list: {
			ListSlotsReply found;
			for (const SlotCover &cover : list_slots(parts_.database_path, game_schema())) {
				found.slots.push_back(saved_world(cover));
			}
			return write_fields(found);
		}
		case Work::remove: {
			const Status status = delete_slot(parts_.database_path, order.slot);
			return status.ok() ? Result(write_fields(OneSlot{ order.slot })) : status;
		}
		case Work::copy:
			return copy(order.slot);
	}
	return Status(StatusCode::internal, "unknown work");
}

// The world stands still only until its view of the database is open.
Result<json> SlotDesk::save(const std::string &slot) {
	Result<SlotWriter> file = SlotWriter::begin(
			parts_.database_path, game_schema(), slot, [this] { return go_on().ok(); });
	if (!file.ok()) {
		return file.status();
	}
	Hold hold(parts_.world);
	if (!hold.status().ok()) {
		return hold.status();
	}
	Status status = file.value().look();
	const std::vector<AgentPlace> places = parts_.world.places();
	hold.end();
	if (status.ok()) {
		status = file.value().copy(places, parts_.clock.wall_now());
	}
	const Result<SlotCover> saved = status.ok() ? file.value().finish() : status;
	if (saved.ok() && !file.value().left_out().empty()) {
		log_.warning("slot \"" + slot + "\": rows that make no sense were not saved: " +
				left_out_text(file.value().left_out()));
	}
	return saved.ok() ? Result(write_fields(saved_world(saved.value()))) : saved.status();
}

// A slot that was judged, and that fits into this runtime.
Result<Database> SlotDesk::open(const std::string &slot) const {
	Result<Database> own = Database::connect(
			parts_.database_path, { .access = Access::read_only, .schema = game_schema() });
	const Result<IdBounds> bounds = own.ok() ? bounds_in(own.value()) : own.status();
	if (!bounds.ok()) {
		return bounds.status();
	}
	const std::string path = slot_path(parts_.database_path, slot);
	Result<Database> file = open_slot(
			path, game_schema(), [this] { return go_on().ok(); }, bounds.value());
	if (!file.ok()) {
		return file;
	}
	const Result<std::int64_t> agents = count_living_agents(file.value());
	if (!agents.ok()) {
		return slot_problem(path, agents.status());
	}
	if (static_cast<std::size_t>(agents.value()) > parts_.most_agents) {
		return Status(StatusCode::exhausted,
				"there are " + std::to_string(agents.value()) + " agents in \"" + path +
						"\", and this runtime takes " + std::to_string(parts_.most_agents) +
						" at the most; raise the limit");
	}
	return file;
}

Result<json> SlotDesk::load(const std::string &slot, TraceId trace) {
	Result<Database> file = open(slot);
	if (!file.ok()) {
		return file.status();
	}
	const std::string path = slot_path(parts_.database_path, slot);
	Result<RestoredWorld> world = read_world(file.value(), WorldSource::slot, log_);
	const Result<HighestNumbers> highest = read_highest_numbers(file.value());
	if (Status failed = first_failure(world, highest); !failed.ok()) {
		return slot_problem(path, failed);
	}
	const Result<std::int64_t> generation = write_beside(file.value());
	const auto give_up = [this](const Status &status) {
		// what was written belongs to nothing, and is removed
		parts_.coming.store(0, std::memory_order_relaxed);
		return status;
	};
	if (!generation.ok()) {
		return give_up(slot_problem(path, generation.status()));
	}
	Hold hold(parts_.world);
	if (!hold.status().ok()) {
		return give_up(hold.status());
	}
	parts_.world.close();
	const Result<EventId> event = take_place(slot, generation.value(), highest.value(), trace);
	if (!event.ok()) {
		return give_up(event.status());
	}
	hold.forget();
	parts_.world.open(std::move(world).value(), event.value(), trace);
	{
		// Waits until its first step is made and published, so that whoever learns of the end finds
		// the agents there.
		const Hold until_they_live(parts_.world);
	}
	return write_fields(LoadedWorldReply{ slot, generation.value() });
}

Result<json> SlotDesk::copy(const std::string &path) {
	Status status = parts_.writer.flush();
	if (status.ok()) {
		status = back_up(
				*source_, path, { .keep_going = [this](int, int) { return go_on().ok(); } });
	}
	return status.ok() ? Result(write_fields(NewFile{ path })) : status;
}

Result<std::int64_t> SlotDesk::write_beside(Database &slot) {
	const std::shared_ptr<std::int64_t> generation = std::make_shared<std::int64_t>(0);
	WriterErrand errand(parts_.writer, CANNOT_LOAD);
	Status status = errand.add(
			[this, generation](DecisionScope &scope) {
				const Result<std::int64_t> begun = begin_generation(scope.database());
				*generation = begun.value_or(0);
				parts_.coming.store(*generation, std::memory_order_relaxed);
				return begun.status();
			},
			{ .bytes = SMALL_PIECE });
	if (status.ok()) {
		status = read_pieces(slot, [&](WorldPiece &&piece) {
			const std::size_t bytes = piece.bytes;
			const auto rows = std::make_shared<const WorldPiece>(std::move(piece));
			const Status going = go_on();
			return going.ok()
					? errand.add(
							  [generation, rows](DecisionScope &scope) {
								  return write_piece(scope.database(), *generation, *rows);
							  },
							  { .bytes = bytes })
					: going;
		});
	}
	const Status written = errand.wait();
	if (!status.ok() || !written.ok()) {
		return status.ok() ? written : status;
	}
	return *generation;
}

Result<EventId> SlotDesk::take_place(const std::string &slot, std::int64_t generation,
		const HighestNumbers &highest, TraceId trace) {
	if (Status going = go_on(); !going.ok()) {
		return going;
	}
	const std::shared_ptr<EventId> loaded = std::make_shared<EventId>();
	const auto change = [loaded, slot, generation, highest](DecisionScope &scope) {
		const Status status = switch_to_generation(scope.database(), generation, highest);
		const Result<EventId> logged =
				status.ok() ? scope.log({ Subject(), WorldLoaded{ slot, generation } }) : status;
		*loaded = logged.value_or(EventId());
		return logged.status();
	};
	const auto changed = [this] { parts_.coming.store(0, std::memory_order_relaxed); };
	WriterErrand errand(parts_.writer, CANNOT_LOAD);
	const Status added = errand.add(change,
			{ .now = parts_.clock.wall_now(),
					.trace = trace,
					.fanout = &parts_.fanout,
					.bytes = SMALL_PIECE },
			changed);
	const Status status = added.ok() ? errand.wait() : added;
	return status.ok() ? Result(*loaded) : status;
}

} // namespace agent_runtime
