#pragma once

#include "core/base/clock.h"
#include "core/mind/mind.h"
#include "core/mind/model.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace agent_runtime {

// Lets a mind of this process answer what language models are asked, so that a caller need not know
// what it calls. To the mind, the words of the user are what a player says to it, the system text
// is who it is, and the offered tools are the game's. It answers in words or with calls of tools;
// anything else that it decides comes as JSON (action_json.h), and a wait as no words. A script's
// `delay` is real time here. The same request gives the same answer.
//
//	MindBackend backend(mind, MindKind::offline, clock, hurried);
//	std::unique_ptr<ModelCall> call = backend.start(request, listener);
//	backend.advance(); // at or before next_due(): the answer comes
//
// Thread rule: worker only, that of the backend's owner.
class MindBackend : public ModelBackend {
public:
	// All references must outlive the backend, which outlives its calls. `hurried` is called when
	// an answer becomes due earlier than all others.
	MindBackend(const InProcessMind &mind, MindKind kind, const Clock &clock,
			std::function<void()> hurried = {});

	std::unique_ptr<ModelCall> start(ModelRequest request, ModelListener &listener) override;
	// Gives the answers that are due.
	void advance();
	std::optional<RealTime> next_due() const;

private:
	class Call;
	struct Open {
		MindRequest request;
		std::size_t used_tools = 0; // calls of tools before this answer
		ModelListener *listener = nullptr;
	};
	using Key = std::pair<RealTime, std::uint64_t>; // when it is due, and its number

	void answer(Key key);

	const InProcessMind &mind_;
	const MindKind kind_;
	const Clock &clock_;
	const std::function<void()> hurried_;
	std::uint64_t newest_ = 0;
	std::map<Key, Open> open_;
};

} // namespace agent_runtime
