#include "core/models/mind_backend.h"

#include "core/base/rng.h"
#include "core/mind/action_json.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

namespace {

using Role = ModelMessage::Role;

const ParticipantId USER = ParticipantId::player(0);

std::uint64_t mixed(std::uint64_t seed, std::string_view text) {
	for (const char each : text) {
		seed ^= static_cast<unsigned char>(each);
		seed = splitmix64(seed);
	}
	return seed;
}

std::uint64_t seed_of(const ModelRequest &request) {
	std::uint64_t seed = mixed(0, request.system);
	for (const ModelMessage &message : request.messages) {
		seed = mixed(seed, message.text);
	}
	return seed;
}

// A mind cannot be offered a tool whose name or schema its table does not accept.
ActionTablePtr table_of(const std::vector<ModelTool> &tools) {
	ActionTable table;
	for (const ModelTool &tool : tools) {
		static_cast<void>(table.add(tool.name, { tool.description, tool.schema }));
	}
	return table.all().empty() ? nullptr : std::make_shared<const ActionTable>(std::move(table));
}

ToolResult result_from(const ModelMessage &message, const std::vector<ToolCall> &calls) {
	ToolResult result{
		.call = { message.tool_call_id, "", "{}" }, .ok = !message.failed, .result = message.text
	};
	const auto call = std::find_if(calls.rbegin(), calls.rend(),
			[&](const ToolCall &each) { return each.id == message.tool_call_id; });
	if (call != calls.rend()) {
		result.call = *call;
	}
	return result;
}

// The results of tools belong to the user's last words.
void read_messages(const std::vector<ModelMessage> &messages, MindRequest &request) {
	std::vector<ToolCall> calls;
	for (const ModelMessage &message : messages) {
		if (message.role == Role::tool) {
			request.tool_results.push_back(result_from(message, calls));
			continue;
		}
		const bool is_user = message.role == Role::user;
		if (is_user) {
			request.tool_results.clear();
		} else {
			request.asked++;
			calls.insert(calls.end(), message.tool_calls.begin(), message.tool_calls.end());
		}
		if (!message.text.empty()) {
			request.turn += is_user ? 0 : 1;
			request.last_lines.push_back(
					{ is_user ? USER : ParticipantId(request.agent), "", message.text });
		}
	}
}

MindRequest thought_of(const ModelRequest &model, MindKind kind) {
	MindRequest request;
	request.agent = model.agent;
	request.mind = kind;
	request.seed = seed_of(model);
	request.self.persona = model.system;
	request.answer_to = USER;
	request.tools = table_of(model.tools);
	request.options = model.options;
	read_messages(model.messages, request);
	return request;
}

std::size_t count_calls(const std::vector<ModelMessage> &messages) {
	std::size_t count = 0;
	for (const ModelMessage &message : messages) {
		count += message.tool_calls.size();
	}
	return count;
}

// A mind numbers the calls of each answer anew; here no two have one id.
ModelAnswer answer_of(const MindAction &action, std::size_t used_tools) {
	ModelAnswer answer;
	if (const SpeakAction *speech = std::get_if<SpeakAction>(&action)) {
		answer.text = speech->content;
	} else if (const CompleteTaskAction *end = std::get_if<CompleteTaskAction>(&action)) {
		answer.text = end->result;
	} else if (const UseToolsAction *use = std::get_if<UseToolsAction>(&action)) {
		answer.tool_calls = use->calls;
		for (ToolCall &call : answer.tool_calls) {
			call.id = "call_" + std::to_string(++used_tools);
		}
	} else if (!std::holds_alternative<WaitAction>(action)) {
		answer.text = action_to_json(action).dump(
				-1, ' ', false, nlohmann::json::error_handler_t::replace);
	}
	return answer;
}

} // namespace

// Waits as long as this lives.
class MindBackend::Call : public ModelCall {
public:
	Call(MindBackend &backend, Key key) :
			backend_(backend),
			key_(key) {}
	~Call() override { backend_.open_.erase(key_); }
	Call(const Call &) = delete;
	Call &operator=(const Call &) = delete;

private:
	MindBackend &backend_;
	const Key key_;
};

MindBackend::MindBackend(const InProcessMind &mind, MindKind kind, const Clock &clock,
		std::function<void()> hurried) :
		mind_(mind),
		kind_(kind),
		clock_(clock),
		hurried_(std::move(hurried)) {}

std::unique_ptr<ModelCall> MindBackend::start(ModelRequest request, ModelListener &listener) {
	MindRequest thought = thought_of(request, kind_);
	const Key key{ clock_.now() + mind_.delay_of(thought), ++newest_ };
	const bool is_first = open_.empty() || key < open_.begin()->first;
	open_[key] = { std::move(thought), count_calls(request.messages), &listener };
	if (is_first && hurried_) {
		hurried_();
	}
	return std::make_unique<Call>(*this, key);
}

std::optional<RealTime> MindBackend::next_due() const {
	return open_.empty() ? std::nullopt : std::optional(open_.begin()->first.first);
}

// What is started meanwhile waits for the next time, so this comes to an end.
void MindBackend::advance() {
	const std::uint64_t newest = newest_;
	std::vector<Key> due;
	for (const auto &[key, open] : open_) {
		if (key.first > clock_.now()) {
			break;
		}
		if (key.second <= newest) {
			due.push_back(key);
		}
	}
	for (const Key &key : due) {
		answer(key);
	}
}

// The listener may give the call up within each function.
void MindBackend::answer(Key key) {
	const auto found = open_.find(key);
	if (found == open_.end()) {
		return;
	}
	ModelListener &listener = *found->second.listener;
	const Result<MindAction> action = mind_.think(found->second.request);
	if (!action.ok()) {
		open_.erase(found);
		listener.failed({ failure_of_status(action.status()),
				std::string(message_of_failure(action.status())), {}, {} });
		return;
	}
	ModelAnswer answer = answer_of(action.value(), found->second.used_tools);
	std::vector<std::string> pieces = mind_.pieces_of(found->second.request);
	if (pieces.empty() && !answer.text.empty()) {
		pieces.push_back(answer.text);
	}
	listener.connected();
	for (const std::string &piece : pieces) {
		if (open_.contains(key)) {
			listener.progressed();
		}
		if (open_.contains(key)) {
			listener.wrote(piece);
		}
	}
	if (open_.erase(key) > 0) {
		listener.answered(std::move(answer));
	}
}

} // namespace agent_runtime
