#include "core/hosting/output_line.h"

#include "core/base/base64.h"
#include "core/base/json_fields.h"
#include "core/base/json_io.h"
#include "core/base/json_text.h"
#include "core/base/utf8.h"
#include "core/hosting/line_reader.h"

#include <charconv>
#include <iterator>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view BEFORE_SEQ = R"({"seq":)";
constexpr std::string_view NO_FRACTION = ".000Z";
constexpr JsonLimits LINE_LIMITS = { .bytes = OutputLine::MOST_BYTES, .depth = 4, .values = 64 };

Status no_output_line() {
	return { StatusCode::corrupt, "this is no line of an output file" };
}

} // namespace

std::string_view output_stream_name(OutputStream stream) {
	return stream == OutputStream::standard ? "stdout" : "stderr";
}

std::string stamp_of(WallTime time) {
	std::string stamp = to_iso8601(time);
	if (stamp.ends_with(NO_FRACTION)) {
		stamp.resize(stamp.size() - NO_FRACTION.size());
		stamp += 'Z';
	}
	return stamp;
}

void append_output_line(std::string &text, std::uint64_t seq, std::string_view ts,
		OutputStream stream, std::string_view data, bool more) {
	char figures[20];
	text.append(BEFORE_SEQ);
	text.append(figures, std::to_chars(figures, std::end(figures), seq).ptr);
	text.append(R"(,"ts":")").append(ts).append(R"(","stream":")");
	text.append(output_stream_name(stream)).append(R"(","data":)");
	if (is_valid_utf8(data)) {
		append_json(text, data);
	} else {
		text += '"';
		append_base64(text, data);
		text.append(R"(","encoding":")").append(BASE64_NAME).append(1, '"');
	}
	text.append(more ? ",\"more\":true}\n" : "}\n");
}

std::optional<std::uint64_t> seq_of_output_line(std::string_view line) {
	return leading_number(line, BEFORE_SEQ);
}

Result<OutputLine> OutputLine::parse(std::string_view line) {
	const Result<nlohmann::json> parsed = parse_json(line, LINE_LIMITS);
	if (!parsed.ok() || !parsed.value().is_object()) {
		return no_output_line();
	}
	const nlohmann::json &members = parsed.value();
	OutputLine output{ number_of<std::uint64_t>(members, "seq"), text_of(members, "ts"),
		OutputStream::standard, text_of(members, "data"), flag_of(members, "more") };
	const std::string stream = text_of(members, "stream");
	const bool is_error = stream == output_stream_name(OutputStream::error);
	const bool is_known = is_error || stream == output_stream_name(OutputStream::standard);
	const auto data = members.find("data");
	if (output.seq == 0 || !is_known || data == members.end() || !data->is_string()) {
		return no_output_line();
	}
	output.stream = is_error ? OutputStream::error : OutputStream::standard;
	if (text_of(members, "encoding") == BASE64_NAME) {
		std::optional<std::string> bytes = parse_base64(output.data);
		if (!bytes) {
			return no_output_line();
		}
		output.data = std::move(*bytes);
	}
	return output;
}

} // namespace agent_runtime
