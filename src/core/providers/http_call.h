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

// One question on its way to a provider. Watches the exchange and tells the listener what it means.
// Owned by the asker; any call to the listener may destroy it.
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
	// The kind of body; unknown before the head has come.
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
	// Each of these must be the last thing done, since the call may be destroyed by it.
	void report_end(AnswerReader::Step step);
	void report_status();
	void report_failure(MindFailure failure, std::string_view clause);
	void report_failure(ModelProblem problem);
	// False when the listener has destroyed the call.
	bool report_part();

	const Clock &clock_;
	const std::shared_ptr<const HttpProvider> provider_;
	const std::string model_;
	ModelListener &listener_;
	const std::unique_ptr<AnswerReader> reader_;
	Status unsendable_; // why the request could not be sent
	MindFailure unsendable_as_ = MindFailure::misconfigured;
	SseParser parser_;
	Body body_kind_ = Body::unknown;
	HttpHead head_;
	std::string body_;
	// points to a flag that the destructor sets, while the listener is being called
	bool *gone_ = nullptr;
	std::unique_ptr<HttpExchange> exchange_;
};

} // namespace agent_runtime
