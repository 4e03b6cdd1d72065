#include "godot/engine_transport.h"

#include "core/base/mutex.h"
#include "godot/convert.h"
#include "godot/engine_exchange.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <optional>
#include <utility>
#include <vector>

using namespace godot;

namespace agent_runtime {

namespace {

constexpr std::chrono::milliseconds POLL_INTERVAL(2);

// Null when the file cannot be used; the engine has printed why.
Ref<TLSOptions> trust_in(const std::string &p_file) {
	if (p_file.empty()) {
		return TLSOptions::client();
	}
	Ref<X509Certificate> chain;
	chain.instantiate();
	return chain->load(to_godot(p_file)) == OK ? TLSOptions::client(chain) : Ref<TLSOptions>();
}

} // namespace

// What the net thread has to do; shared with the handles of exchanges. Any thread.
class EngineTransport::Desk {
public:
	struct News {
		std::map<std::uint64_t, std::unique_ptr<EngineExchange>> begun;
		std::vector<std::uint64_t> cancelled;
	};

	void begin(std::uint64_t p_id, std::unique_ptr<EngineExchange> p_exchange) {
		const Lock lock(mutex);
		news.begun.emplace(p_id, std::move(p_exchange));
		changed.notify_one();
	}

	void cancel(std::uint64_t p_id) {
		const Lock lock(mutex);
		news.cancelled.push_back(p_id);
		changed.notify_one();
	}

	void stop() {
		const Lock lock(mutex);
		stopping = true;
		changed.notify_one();
	}

	// Waits until there is something to do, but only briefly while exchanges are open. Nothing at
	// the end.
	std::optional<News> wait(bool p_is_idle) {
		Lock lock(mutex);
		const auto has_news = [this]() AR_REQUIRES(mutex) {
			return stopping || !news.begun.empty() || !news.cancelled.empty();
		};
		if (p_is_idle) {
			lock.wait(changed, has_news);
		} else {
			lock.wait_for(changed, POLL_INTERVAL, has_news);
		}
		return stopping ? std::nullopt : std::optional(std::exchange(news, News()));
	}

	void run(const std::string &p_trusted_file) {
		const Ref<TLSOptions> trust = trust_in(p_trusted_file);
		std::map<std::uint64_t, std::unique_ptr<EngineExchange>> open;
		while (std::optional<News> heard = wait(open.empty())) {
			for (const std::uint64_t id : heard->cancelled) {
				open.erase(id);
				heard->begun.erase(id);
			}
			std::erase_if(heard->begun,
					[&](const auto &p_entry) { return !p_entry.second->begin(trust); });
			open.merge(heard->begun);
			std::erase_if(open, [](const auto &p_entry) { return !p_entry.second->advance(); });
		}
	}

private:
	Mutex mutex;
	std::condition_variable changed;
	News news AR_GUARDED_BY(mutex);
	bool stopping AR_GUARDED_BY(mutex) = false;
};

class EngineTransport::Handle : public HttpExchange {
public:
	Handle(std::uint64_t p_id, std::shared_ptr<Desk> p_desk, std::shared_ptr<ListenerDoor> p_door) :
			id(p_id),
			desk(std::move(p_desk)),
			door(std::move(p_door)) {}
	~Handle() override {
		door->close();
		desk->cancel(id);
	}

private:
	const std::uint64_t id;
	const std::shared_ptr<Desk> desk;
	const std::shared_ptr<ListenerDoor> door;
};

EngineTransport::EngineTransport(IoPost p_post, Logger p_log, std::string p_trusted_file) :
		post(std::move(p_post)),
		trusted_file(std::move(p_trusted_file)),
		desk(std::make_shared<Desk>()),
		thread("ar-net", std::move(p_log)) {}

EngineTransport::~EngineTransport() {
	(void)EngineTransport::stop().ok(); // a failure was logged
}

Status EngineTransport::stop() {
	desk->stop();
	thread.join_within(NamedThread::EXPECTED);
	return thread.failure();
}

std::unique_ptr<HttpExchange> EngineTransport::send(
		HttpRequest p_request, HttpListener &p_listener) {
	const std::shared_ptr<ListenerDoor> door = std::make_shared<ListenerDoor>(post, p_listener);
	const std::uint64_t id = ++newest;
	const Status started = thread.is_started()
			? Status()
			: thread.start([desk = desk, file = trusted_file] { desk->run(file); });
	if (started.ok()) {
		desk->begin(id, std::make_unique<EngineExchange>(std::move(p_request), door));
	} else {
		door->tell([message = started.message()](HttpListener &p_hearer) {
			p_hearer.failed(HttpFailure::unreachable, message);
		});
	}
	return std::make_unique<Handle>(id, desk, door);
}

} // namespace agent_runtime
