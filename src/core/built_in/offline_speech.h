#pragma once

#include "core/base/rng.h"
#include "core/built_in/offline_voice.h"
#include "core/built_in/offline_words.h"
#include "core/mind/mind.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

// One utterance while it is put together: what it can take up, and the text so far.
// Thread rule: any thread, one at a time. Views refer to the request, which outlives it.
class Speech {
public:
	// `said` is the line that it answers; null: none.
	Speech(const MindRequest &request, ParticipantId to, std::string_view name,
			const RememberedLine *said);

	const Voice &voice() const { return voice_; }
	const Mention &word() const { return word_; } // from what was said
	const Mention &earlier() const { return earlier_; } // from what was said before that
	// Chooses something from the speaker's persona for the rest of the utterance; false when there
	// is nothing.
	bool finds_own();
	Phrases facts() const { return facts_; } // about the subject of the talk
	// Each of the two speakers of a talk has one.
	std::size_t side() const { return side_; }

	// Picks one of these phrases. When turns are counted, it picks by how often such a phrase was
	// wanted before, each phrase once, and never one that belongs to the other side.
	std::string_view chosen(
			Phrases phrases, std::size_t occurrence, bool is_counted, Rng &rng) const;

	// Adds a phrase and fills its places.
	void say(std::string_view phrase);
	std::size_t size() const { return text_.size(); }
	void cut(std::size_t size) { text_.resize(size); }
	bool was_said_since(std::size_t start) const;
	std::string take();

private:
	void choose_word(const RememberedLine &said);
	void choose_earlier(const RememberedLine *said);
	void choose_topic();
	bool is_name(std::string_view text) const;
	bool is_new(std::string_view text, const RememberedLine *but) const;
	void fill(std::string_view place);
	bool begins_sentence() const;

	const MindRequest &request_;
	std::string_view name_;
	Voice voice_;
	Phrases facts_;
	Mention word_;
	Mention earlier_;
	Mention topic_;
	Mention own_;
	std::size_t side_ = 0;
	std::uint64_t key_ = 0; // identifies the talk
	std::string text_;
};

} // namespace agent_runtime
