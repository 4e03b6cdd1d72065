#include "core/gateway/line_client.h"

#include "core/gateway/event_message.h"
#include "core/gateway/http_response.h"
#include "core/gateway/request_gate.h"
#include "core/gateway/sse.h"
#include "core/gateway/stream_connection.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace agent_runtime {

namespace {

using boost::system::error_code;
using nlohmann::json;

constexpr std::string_view JSON_TYPE_LINE = "Content-Type: application/json\r\n";
constexpr std::string_view CHUNKS_LINE = "Transfer-Encoding: chunked\r\n";
constexpr std::string_view LAST_CHUNK = "0\r\n\r\n";
constexpr std::size_t LITTLE = 16'384; // a page while too much waits for all together

// "size CRLF text CRLF", the size in hexadecimal.
std::string chunk(std::string_view text) {
	char figures[16];
	const char *const end = std::to_chars(figures, figures + sizeof(figures), text.size(), 16).ptr;
	std::string whole(figures, static_cast<std::size_t>(end - figures));
	whole.append("\r\n").append(text).append("\r\n");
	return whole;
}

// The members of an object as they stand in its text, each with a comma behind it.
std::string members_of(const json &object) {
	std::string text = to_text(object);
	text = text.substr(1, text.size() - 2);
	return text.empty() ? text : text + ",";
}

// Owned by the core. Thread rule: worker only (io).
class LineClient : public StreamConnection {
public:
	LineClient(
			const std::shared_ptr<GatewayCore> &core, AdmittedSocket admitted, LineWishes wishes) :
			StreamConnection(core, std::move(admitted)),
			wishes_(std::move(wishes)),
			last_(wishes_.request.value("since", std::uint64_t{ 0 })),
			patience_(socket().get_executor()),
			heartbeat_(socket().get_executor()) {}

	void open(LineSource &source) {
		begin();
		read();
		be_patient();
		source.open(wishes_.request,
				[post = core().post, asker = weak_from_this()](
						Result<std::shared_ptr<LineFeed>> feed) {
					post([asker, feed = std::move(feed)] {
						if (const auto self = std::static_pointer_cast<LineClient>(asker.lock())) {
							self->opened(feed);
						}
					});
				});
	}

	void close() override { finish(); }

private:
	void opened(const Result<std::shared_ptr<LineFeed>> &feed) {
		if (has_ended() || is_over_) {
			return;
		}
		patience_.cancel();
		if (!feed.ok()) {
			refuse(feed.status());
			return;
		}
		feed_ = feed.value();
		if (wishes_.follows) {
			push(share(sse_head(head().origin)));
			wait_for_silence();
		} else {
			push(share(
					stream_head(std::string(JSON_TYPE_LINE).append(in_chunks() ? CHUNKS_LINE : ""),
							head().origin)));
			push_part("{" + members_of(feed_->subject()) + "\"lines\":[");
		}
		flush();
		read_on();
	}

	void refuse(const Status &status) {
		std::string text;
		append_response(text, response_of(Refusal::of(status)), { .origin = head().origin });
		is_over_ = true;
		push(share(std::move(text)));
		finish();
	}

	void be_patient() {
		patience_.expires_after(core().limits.log_time);
		patience_.async_wait([waiting = weak_from_this()](error_code cancelled) {
			const auto self = std::static_pointer_cast<LineClient>(waiting.lock());
			if (cancelled || self == nullptr || self->has_ended()) {
				return;
			}
			if (self->feed_ == nullptr) {
				self->refuse(Status(StatusCode::unavailable,
						"the lines cannot be read (they do not answer); try again"));
			} else {
				self->end(); // without a proper end, so that the client comes back
			}
		});
	}

	// Once the client has everything that was read before.
	void read_on() {
		if (is_over_ || is_asking_ || !may_read_ || feed_ == nullptr || queued_bytes() > 0 ||
				has_ended()) {
			return;
		}
		may_read_ = false;
		is_asking_ = true;
		be_patient();
		const std::size_t size = core().waiting.is_full()
				? std::min(LITTLE, core().limits.line_page_bytes)
				: core().limits.line_page_bytes;
		feed_->read(size, [post = core().post, asker = weak_from_this()](Result<LinePage> page) {
			post([asker, page = std::move(page)] {
				if (const auto self = std::static_pointer_cast<LineClient>(asker.lock())) {
					self->page_read(page);
				}
			});
		});
	}

	void page_read(const Result<LinePage> &page) {
		is_asking_ = false;
		patience_.cancel();
		if (has_ended() || is_over_) {
			return;
		}
		if (!page.ok()) {
			core().log.warning("a client's lines cannot be read on: " + page.status().message());
			end();
			return;
		}
		const bool was_cut = !send_lines(page.value().lines);
		const bool more = page.value().more || was_cut;
		if (!wishes_.follows && (was_cut || !more)) {
			send_rest(page.value().state, more);
		} else if (more) {
			may_read_ = true;
		} else if (page.value().is_end) {
			send_end(page.value().state);
		} else {
			wait_for_more();
		}
		flush();
		read_on();
	}

