#include "core/memory/memory_search.h"

#include "core/base/memory_weights.h"
#include "core/memory/search_index.h"
#include "core/memory/word_counts.h"
#include "core/store/transaction.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_WORDS = 16;
// How many pinned lines, and how many summaries, stay in view however old they are.
constexpr int MOST_KEPT_IN_VIEW = 100;
constexpr double PINNED_BONUS = 1.0;
constexpr double SHARE_OF_RECENCY = 0.5;
constexpr double SHARE_OF_WEIGHT = 0.5;
// The usual parameters of BM25: how soon a repeated word says no more, and how much less a long
// line counts.
constexpr double REPETITION = 1.2;
constexpr double LENGTH = 0.75;

bool has_letters(std::string_view text) {
	return std::any_of(text.begin(), text.end(),
			[](unsigned char byte) { return byte >= 0x80 || std::isalnum(byte) != 0; });
}

// Each word as a string of the query language, in which only the quote is special.
std::vector<std::string> quoted_words(std::string_view text) {
	std::vector<std::string> words;
	while (!text.empty() && words.size() < MOST_WORDS) {
		const auto is_space = [](unsigned char byte) { return byte <= 0x20; };
		const auto begin = std::find_if_not(text.begin(), text.end(), is_space);
		const auto end = std::find_if(begin, text.end(), is_space);
		const std::string_view word(begin, end);
		text = std::string_view(end, text.end());
		if (!has_letters(word)) {
			continue;
		}
		std::string quoted = "\"";
		for (const char byte : word) {
			quoted += byte == '"' ? "\"\"" : std::string(1, byte);
		}
		words.push_back(quoted + '"');
	}
	return words;
}

std::string match_of(const MemoryQuery &query, const std::vector<std::string> &words) {
	std::string all;
	for (const std::string &word : words) {
		all += (all.empty() ? "" : query.any_word ? " OR " : " ") + word;
	}
	return "owner : \"" + owner_word(query.agent_id) + "\" AND content : (" + all + ")";
}

// Selects the lines that match, with the counts of their words. An entry of the index stands for
// several lines, and lists their owners in the same order.
std::string select_fitting(std::string_view which) {
	return "SELECT " + std::string(MEMORY_LINE_COLUMNS) +
			", word_counts(s.conversation_search) FROM conversation_search s"
			" CROSS JOIN agent_conversations c"
			" ON c.id = s.rowid + first_place(s.conversation_search)"
			" WHERE s.conversation_search MATCH ?1 AND c.agent_id = ?2 AND " +
			std::string(which);
}

