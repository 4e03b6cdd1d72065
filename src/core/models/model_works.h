#pragma once

// What calls of models need, on one thread: a backend for each kind of mind, the ledger with its
// books in the file, the list of prices, and ModelCalls. A game's desk of models has one; so may a
// program that has no world.
//
//	IoThread thread("models", log);
//	ModelWorks works({ settings, clock, thread, log, std::move(http), &services.store().writer(),
//			books });
//	thread.start();
//	works.post([&] {
//		works.calls().begin({ MindKind::claude, { { "session:7" } }, request, tokens }, listener);
//	});
//	…
//	works.stop();
//
// What each part is for: model_calls.h a call from the queue to its answer; mind_backend.h minds of
// this process; text_tools.h tools for models that take none; ledger.h and price_list.h what it
// costs; thoughts.h what agents think.

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/built_in/offline_mind.h"
#include "core/built_in/scripted_mind.h"
#include "core/io/asio_process_runner.h"
#include "core/io/http_transport.h"
#include "core/io/io_thread.h"
#include "core/mind/provider.h"
#include "core/models/ledger.h"
#include "core/models/mind_backend.h"
#include "core/models/model_calls.h"
#include "core/models/price_list.h"

#include <functional>
#include <memory>
#include <vector>

#include <boost/asio/steady_timer.hpp>

namespace agent_runtime {

class LedgerStore;
class Writer;

// Owned by whoever owns the thread, which outlives it.
// Thread rule: worker only, that thread; post() any thread, and stop() any other one.
class ModelWorks {
public:
	// What it refers to must outlive it.
	struct Parts {
		const MindSettings &settings;
		const Clock &clock;
		IoThread &thread;
		Logger log = {};
		std::unique_ptr<HttpTransport> http = {}; // null: no HTTP APIs
		Writer *writer = nullptr; // null: the books are not stored
		LedgerBooks books = {}; // those of the file, as this process has read them
		std::string host = {}; // see ProcessRunnerOptions
		MindScript script = {}; // for the scripted mind
		ModelBackend *game = nullptr; // a mind that is the game's own
	};

	// Make it before the thread starts.
	explicit ModelWorks(Parts parts);
	// After stop().
	~ModelWorks();
	ModelWorks(const ModelWorks &) = delete;
	ModelWorks &operator=(const ModelWorks &) = delete;

	ModelCalls &calls() { return *calls_; }
	Ledger &ledger() { return *ledger_; }
	const MindSettings &settings() const { return settings_; }

	// Posts work to the thread, which runs it there, or destroys it after stop().
	void post(std::function<void()> work);
	// On the thread: does the work, then what has become due. Nothing after stop().
	void run(const std::function<void()> &work);
	// Runs `last` on the thread, cancels all calls, which closes their books, and ends the thread.
	// Returns what had failed there. Call once.
	Status stop(const std::function<void()> &last = {});

private:
	ModelBackend *&place(MindKind kind) { return backends_[static_cast<std::size_t>(kind)]; }
	void add(MindKind kind, std::unique_ptr<ModelBackend> backend);
	void make_backends();
	void advance();
	void arm();

	const MindSettings &settings_;
	const Clock &clock_;
	IoThread &thread_;
	const Logger log_;
	std::unique_ptr<HttpTransport> http_;
	AsioProcessRunner runner_;
	const OfflineMind offline_;
	const ScriptedMind scripted_;
	MindBackend offline_backend_;
	MindBackend scripted_backend_;
	std::vector<std::unique_ptr<ModelBackend>> owned_;
	ModelBackends backends_{};
	std::unique_ptr<LedgerStore> journal_; // null: the books are not stored
	std::unique_ptr<Ledger> ledger_;
	PriceList prices_;
	std::unique_ptr<ModelCalls> calls_;
	boost::asio::steady_timer timer_;
	bool stopped_ = false; // on the thread
	const ClockWatch watch_;
};

} // namespace agent_runtime
