#include "core/store/raw_file.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <span>

#include <sqlite3.h>

namespace agent_runtime {

namespace {

// https://www.sqlite.org/walformat.html#the_wal_index_file_format
constexpr int INDEX_BYTES = 32'768;
constexpr std::uint32_t INDEX_VERSION = 3'007'000;
constexpr std::size_t COPY_WORDS = 12; // the header contains it twice

sqlite3_file *sqlite_file(Database &database, RawFile file) {
	const int which =
			file == RawFile::database ? SQLITE_FCNTL_FILE_POINTER : SQLITE_FCNTL_JOURNAL_POINTER;
	sqlite3_file *found = nullptr;
	const int code = sqlite3_file_control(database.handle(), "main", which, &found);
	const bool is_open = code == SQLITE_OK && found != nullptr && found->pMethods != nullptr;
	return is_open ? found : nullptr;
}

} // namespace

std::optional<RawBytes> read_beginning(Database &database, RawFile file, std::size_t most) {
	sqlite3_file *const open = sqlite_file(database, file);
	sqlite3_int64 size = 0;
	if (open == nullptr || open->pMethods->xFileSize(open, &size) != SQLITE_OK) {
		return std::nullopt;
	}
	RawBytes bytes{ static_cast<std::uint64_t>(size), {} };
	bytes.beginning.resize(static_cast<std::size_t>(
			std::min<std::uint64_t>(bytes.size, static_cast<std::uint64_t>(most))));
	const int length = static_cast<int>(bytes.beginning.size());
	const int code = length == 0 ? SQLITE_OK
								 : open->pMethods->xRead(open, bytes.beginning.data(), length, 0);
	return code == SQLITE_OK ? std::optional(std::move(bytes)) : std::nullopt;
}

std::optional<WalIndex> read_wal_index(Database &database) {
	sqlite3_file *const open = sqlite_file(database, RawFile::database);
	volatile void *region = nullptr;
	if (open == nullptr || open->pMethods->iVersion < 2 ||
			open->pMethods->xShmMap(open, 0, INDEX_BYTES, 0, &region) != SQLITE_OK ||
			region == nullptr) {
		return std::nullopt;
	}
	// Others may be writing it at the same time.
	std::uint32_t *const shared = static_cast<std::uint32_t *>(const_cast<void *>(region));
	std::array<std::uint32_t, 2 * COPY_WORDS + 1> words{};
	for (std::size_t i = 0; i < words.size(); i++) {
		words[i] = std::atomic_ref(shared[i]).load(std::memory_order_acquire);
	}
	const std::span<const std::uint32_t> first = std::span(words).first(COPY_WORDS);
	const std::span<const std::uint32_t> second = std::span(words).subspan(COPY_WORDS, COPY_WORDS);
	struct Form {
		std::uint8_t is_made;
		std::uint8_t is_big_endian;
		std::uint16_t page_bytes;
	};
	const Form form = std::bit_cast<Form>(words[3]);
	if (!std::equal(first.begin(), first.end(), second.begin()) || words[0] != INDEX_VERSION ||
			form.is_made == 0) {
		return std::nullopt;
	}
	constexpr std::uint64_t LARGEST_PAGE = 65'536; // stored as 1
	return WalIndex{ .page_bytes = form.page_bytes == 1 ? LARGEST_PAGE : form.page_bytes,
		.pages = words[5],
		.frames = words[4],
		.copied = words[2 * COPY_WORDS],
		.salts = { words[8], words[9] } };
}

} // namespace agent_runtime
