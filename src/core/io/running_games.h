#pragma once

// Shows which games run now. Each writes an entry into the user's runtime folder, so that other
// programs find its port and its database.
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
	static constexpr std::size_t MOST_BYTES = 16'384; // the longest entry

	ProcessIdentity process;
	std::string project; // the project's folder; empty: the game was exported
	std::string database; // empty: the game stores nothing
	std::uint16_t port = 0; // the gateway's port; 0: it is closed

	// Returns one line of JSON. Fails when a path is not UTF-8 or the line would be too long.
	Result<std::string> to_text() const;
	// Empty for any other text. Unknown members are ignored.
	static std::optional<RunningGame> parse(std::string_view text);

	bool operator==(const RunningGame &other) const = default;
};

// The entry of a game, which is removed with its owner. Thread rule: any thread, one at a time.
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
