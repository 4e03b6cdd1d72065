#include "core/io/running_games.h"

#include "core/base/files.h"
#include "core/base/json_fields.h"
#include "core/base/json_io.h"
#include "core/io/own_file.h"
#include "core/io/user_folders.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace agent_runtime {

namespace {

constexpr std::string_view ENTRY_ENDING = ".json";
constexpr std::size_t MOST_ENTRIES_JUDGED = 1'000;
constexpr JsonLimits ENTRY_LIMITS = { .bytes = RunningGame::MOST_BYTES, .depth = 4, .values = 64 };

// The folder belongs to this machine, so a process that started before the machine has ended as
// well.
bool has_ended(const ProcessIdentity &process, const ProcessIdentity &own) {
	const bool is_of_former_boot =
			!process.boot.is_none() && !own.boot.is_none() && process.boot != own.boot;
	return is_of_former_boot || process.life() == ProcessLife::ended;
}

// An entry that cannot be read may come from a later version, so it stays.
void remove_ended(const std::string &folder) {
	const ProcessIdentity own = ProcessIdentity::own();
	std::vector<std::string> names = names_in_folder(folder);
	names.resize(std::min(names.size(), MOST_ENTRIES_JUDGED));
	for (const std::string &name : names) {
		std::string path = folder;
		path.append("/").append(name);
		const std::optional<std::string> text = name.ends_with(ENTRY_ENDING)
				? read_own_file(path, RunningGame::MOST_BYTES)
				: std::nullopt;
		const std::optional<RunningGame> game = text ? RunningGame::parse(*text) : std::nullopt;
		if (game && has_ended(game->process, own)) {
			remove_file(path); // when this fails, somebody else has removed it
		}
	}
}

} // namespace

Result<std::string> RunningGame::to_text() const {
	Result<std::string> text =
			dump_json({ { "process", process.to_string() }, { "project", project },
							  { "database", database }, { "port", port } },
					ENTRY_LIMITS);
	return text.ok() ? Result<std::string>(std::move(text).value() + "\n") : text;
}

std::optional<RunningGame> RunningGame::parse(std::string_view text) {
	const Result<nlohmann::json> entry = parse_json(text, ENTRY_LIMITS);
	if (!entry.ok() || !entry.value().is_object()) {
		return std::nullopt;
	}
	const nlohmann::json &members = entry.value();
	const std::optional<ProcessIdentity> process =
			ProcessIdentity::parse(text_of(members, "process"));
	if (!process) {
		return std::nullopt;
	}
	return RunningGame{ *process, text_of(members, "project"), text_of(members, "database"),
		number_of<std::uint16_t>(members, "port") };
}

Result<GameRegistration> GameRegistration::make(const RunningGame &game) {
	const Result<std::string> text = game.to_text();
	if (!text.ok()) {
		return text.status();
	}
	// The name is unique, since one process may run several games.
	const Result<Uuid> name = Uuid::make();
	if (!name.ok()) {
		return name.status();
	}
	const std::string folder = user_runtime_folder();
	if (Status made = make_own_folder(folder); !made.ok()) {
		return made;
	}
	remove_ended(folder);
	std::string path = folder + "/" + name.value().to_string() + std::string(ENTRY_ENDING);
	if (Status written = write_own_file(path, text.value()); !written.ok()) {
		return written;
	}
	return GameRegistration(std::move(path));
}

GameRegistration::GameRegistration(GameRegistration &&other) noexcept :
		path_(std::exchange(other.path_, {})) {}

GameRegistration &GameRegistration::operator=(GameRegistration &&other) noexcept {
	std::swap(path_, other.path_);
	return *this;
}

GameRegistration::~GameRegistration() {
	if (!path_.empty()) {
		remove_file(path_); // when this fails, the next game removes it
	}
}

} // namespace agent_runtime
