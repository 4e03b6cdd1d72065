// What clients of the gateway send.

#include "readers.h"

#include "core/base/json_io.h"
#include "core/base/utf8.h"
#include "core/base/vocabulary.h"
#include "core/gateway/request_gate.h"
#include "core/gateway/request_parser.h"
#include "core/gateway/route_message.h"
#include "core/gateway/route_table.h"
#include "core/gateway/stream_start.h"
#include "core/gateway/websocket_frames.h"
#include "core/jobs/job_messages.h"
#include "core/jobs/job_routes.h"
#include "core/requests/request_types.h"

#include <boost/beast/http/error.hpp>

#include <algorithm>
#include <optional>
#include <variant>

namespace agent_runtime::fuzz {

namespace {

using nlohmann::json;
using Found = WebSocketReader::Found;
using Progress = RequestParser::Progress;

constexpr std::size_t LONGEST_CONTROL = 125;
constexpr int MOST_REQUESTS = 4; // on one connection

// --- WebSocket

struct Frame {
	Found found = Found::nothing;
	std::string payload;
	CloseCode code = CloseCode::none;

	bool operator==(const Frame &other) const = default;
};

// All that is found when the bytes come in pieces of at most this size.
std::vector<Frame> frames_in(std::string_view bytes, std::size_t longest, std::size_t piece) {
	WebSocketReader reader(longest);
	std::vector<Frame> frames;
	while (!bytes.empty()) {
		std::string_view text = bytes.substr(0, piece);
		bytes.remove_prefix(text.size());
		while (!text.empty()) {
			const std::size_t before = text.size();
			const Found found = reader.read(text);
			require(text.size() < before, "reading comes to an end");
			const bool ends = found == Found::close || found == Found::fault;
			if (found != Found::nothing) {
				require(frames.empty() ||
								(frames.back().found != Found::close &&
										frames.back().found != Found::fault),
						"nothing is read behind a close or a fault");
				frames.push_back({ found, ends ? std::string() : reader.payload(),
						ends ? reader.code() : CloseCode::none });
			}
		}
	}
	return frames;
}

// As a client sends it.
std::string masked(const Frame &frame) {
	constexpr unsigned MASKED = 0x80;
	constexpr std::string_view MASK = "\x12\x34\x56\x78";
	std::string text;
	if (frame.found == Found::close) {
		text = close_frame(frame.code);
	} else {
		const FrameKind kind = frame.found == Found::ping ? FrameKind::ping
				: frame.found == Found::pong			  ? FrameKind::pong
														  : FrameKind::binary;
		text = websocket_frame(kind, frame.payload);
	}
	const std::size_t size = static_cast<unsigned char>(text[1]);
	const std::size_t head = 2 + (size == 127 ? 8 : size == 126 ? 2 : 0);
	text[1] = static_cast<char>(MASKED | size);
	for (std::size_t i = head; i < text.size(); i++) {
		text[i] = static_cast<char>(text[i] ^ MASK[(i - head) % MASK.size()]);
	}
	return text.insert(head, MASK);
}

// --- HTTP

GatewayLimits small_limits() {
	GatewayLimits limits;
	limits.header_bytes = 512;
	limits.header_fields = 8;
	limits.message_bytes = 256;
	return limits;
}

struct ReadRequest {
	Progress progress = Progress::needs_more;
	RequestHead head;
	std::string body;
	bool is_too_long = false; // its head, of which pieces show it later
};

bool is_alike(const RequestHead &one, const RequestHead &other) {
	return one.method == other.method && one.target == other.target && one.host == other.host &&
			one.hosts == other.hosts && one.origin == other.origin &&
			one.encodings == other.encodings && one.has_body == other.has_body &&
			one.keep_alive == other.keep_alive && one.authorization == other.authorization &&
			one.content_type == other.content_type && one.last_event_id == other.last_event_id;
}

// Reads one request from the front, as a socket does: what was not used comes again, with more.
ReadRequest take_request(std::string_view &bytes, std::size_t piece) {
	const GatewayLimits limits = small_limits();
	RequestParser parser(limits);
	ReadRequest request;
	std::size_t given = 0;
	while (request.progress == Progress::needs_more || request.progress == Progress::head) {
		const bool has_new = given < bytes.size();
		given = std::min(bytes.size(), given + piece);
		std::string_view text = bytes.substr(0, given);
		if (text.empty()) {
			return request;
		}
		request.progress = parser.read(text);
		const std::size_t used = given - text.size();
		bytes.remove_prefix(used);
		given = text.size();
		if (request.progress == Progress::head) {
			request.head = parser.head();
			require(parser.body_bytes() <= limits.message_bytes, "a body has a limit");
			if (!request.head.has_body) {
				request.progress = Progress::whole;
				return request;
			}
		} else if (request.progress == Progress::needs_more && !has_new && used == 0) {
			return request;
		}
	}
	request.is_too_long = parser.error() == boost::beast::http::error::header_limit;
	request.body = parser.take_body();
	require(request.body.size() <= limits.message_bytes, "a body has a limit");
	return request;
}

void check_refusal(const std::optional<Refusal> &refusal) {
	require(!refusal || dump_json(refusal->to_json()).ok(), "a refusal can be sent");
	require(!refusal || refusal->http_status >= 400, "a refusal is one");
}

const RouteTable &routes() {
	static const RouteTable table = [] {
		RouteTable made;
		made.add(JOB_ROUTES);
		return made;
	}();
	return table;
}

// What a server does with the head of a request before it reads on.
void check_head(const RequestHead &head) {
	static const Vocabulary vocabulary{
		RequestTypes<JobStartRequest, JobResumeRequest, JobKillRequest, JobInputRequest, JobRequest,
				JobsRequest, JobOutputRequest, JobPurgeRequest>::ENTRIES
	};
	const GatewayLimits limits = small_limits();
	require(head.target.size() <= limits.header_bytes, "a target has a limit");
	require(head.host.size() + head.origin.size() + head.authorization.size() +
							head.content_type.size() <=
					limits.header_bytes,
			"fields have a limit");
	const Target target = parse_target(head.target);
	const FoundRoute found = routes().find(head.method, target.path);
	for (const std::optional<Refusal> &refusal :
			{ refuse_stranger(head), refuse_unknown_encoding(head), refuse_body(head),
					refuse_without_token(head, target, "secret"), refuse_other_than_json(head),
					refuse_unknown_parameter(target, { "since", "limit" }) }) {
		check_refusal(refusal);
	}
	require(!prefers_json(head) || !wants_stream(head), "nobody wants both");
	if (found.route == nullptr || found.route->serves != Route::Serves::request) {
		return;
	}
	require(!found.fields.empty() || found.route->path.find('{') == std::string_view::npos,
			"what stands in a path is found");
	const Result<json> message = found.route->method == HttpMethod::post
			? message_of_body(found, json{ { "prompt", head.host } })
			: message_of_query(found, target, vocabulary);
	if (!message.ok()) {
		require(is_valid_utf8(message.status().message()), "a problem is told in words");
		return;
	}
	require(message.value().at("type") == found.route->request, "a path stands for its request");
	const MaybeProblem problem = vocabulary.find_problem(message.value(), From::outside);
	require(problem || dump_json(message.value()).ok(), "what is accepted is text");
	require(!problem || is_valid_utf8(problem->to_string()), "a problem is told in words");
}

} // namespace

void read_websocket_frames(std::string_view bytes) {
	Rng chance = take_chance(bytes);
	const std::size_t longest = 1 + chance.uniform(300);
	const std::vector<Frame> frames = frames_in(bytes, longest, bytes.size());
	require(frames == frames_in(bytes, longest, 1 + chance.uniform(8)),
			"frames are the same however their bytes come");
	std::string sent;
	std::vector<Frame> wanted;
	for (const Frame &frame : frames) {
		const std::size_t most = frame.found == Found::message ? longest : LONGEST_CONTROL;
		require(frame.payload.size() <= most, "what is found has a limit");
		if (frame.found != Found::fault) {
			sent += masked(frame);
			wanted.push_back(frame);
		}
	}
	require(frames_in(sent, longest, sent.size()) == wanted, "frames read as written");
}

void read_http_requests(std::string_view bytes) {
	const std::size_t piece = 1 + take_chance(bytes).uniform(16);
	std::string_view whole = bytes;
	std::string_view in_pieces = bytes;
	for (int count = 0; count < MOST_REQUESTS; count++) {
		const ReadRequest one = take_request(whole, bytes.size() + 1);
		const ReadRequest other = take_request(in_pieces, piece);
		if (one.is_too_long || other.is_too_long) {
			return;
		}
		// What is wrong with a head may show before all of it has come, or then.
		const bool is_whole = one.progress == Progress::whole;
		require(is_whole == (other.progress == Progress::whole),
				"pieces come to the same as the whole");
		if (!is_whole) {
			return;
		}
		require(is_alike(one.head, other.head) && one.body == other.body,
				"pieces mean what the whole means");
		check_head(one.head);
	}
}

// A line each for since, Last-Event-ID, entity and types.
void read_stream_start(std::string_view bytes) {
	constexpr std::string_view EPOCH = "a1b2";
	std::vector<std::string_view> lines = lines_in(bytes);
	lines.resize(4);
	const StreamWishes wishes{ lines[0], lines[1], lines[2], lines[3] };
	const std::variant<StreamStart, FieldProblem> parsed = parse_stream_start(wishes, EPOCH);
	if (const FieldProblem *const problem = std::get_if<FieldProblem>(&parsed)) {
		require(is_valid_utf8(problem->to_string()), "a problem is told in words");
		return;
	}
	const StreamStart &start = std::get<StreamStart>(parsed);
	require(is_valid_utf8(start.entity) && start.entity.size() <= 128, "an entity is an id");
	require(start.types.size() <= 64, "types have a limit");
	require(!start.from_now || (start.after == EventId() && !start.since), "now is now");
	if (start.from_now || start.other_log || start.since) {
		return;
	}
	const std::string cursor = cursor_text(EPOCH, start.after);
	const std::variant<StreamStart, FieldProblem> again =
			parse_stream_start({ .last_event_id = cursor }, EPOCH);
	const StreamStart *const read = std::get_if<StreamStart>(&again);
	require(read != nullptr && !read->other_log && read->after == start.after,
			"a cursor reads as written");
}

} // namespace agent_runtime::fuzz