// The first line, of any agent, that was said at this time or later. Ids grow with time unless
// somebody sets the clock back, so about twenty look-ups find it.
Result<std::int64_t> first_line_at(Database &database, WallTime time, std::int64_t newest) {
	std::int64_t low = 1;
	std::int64_t high = newest + 1;
	while (low < high) {
		const std::int64_t middle = low + (high - low) / 2;
		const Result<std::int64_t> found = database.integer(
				"SELECT timestamp FROM agent_conversations WHERE id >= ?1 ORDER BY id LIMIT 1",
				std::numeric_limits<std::int64_t>::max(), middle);
		if (!found.ok()) {
			return found.status();
		}
		if (found.value() < time.time_since_epoch().count()) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

struct IdRange {
	std::int64_t first = 0;
	std::int64_t end = std::numeric_limits<std::int64_t>::max();
};

Result<IdRange> ids_of(Database &database, const MemoryQuery &query) {
	IdRange range;
	if (!query.since && !query.until) {
		return range;
	}
	const Result<std::int64_t> newest =
			database.integer("SELECT max(id) FROM agent_conversations", 0);
	const Result<std::int64_t> first = newest.ok() && query.since
			? first_line_at(database, *query.since, newest.value())
			: newest.ok() ? Result<std::int64_t>(range.first)
						  : newest;
	const Result<std::int64_t> end = newest.ok() && query.until
			? first_line_at(database, *query.until, newest.value())
			: newest.ok() ? Result<std::int64_t>(range.end)
						  : newest;
	if (Status failed = first_failure(first, end); !failed.ok()) {
		return failed;
	}
	return IdRange{ first.value(), end.value() };
}

struct Candidate {
	MemoryLine line;
	WordCounts counts;
};

// Finds the lines that match and ranks them.
class Ranking {
public:
	Ranking(Database &database, const MemoryQuery &query, const std::vector<std::string> &words) :
			database_(database),
			query_(query),
			match_(match_of(query, words)) {}

	Result<MemoryFindings> run() {
		const Result<IdRange> ids = ids_of(database_, query_);
		if (!ids.ok()) {
			return ids.status();
		}
		Status status = take_newest(ids.value());
		if (status.ok() && !findings_.is_complete) {
			status = take_kept(ids.value());
		}
		if (status.ok()) {
			status = mark_summarised();
		}
		if (!status.ok()) {
			return status;
		}
		rank();
		return std::move(findings_);
	}

private:
	bool is_wanted(const MemoryLine &line) const {
		return (query_.kind.empty() || line.kind == query_.kind) &&
				(query_.from.empty() || line.sender == query_.from) &&
				(!query_.since || line.timestamp >= *query_.since) &&
				(!query_.until || line.timestamp < *query_.until);
	}

	Status take_newest(IdRange ids) {
		Query rows(database_,
				select_fitting("c.id >= ?3 AND c.id < ?4 AND s.rowid > ?5 AND s.rowid < ?4"
							   " ORDER BY s.rowid DESC"),
				match_, query_.agent_id, ids.first, ids.end, ids.first - MOST_OWNERS);
		while (rows.next()) {
			if (findings_.inspected == MemoryQuery::MOST_INSPECTED ||
					candidates_.size() == MemoryQuery::MOST_WEIGHED) {
				findings_.is_complete = false;
				break;
			}
			++findings_.inspected;
			take(rows);
		}
		return rows.status();
	}

	void take(const Query &rows) {
		MemoryLine line = memory_line_from(rows);
		if (is_wanted(line) && taken_.insert(line.id).second) {
			candidates_.push_back(
					{ std::move(line), read_word_counts(rows.blob(MEMORY_LINE_WIDTH)) });
		}
	}

	// Adds pinned lines and summaries that are older than everything looked at.
	Status take_kept(IdRange ids) {
		std::vector<std::int64_t> kept;
		for (const std::string_view sql : { "SELECT id FROM agent_conversations WHERE agent_id = ?1"
											" AND pinned = 1 ORDER BY id DESC LIMIT ?2",
					 "SELECT id FROM agent_conversations WHERE agent_id = ?1"
					 " AND kind = 'summary' ORDER BY id DESC LIMIT ?2" }) {
			Query rows(database_, sql, query_.agent_id, MOST_KEPT_IN_VIEW);
			while (rows.next()) {
				kept.push_back(rows.integer(0));
			}
			if (!rows.status().ok()) {
				return rows.status();
			}
		}
		for (const std::int64_t id : kept) {
			if (id < ids.first || id >= ids.end || taken_.count(id) != 0) {
				continue;
			}
			Query rows(database_,
					select_fitting("c.id = ?3 AND s.rowid = (SELECT rowid FROM conversation_search"
								   " WHERE rowid <= ?3 ORDER BY rowid DESC LIMIT 1)"),
					match_, query_.agent_id, id);
			if (rows.next()) {
				take(rows);
			}
			++findings_.inspected;
			if (!rows.status().ok()) {
				return rows.status();
			}
		}
		return Status();
	}

	Status mark_summarised() {
		const Result<std::int64_t> covered = summarised_to(database_, query_.agent_id);
		for (Candidate &candidate : candidates_) {
			candidate.line.summarised = is_summarised(candidate.line, covered.value_or(0));
		}
		return covered.status();
	}

	// The fewer candidates have a word, the more it says. The first phrase is the owner.
	void weigh_words() {
		const std::size_t phrases =
				candidates_.empty() ? 0 : candidates_.front().counts.of_phrase.size();
		std::vector<double> having(phrases, 0.0);
		for (const Candidate &candidate : candidates_) {
			words_a_line_ += candidate.counts.words;
			for (std::size_t i = 1; i < phrases; ++i) {
				having[i] += candidate.counts.of_phrase[i] > 0 ? 1.0 : 0.0;
			}
		}
		const double lines = static_cast<double>(candidates_.size());
		words_a_line_ = std::max(1.0, words_a_line_ / std::max(1.0, lines));
		telling_.assign(phrases, 0.0);
		for (std::size_t i = 1; i < phrases; ++i) {
			telling_[i] = having[i] > 0.0 ? std::log(1.0 + (lines + 1.0) / having[i]) : 0.0;
			best_ += telling_[i] * (REPETITION + 1.0);
		}
	}

	double relevance_of(const WordCounts &counts) const {
		const double length = static_cast<double>(counts.words) / words_a_line_;
		double sum = 0.0;
		for (std::size_t i = 1; i < counts.of_phrase.size(); ++i) {
			const double times = counts.of_phrase[i];
			sum += telling_[i] * times * (REPETITION + 1.0) /
					(times + REPETITION * (1.0 - LENGTH + LENGTH * length));
		}
		return best_ > 0.0 ? sum / best_ : 0.0;
	}

	RankedLine ranked(Candidate &candidate) const {
		RankedLine found;
		found.line = std::move(candidate.line);
		const Micros age = std::max(query_.now - found.line.timestamp, Micros());
		found.relevance = relevance_of(candidate.counts);
		found.recency = std::exp2(-static_cast<double>(age.count()) /
				static_cast<double>(MemoryQuery::HALF_LIFE.count()));
		found.weight = std::clamp(found.line.importance / MOST_IMPORTANCE, 0.0, 1.0);
		found.score = found.relevance + SHARE_OF_RECENCY * found.recency +
				SHARE_OF_WEIGHT * found.weight + (found.line.pinned ? PINNED_BONUS : 0.0);
		return found;
	}

	void rank() {
		weigh_words();
		for (Candidate &candidate : candidates_) {
			findings_.lines.push_back(ranked(candidate));
		}
		const auto is_better = [](const RankedLine &left, const RankedLine &right) {
			return std::pair(left.score, left.line.id) > std::pair(right.score, right.line.id);
		};
		const std::size_t wanted = std::min(query_.limit, findings_.lines.size());
		std::partial_sort(findings_.lines.begin(),
				findings_.lines.begin() + static_cast<std::ptrdiff_t>(wanted),
				findings_.lines.end(), is_better);
		findings_.lines.resize(wanted);
	}

	Database &database_;
	const MemoryQuery &query_;
	const std::string match_;
	MemoryFindings findings_;
	std::vector<Candidate> candidates_;
	std::set<std::int64_t> taken_;
	std::vector<double> telling_; // how much each phrase says
	double words_a_line_ = 0.0;
	double best_ = 0.0; // what a line made of just these words would have
};

} // namespace

Result<MemoryFindings> search_memory(Database &database, const MemoryQuery &query) {
	const std::vector<std::string> words = quoted_words(query.text);
	if (words.empty()) {
		return MemoryFindings();
	}
	// One unchanging view for all queries.
	Result<Transaction> view = Transaction::begin(database, Transaction::Kind::read);
	if (!view.ok()) {
		return view.status();
	}
	return Ranking(database, query, words).run();
}

} // namespace agent_runtime
