#include "core/memory/word_counts.h"

#include <cstring>

#include <sqlite3.h>

namespace agent_runtime {

namespace {

int count_words(const Fts5ExtensionApi *api, Fts5Context *row, std::vector<std::int32_t> &numbers) {
	int words = 0;
	int hits = 0;
	int code = api->xColumnSize(row, api->xColumnCount(row) - 1, &words);
	if (code == SQLITE_OK) {
		code = api->xInstCount(row, &hits);
	}
	numbers.assign(static_cast<std::size_t>(api->xPhraseCount(row)) + 1, 0);
	numbers.front() = words;
	for (int hit = 0; code == SQLITE_OK && hit < hits; ++hit) {
		int phrase = 0;
		int column = 0;
		int place = 0;
		code = api->xInst(row, hit, &phrase, &column, &place);
		if (code == SQLITE_OK) {
			++numbers[static_cast<std::size_t>(phrase) + 1];
		}
	}
	return code;
}

// Called through C, so it must not throw.
void word_counts(const Fts5ExtensionApi *api, Fts5Context *row, sqlite3_context *context, int,
		sqlite3_value **) {
	try {
		std::vector<std::int32_t> numbers;
		const int code = count_words(api, row, numbers);
		if (code != SQLITE_OK) {
			sqlite3_result_error_code(context, code);
			return;
		}
		sqlite3_result_blob(context, numbers.data(),
				static_cast<int>(numbers.size() * sizeof(std::int32_t)), SQLITE_TRANSIENT);
	} catch (...) {
		sqlite3_result_error_nomem(context);
	}
}

// The position of the first phrase in its column.
void first_place(const Fts5ExtensionApi *api, Fts5Context *row, sqlite3_context *context, int,
		sqlite3_value **) {
	int hits = 0;
	int code = api->xInstCount(row, &hits);
	for (int hit = 0; code == SQLITE_OK && hit < hits; ++hit) {
		int phrase = 0;
		int column = 0;
		int place = 0;
		code = api->xInst(row, hit, &phrase, &column, &place);
		if (code == SQLITE_OK && phrase == 0) {
			sqlite3_result_int(context, place);
			return;
		}
	}
	if (code != SQLITE_OK) {
		sqlite3_result_error_code(context, code);
	}
}

fts5_api *api_of(sqlite3 *handle) {
	fts5_api *api = nullptr;
	sqlite3_stmt *ask = nullptr;
	if (sqlite3_prepare_v2(handle, "SELECT fts5(?1)", -1, &ask, nullptr) == SQLITE_OK) {
		sqlite3_bind_pointer(ask, 1, static_cast<void *>(&api), "fts5_api_ptr", nullptr);
		sqlite3_step(ask);
	}
	sqlite3_finalize(ask);
	return api;
}

} // namespace

Status register_word_counts(sqlite3 *handle) {
	fts5_api *const api = api_of(handle);
	if (api == nullptr ||
			api->xCreateFunction(api, "word_counts", nullptr, &word_counts, nullptr) != SQLITE_OK ||
			api->xCreateFunction(api, "first_place", nullptr, &first_place, nullptr) != SQLITE_OK) {
		return Status(StatusCode::internal, "SQLite takes no function for its text search");
	}
	return {};
}

WordCounts read_word_counts(Blob blob) {
	std::vector<std::int32_t> numbers(blob.bytes.size() / sizeof(std::int32_t));
	std::memcpy(numbers.data(), blob.bytes.data(), numbers.size() * sizeof(std::int32_t));
	WordCounts counts;
	if (!numbers.empty()) {
		counts.words = numbers.front();
		counts.of_phrase.assign(numbers.begin() + 1, numbers.end());
	}
	return counts;
}

} // namespace agent_runtime
