#include "core/gateway/websocket_frames.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace agent_runtime;

namespace {

using Found = WebSocketReader::Found;

constexpr unsigned char LAST_FRAME = 0x80;

// As a client sends it.
std::string masked(unsigned char first, std::string_view payload, std::size_t length_bytes = 0) {
	std::string frame(1, static_cast<char>(first));
	const std::size_t size = payload.size();
	if (length_bytes == 0) {
		length_bytes = size <= 125 ? 1 : size <= 0xFFFF ? 2 : 8;
	}
	frame += static_cast<char>(0x80U |
			(length_bytes == 1					? size
							: length_bytes == 2 ? 126U
												: 127U));
	for (std::size_t left = length_bytes == 1 ? 0 : length_bytes; left > 0; left--) {
		frame += static_cast<char>((size >> ((left - 1) * 8)) & 0xFFU);
	}
	const char mask[] = { 0x12, 0x34, 0x56, 0x78 };
	frame.append(mask, 4);
	for (std::size_t i = 0; i < size; i++) {
		frame += static_cast<char>(payload[i] ^ mask[i % 4]);
	}
	return frame;
}

std::string frame(FrameKind kind, std::string_view payload, bool is_last = true) {
	return masked(
			static_cast<unsigned char>((is_last ? LAST_FRAME : 0U) | static_cast<unsigned>(kind)),
			payload);
}

std::string name_of(const WebSocketReader &reader, Found found) {
	switch (found) {
		case Found::nothing:
			return "nothing";
		case Found::message:
			return "message " + reader.payload();
		case Found::ping:
			return "ping " + reader.payload();
		case Found::pong:
			return "pong " + reader.payload();
		case Found::close:
			return "close " + std::to_string(static_cast<int>(reader.code()));
		case Found::fault:
			return "fault " + std::to_string(static_cast<int>(reader.code()));
	}
	return "";
}

// Everything that is found, when the bytes come in pieces of this size.
std::vector<std::string> read_all(
		const std::string &bytes, std::size_t piece, std::size_t longest = 1'000'000) {
	WebSocketReader reader(longest);
	std::vector<std::string> all;
	for (std::size_t at = 0; at < bytes.size(); at += piece) {
		std::string_view text = std::string_view(bytes).substr(at, piece);
		while (!text.empty()) {
			const Found found = reader.read(text);
			if (found != Found::nothing) {
				all.push_back(name_of(reader, found));
			}
		}
	}
	return all;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_SUITE("WebSocket frames") {
	TEST_CASE("messages, in one frame or several, are whole however the bytes come") {
		const std::string middle(300, 'm');
		const std::string large(70'000, 'l');
		const std::string bytes = frame(FrameKind::text, "one") +
				frame(FrameKind::text, "t", false) + frame(FrameKind::ping, "between") +
				frame(FrameKind::more, "w", false) + frame(FrameKind::more, "o") +
				frame(FrameKind::binary, middle) + frame(FrameKind::pong, "") +
				frame(FrameKind::text, "") + frame(FrameKind::text, large) +
				frame(FrameKind::close,
						std::string("\x03\xe8"
									"bye",
								5));
		const Texts wanted = { "message one", "ping between", "message two", "message " + middle,
			"pong ", "message ", "message " + large, "close 1000" };
		for (const std::size_t piece : { bytes.size(), std::size_t{ 1 }, std::size_t{ 2 },
					 std::size_t{ 7 }, std::size_t{ 1'000 } }) {
			CAPTURE(piece);
			CHECK(read_all(bytes, piece) == wanted);
		}
	}

	TEST_CASE("what breaks the protocol is a fault, and nothing behind it is read") {
		const std::string after = frame(FrameKind::text, "after");
		const std::string not_masked = { static_cast<char>(0x81), 0x01, 'x' };
		const std::string cases[] = {
			not_masked,
			masked(0x80 | 0x40 | 1, "reserved"),
			masked(0x80 | 3, "no kind"),
			masked(0x80 | 11, "no kind"),
			masked(static_cast<unsigned char>(FrameKind::ping), "in pieces"),
			frame(FrameKind::ping, std::string(126, 'x')),
			frame(FrameKind::more, "of nothing"),
			frame(FrameKind::text, "a", false) + frame(FrameKind::text, "b"),
			masked(0x81, "short", 2),
			masked(0x81, "short", 8),
			frame(FrameKind::close, "x"),
			frame(FrameKind::close, std::string("\x03\xec", 2)), // 1004
			frame(FrameKind::close, std::string("\x03\xed", 2)), // 1005, which is never sent
			frame(FrameKind::close, std::string("\x00\x01", 2)),
			std::string("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10) + "mask",
		};
		for (const std::string &bytes : cases) {
			for (const std::size_t piece : { std::size_t{ 1 }, std::size_t{ 100'000 } }) {
				CHECK(read_all(bytes + after, piece) == Texts{ "fault 1002" });
			}
		}
	}

	TEST_CASE("text is UTF-8, bytes are anything") {
		CHECK(read_all(frame(FrameKind::text, "\xff"), 100) == Texts{ "fault 1007" });
		CHECK(read_all(frame(FrameKind::binary, "\xff"), 100) == Texts{ "message \xff" });
		CHECK(read_all(frame(FrameKind::close, std::string("\x03\xe8\xff", 3)), 100) ==
				Texts{ "fault 1007" });
		// A character may be divided between two frames.
		CHECK(read_all(frame(FrameKind::text, "\xc3", false) + frame(FrameKind::more, "\xa4"),
					  100) == Texts{ "message \xc3\xa4" });
	}

	TEST_CASE("a message that is too long is refused at its announcement") {
		CHECK(read_all(frame(FrameKind::text, std::string(10, 'x')), 100, 10).size() == 1);
		CHECK(read_all(frame(FrameKind::text, std::string(11, 'x')).substr(0, 6), 100, 10) ==
				Texts{ "fault 1009" });
		CHECK(read_all(frame(FrameKind::text, "12345678", false) + frame(FrameKind::more, "901"),
					  100, 10) == Texts{ "fault 1009" });
	}

	TEST_CASE("what a message takes is known from its announcement to its end") {
		WebSocketReader reader(1'000'000);
		const auto read = [&reader](std::string bytes) {
			std::string_view text = bytes;
			return reader.read(text);
		};
		const std::string large = frame(FrameKind::text, std::string(1'000, 'x'));
		CHECK(reader.message_bytes() == 0);
		CHECK(read(large.substr(0, 10)) == Found::nothing);
		CHECK(reader.is_in_message());
		CHECK(reader.message_bytes() == 1'000);
		CHECK(read(large.substr(10)) == Found::message);
		CHECK(!reader.is_in_message());
		CHECK(reader.message_bytes() == 1'000);
		reader.drop_message();
		CHECK(reader.message_bytes() == 0);
		CHECK(read(frame(FrameKind::text, "ab", false)) == Found::nothing);
		CHECK(read(frame(FrameKind::ping, "between")) == Found::ping);
		CHECK(reader.is_in_message());
		CHECK(read(frame(FrameKind::more, "cde").substr(0, 7)) == Found::nothing);
		CHECK(reader.message_bytes() == 5);
		reader.stop();
		CHECK(!reader.is_in_message());
		CHECK(reader.message_bytes() == 0);
		CHECK(read(frame(FrameKind::text, "after")) == Found::nothing);
		WebSocketReader strict(10);
		std::string_view too_long = large;
		CHECK(strict.read(too_long) == Found::fault);
		CHECK(strict.message_bytes() == 0);
	}

	TEST_CASE("an empty close says nothing of why") {
		CHECK(read_all(frame(FrameKind::close, ""), 100) == Texts{ "close 0" });
		CHECK(read_all(frame(FrameKind::close, std::string("\x0f\xa0", 2)), 100) ==
				Texts{ "close 4000" });
	}

	TEST_CASE("what is written has the shortest form for its length") {
		CHECK(websocket_frame(FrameKind::text, "abc") ==
				std::string("\x81\x03"
							"abc",
						5));
		CHECK(websocket_frame(FrameKind::text, std::string(125, 'x')).size() == 127);
		const std::string middle = websocket_frame(FrameKind::text, std::string(126, 'x'));
		CHECK(middle.substr(0, 4) == std::string("\x81\x7e\x00\x7e", 4));
		CHECK(middle.size() == 130);
		const std::string large = websocket_frame(FrameKind::text, std::string(65'536, 'x'));
		CHECK(large.substr(0, 10) == std::string("\x81\x7f\0\0\0\0\0\x01\0\0", 10));
		CHECK(close_frame(CloseCode::going_away) == std::string("\x88\x02\x03\xe9", 4));
		CHECK(close_frame(CloseCode::none) == std::string("\x88\x00", 2));
		CHECK(close_frame(CloseCode::try_later, "busy") ==
				std::string("\x88\x06\x03\xf5"
							"busy",
						8));
	}

	TEST_CASE("no bytes make it fail in another way, or hold more than one message") {
		std::mt19937 chance(7);
		for (int round = 0; round < 2'000; round++) {
			std::string bytes;
			for (int i = 0; i < 60; i++) {
				bytes += static_cast<char>(chance() % (i < 2 ? 0x90 : 256));
			}
			WebSocketReader reader(64);
			std::string_view text = bytes;
			while (!text.empty()) {
				const std::size_t before = text.size();
				const Found found = reader.read(text);
				CHECK(reader.payload().size() <= 125);
				CHECK((text.size() < before || found == Found::fault));
			}
		}
	}
}