	// Without chunks the end of the connection is the end of the answer.
	bool in_chunks() const { return !wishes_.follows && !head().is_old(); }
	void push_part(std::string text) { push(share(in_chunks() ? chunk(text) : std::move(text))); }

	bool wants_one_more() const {
		return (!wishes_.most_lines || count_ < *wishes_.most_lines) &&
				(!wishes_.most_bytes || count_ == 0 || bytes_ <= *wishes_.most_bytes);
	}

	// False when the client did not want all of them.
	bool send_lines(const std::vector<NumberedLine> &lines) {
		std::string text;
		bool takes_all = true;
		for (const NumberedLine &line : lines) {
			bytes_ += line.text.size();
			takes_all = wants_one_more();
			if (!takes_all) {
				break;
			}
			if (wishes_.follows) {
				text += sse_event(std::to_string(line.number), "line", line.text);
			} else {
				text.append(count_ > 0 ? "," : "").append(line.text);
			}
			count_++;
			last_ = line.number;
		}
		if (!text.empty()) {
			push_part(std::move(text));
		}
		return takes_all;
	}

	// What stands behind the lines of an object.
	void send_rest(const json &state, bool more) {
		std::string rest = "],\"line_count\":" + std::to_string(count_) +
				",\"last_seq\":" + std::to_string(last_) + "," + members_of(state) +
				"\"more\":" + (more ? "true" : "false") + "}";
		is_over_ = true;
		push_part(std::move(rest));
		if (in_chunks()) {
			push(share(std::string(LAST_CHUNK)));
		}
		finish();
	}

	void send_end(json state) {
		state["last_seq"] = last_;
		is_over_ = true;
		push(share(sse_event("", "end", to_text(state))));
		finish();
	}

	void wait_for_more() {
		feed_->wait([post = core().post, asker = weak_from_this()] {
			post([asker] {
				if (const auto self = std::static_pointer_cast<LineClient>(asker.lock())) {
					self->may_read_ = true;
					self->read_on();
				}
			});
		});
	}

	void wait_for_silence() {
		heartbeat_.expires_after(core().limits.heartbeat);
		heartbeat_.async_wait([waiting = weak_from_this()](error_code cancelled) {
			const auto self = std::static_pointer_cast<LineClient>(waiting.lock());
			if (cancelled || self == nullptr || self->has_ended() || self->is_over_) {
				return;
			}
			if (!self->has_taken() && self->queued_bytes() == 0) {
				self->push(share(std::string(SSE_HEARTBEAT)));
				self->flush();
			}
			self->wait_for_silence();
		});
	}

	void taken() override { read_on(); }
	// What a client sends after its request is ignored; only its end matters.
	void heard(std::string_view) override { read(); }
	bool serves_half_closed() const override { return !wishes_.follows; }
	void ended() override {
		patience_.cancel();
		heartbeat_.cancel();
		feed_ = nullptr;
	}

	const LineWishes wishes_;
	std::shared_ptr<LineFeed> feed_;
	std::uint64_t last_; // the number of the last line
	std::uint64_t count_ = 0;
	std::size_t bytes_ = 0;
	bool may_read_ = true; // there may be more
	bool is_asking_ = false;
	bool is_over_ = false; // nothing more will be sent
	GatewayTimer patience_;
	GatewayTimer heartbeat_;
};

} // namespace

std::variant<LineWishes, FieldProblem> line_wishes(
		const RequestHead &head, json request, const Vocabulary &vocabulary) {
	LineWishes wishes{ .follows = wants_stream(head) };
	if (wishes.follows && !head.last_event_id.empty()) {
		std::uint64_t since = 0;
		const std::string &id = head.last_event_id;
		const char *const end = id.data() + id.size();
		const std::from_chars_result read = std::from_chars(id.data(), end, since);
		if (read.ptr != end || read.ec != std::errc()) {
			return FieldProblem{ "Last-Event-ID", "is not the number of a line",
				"give one that the stream had, such as 42" };
		}
		request["since"] = since;
	}
	if (std::optional<FieldProblem> problem = vocabulary.find_problem(request, From::outside)) {
		return *std::move(problem);
	}
	if (!wishes.follows && request.contains("limit")) {
		wishes.most_lines = request.at("limit").get<std::size_t>();
	}
	if (!wishes.follows && request.contains("max_bytes")) {
		wishes.most_bytes = request.at("max_bytes").get<std::size_t>();
	}
	wishes.request = std::move(request);
	return wishes;
}

void serve_lines(const std::shared_ptr<GatewayCore> &core, AdmittedSocket admitted,
		LineSource &source, LineWishes wishes) {
	std::make_shared<LineClient>(core, std::move(admitted), std::move(wishes))->open(source);
}

} // namespace agent_runtime
