#pragma once

// Which games run now: each writes an entry into the user's runtime folder, so that other programs
// find its port and its database.
//
//	Result<GameRegistration> registration = GameRegistration::make(game); // until it is destroyed

#include "core/base/process.h"
#include "core/base/status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Thread rule: immutable.
struct RunningGame {
	static constexpr std::size_t MOST_BYTES = 16'384; // of an entry

	ProcessIdentity process;
	std::string project; // its folder; empty: the game was exported
	std::string database; // empty: it stores nothing
	std::uint16_t port = 0; // of the gateway; 0: it is closed

	// One line of JSON. Refused where a path is not UTF-8, or there is no room for it.
	Result<std::string> to_text() const;
	// Nothing for any other text. Members that are not known are left aside.
	static std::optional<RunningGame> parse(std::string_view text);

	bool operator==(const RunningGame &other) const = default;
};

// The entry of a game, which goes with its owner. Thread rule: any thread, one at a time.
class GameRegistration {
public:
	// Also removes the entries of processes that have ended without doing so themselves.
	static Result<GameRegistration> make(const RunningGame &game);

	GameRegistration(GameRegistration &&other) noexcept;
	GameRegistration &operator=(GameRegistration &&other) noexcept;
	~GameRegistration();

	const std::string &path() const { return path_; }

private:
	explicit GameRegistration(std::string path) :
			path_(std::move(path)) {}

	std::string path_; // empty: there is none
};

} // namespace agent_runtime
