#pragma once

#include "core/base/clock.h"
#include "core/io/http_transport.h"
#include "core/mind/model.h"
#include "core/providers/answer_reader.h"
#include "core/providers/http_provider.h"
#include "core/providers/sse_parser.h"

#include <memory>
#include <string>
#include <string_view>

namespace agent_runtime {

// One question to a provider on its way: hears of the exchange, and tells the listener what it
// means. Owned by who asked; may be destroyed in each call of the listener.
// Thread rule: worker only, that of the transport.
class HttpCall : public ModelCall, private HttpListener, private SseHandler {
public:
	HttpCall(const Clock &clock, std::shared_ptr<const HttpProvider> provider,
			const ModelRequest &request, ModelListener &listener);
	~HttpCall() override;
	HttpCall(const HttpCall &) = delete;
	HttpCall &operator=(const HttpCall &) = delete;

	void send(HttpTransport &transport, const ModelRequest &request);

private:
	// What the body is: unknown before the head.
	enum class Body : std::uint8_t { unknown, events, whole, error };

	void connected() override;
	void head_came(const HttpHead &head) override;
	void body_came(std::string_view part) override;
	void ended() override;
	void failed(HttpFailure failure, const std::string &message) override;
	bool event_came(std::string_view type, std::string_view data) override;

	void judge_content_type();
	void read_events(std::string_view part);
	void read_whole_part(std::string_view part);
	void read_error_part(std::string_view part);
	void read_whole();
	// Each of these is the last thing that is done: the call may be gone afterwards.
	void tell_end(AnswerReader::Step step);
	void tell_status();
	void tell(MindFailure failure, std::string_view clause);
	void tell(ModelProblem problem);
	// False when the listener has destroyed the call.
	bool tell_part();

	const Clock &clock_;
	const std::shared_ptr<const HttpProvider> provider_;
	const std::string model_;
	ModelListener &listener_;
	const std::unique_ptr<AnswerReader> reader_;
	Status unsendable_; // why there was nothing to be sent
	MindFailure unsendable_as_ = MindFailure::misconfigured;
	SseParser parser_;
	Body body_kind_ = Body::unknown;
	HttpHead head_;
	std::string body_;
	bool *gone_ = nullptr; // set by the destructor while the listener is being called
	std::unique_ptr<HttpExchange> exchange_;
};

} // namespace agent_runtime
