// How fast the streams of models are read: from the bytes of the socket to words and calls. The
// yardstick is nlohmann's own parse of the same chunks, which are handed to it one by one.

#include "bench.h"

#include "core/providers/anthropic_messages.h"
#include "core/providers/openai_chat.h"
#include "core/providers/sse_parser.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace agent_runtime;
using nlohmann::json;

namespace {

constexpr int WORDS = 20'000;
constexpr int ROUNDS = 15;
constexpr std::size_t READ_BYTES = 16'384; // as they come from a socket

struct Recorded {
	std::vector<std::string> chunks; // the JSON of each event
	std::string stream; // the same as it is sent
	std::size_t text_bytes = 0;

	void add(const char *event, const std::string &chunk) {
		if (event != nullptr) {
			stream += std::string("event: ") + event + "\n";
		}
		stream += "data: " + chunk + "\n\n";
		chunks.push_back(chunk);
	}
};

std::string word(int number) {
	constexpr std::string_view WORDS_OF_ALL_KINDS[] = { " the", " lantern", " grün", " \"no\"", ",",
		" und", " 🌻", " afterwards", "\n", " I" };
	return std::string(
			WORDS_OF_ALL_KINDS[static_cast<std::size_t>(number) % std::size(WORDS_OF_ALL_KINDS)]);
}

// The names come in the order in which the providers send them.
Recorded anthropic_stream() {
	Recorded made;
	made.add("message_start",
			R"({"type":"message_start","message":{"id":"msg_01XFDUDYJgAACzvnptvVoYEL",)"
			R"("type":"message","role":"assistant","model":"m","content":[],)"
			R"("stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":25,)"
			R"("output_tokens":1}}})");
	for (int i = 0; i < WORDS; i++) {
		made.text_bytes += word(i).size();
		made.add("content_block_delta",
				R"({"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":)" +
						json(word(i)).dump() + "}}");
	}
	made.add("message_delta",
			R"({"type":"message_delta","delta":{"stop_reason":"end_turn",)"
			R"("stop_sequence":null},"usage":{"output_tokens":15}})");
	made.add("message_stop", R"({"type":"message_stop"})");
	return made;
}

Recorded openai_stream() {
	Recorded made;
	for (int i = 0; i < WORDS; i++) {
		made.text_bytes += word(i).size();
		made.add(nullptr,
				R"({"id":"chatcmpl-9nQXyAbCdEfGhIjKlMnOpQrSt",)"
				R"("object":"chat.completion.chunk","created":1721075653,"model":"m",)"
				R"("service_tier":"default","system_fingerprint":"fp_5aa43294a1","choices":[{)"
				R"("index":0,"delta":{"content":)" +
						json(word(i)).dump() +
						R"(},"logprobs":null,"finish_reason":null}],"usage":null})");
	}
	made.add(nullptr,
			R"({"id":"chatcmpl-9nQXyAbCdEfGhIjKlMnOpQrSt",)"
			R"("object":"chat.completion.chunk","created":1721075653,"model":"m",)"
			R"("choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null})");
	made.stream += "data: [DONE]\n\n";
	return made;
}

// What a call does with its stream.
class Reading : public SseHandler {
public:
	explicit Reading(std::unique_ptr<AnswerReader> reader) :
			reader_(std::move(reader)) {}

	bool event_came(std::string_view /*type*/, std::string_view data) override {
		const AnswerReader::Step step = reader_->read_event(data);
		if (step == AnswerReader::Step::progressed) {
			heard_ += reader_->new_text().size();
		}
		is_finished_ = step == AnswerReader::Step::finished;
		return !is_finished_ && step != AnswerReader::Step::failed;
	}

	void read(std::string_view stream) {
		SseParser parser;
		for (std::size_t at = 0; at < stream.size(); at += READ_BYTES) {
			parser.feed(stream.substr(at, READ_BYTES), *this);
		}
		bench::require(is_finished_, "the stream is read to its end");
	}
	std::size_t heard() const { return heard_; }

private:
	const std::unique_ptr<AnswerReader> reader_;
	std::size_t heard_ = 0;
	bool is_finished_ = false;
};

ModelRequest long_request() {
	ModelRequest request;
	request.max_output_tokens = std::int64_t{ 2 } * WORDS;
	return request;
}

template <typename Reader>
double seconds_to_read(const Recorded &recorded) {
	const bench::Stopwatch watch;
	Reading reading(std::make_unique<Reader>(long_request()));
	reading.read(recorded.stream);
	const double seconds = watch.seconds();
	bench::require(reading.heard() == recorded.text_bytes, "every word was heard");
	return seconds;
}

double seconds_of_bare_parse(const Recorded &recorded) {
	const bench::Stopwatch watch;
	std::size_t objects = 0;
	for (const std::string &chunk : recorded.chunks) {
		objects += json::parse(chunk).is_object() ? 1 : 0;
	}
	const double seconds = watch.seconds();
	bench::require(objects == recorded.chunks.size(), "every chunk is an object");
	return seconds;
}

// In chunks a second, of the best of some rounds in which both take their turn.
template <typename Reader>
void measure(std::string_view name, const Recorded &recorded) {
	double ours = 0.0;
	double bare = 0.0;
	const double chunks = static_cast<double>(recorded.chunks.size());
	for (int round = 0; round < ROUNDS; round++) {
		bare = std::max(bare, chunks / seconds_of_bare_parse(recorded));
		ours = std::max(ours, chunks / seconds_to_read<Reader>(recorded));
	}
	bench::report(name, "chunks/s", ours, bare);
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	if (wanted("mind.stream_parse")) {
		measure<AnthropicReader>("mind.stream_parse", anthropic_stream());
	}
	if (wanted("mind.stream_parse_openai")) {
		measure<OpenAiReader>("mind.stream_parse_openai", openai_stream());
	}
	return 0;
}
