#include "core/gateway/log_question.h"

#include <array>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>

namespace agent_runtime {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr std::size_t HEARD_MEANWHILE = 512;

// Owned by its pending read. Thread rule: worker only (io).
class LogQuestion : public std::enable_shared_from_this<LogQuestion> {
public:
	using Done = std::function<void(const std::optional<Result<EventPage>> &page)>;

	LogQuestion(boost::beast::tcp_stream &stream, Done done) :
			stream_(stream),
			patience_(stream.get_executor()),
			done_(std::move(done)) {}

	void start(const GatewayCore &core, EventId after) {
		stream_.expires_never();
		read();
		patience_.expires_after(core.limits.log_time);
		const std::weak_ptr<LogQuestion> asker = weak_from_this();
		patience_.async_wait([asker](error_code cancelled) {
			const std::shared_ptr<LogQuestion> self = asker.lock();
			if (!cancelled && self != nullptr) {
				self->answer(Status(StatusCode::deadline_exceeded, "it does not answer"));
			}
		});
		core.host.read_log({ .after = after, .limit = 1 },
				[post = core.post, asker](const Result<EventPage> &page) {
					post([asker, page] {
						if (const std::shared_ptr<LogQuestion> self = asker.lock()) {
							self->answer(page);
						}
					});
				});
	}

private:
	// What a client sends before it has its stream is ignored; only its end matters.
	void read() {
		stream_.async_read_some(asio::buffer(heard_),
				[self = shared_from_this()](error_code error, std::size_t) { self->heard(error); });
	}

	void heard(error_code error) {
		if (!error && !page_) {
			read();
			return;
		}
		patience_.cancel();
		std::exchange(done_, nullptr)(page_);
	}

	// The stream is passed on once nothing waits for it.
	void answer(Result<EventPage> page) {
		if (!page_) {
			page_ = std::move(page);
			stream_.cancel();
		}
	}

	boost::beast::tcp_stream &stream_; // kept alive by `done_`
	asio::steady_timer patience_;
	Done done_;
	std::optional<Result<EventPage>> page_;
	std::array<char, HEARD_MEANWHILE> heard_ = {};
};

} // namespace

void read_log_after(const std::shared_ptr<GatewayCore> &core, boost::beast::tcp_stream &stream,
		EventId after, std::function<void(const std::optional<Result<EventPage>> &page)> done) {
	std::make_shared<LogQuestion>(stream, std::move(done))->start(*core, after);
}

} // namespace agent_runtime
