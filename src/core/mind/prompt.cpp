#include "core/mind/prompt.h"

#include "core/base/utf8.h"
#include "core/mind/decision.h"
#include "core/mind/token_estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr std::size_t LINES_KEPT = 2; // of the last lines, whatever the budget

// How much a part matters. The least important is left out first.
enum class Weight : std::uint8_t { noticed, recalled, neighbours, summary, lines, pinned, needed };

struct Draft {
	PromptPart part;
	Weight weight = Weight::needed;
};

std::string who(const std::string &name, ParticipantId id) {
	return name.empty() ? id.to_string() : name + " [" + id.to_string() + "]";
}

std::string place(TilePosition position) {
	return "(" + std::to_string(std::lround(position.x)) + ", " +
			std::to_string(std::lround(position.y)) + ")";
}

std::string said(const RememberedLine &line, const MindRequest &request) {
	const bool own = line.sender == ParticipantId(request.agent);
	return "- " + (own ? std::string("You") : who(line.sender_name, line.sender)) + ": " +
			line.content;
}

// Roughly how many bytes fit into these tokens, rather too few than too many.
std::size_t bytes_within(std::int64_t tokens) {
	constexpr std::int64_t BYTES_PER_TOKEN = 3;
	return static_cast<std::size_t>(std::max<std::int64_t>(tokens, 0) * BYTES_PER_TOKEN);
}

void cut(std::string &text, std::size_t bytes) {
	if (text.size() > bytes) {
		text = std::string(shorten(text, bytes)) + " (the rest was cut off)";
	}
}

// Collects parts and drops empty ones.
class Parts {
public:
	// No part may take more than a quarter of the prompt.
	explicit Parts(std::int64_t most_tokens) :
			most_bytes_(bytes_within(most_tokens / 4)) {}

	void add(const char *name, std::string text, std::string reason, Weight weight) {
		if (!text.empty()) {
			cut(text, most_bytes_);
			const std::int64_t tokens = estimate_tokens(text);
			drafts_.push_back(
					{ { name, std::move(text), std::move(reason), tokens, false }, weight });
		}
	}
	void fit(std::int64_t most) {
		std::vector<Draft *> by_weight;
		std::int64_t tokens = 0;
		for (Draft &draft : drafts_) {
			tokens += draft.part.tokens;
			by_weight.push_back(&draft);
		}
		std::sort(by_weight.begin(), by_weight.end(), is_dropped_first);
		for (Draft *draft : by_weight) {
			if (tokens <= most || draft->weight == Weight::needed) {
				break;
			}
			draft->part.left_out = true;
			tokens -= draft->part.tokens;
		}
	}
	std::vector<PromptPart> take() {
		std::vector<PromptPart> parts;
		for (Draft &draft : drafts_) {
			parts.push_back(std::move(draft.part));
		}
		return parts;
	}

private:
	// Among parts of equal weight the first added is dropped first; among recalled lines the last,
	// since the best comes first.
	static bool is_dropped_first(const Draft *one, const Draft *other) {
		if (one->weight != other->weight) {
			return one->weight < other->weight;
		}
		return one->weight == Weight::recalled ? one > other : one < other;
	}

	const std::size_t most_bytes_;
	std::vector<Draft> drafts_;
};

std::string identity(const MindRequest &request) {
	const Persona &self = request.self;
	return "You are " + who(self.name, ParticipantId(request.agent)) +
			(self.role.empty() ? "" : ", " + self.role) + ", a character in a game world.";
}

std::string rules(const MindRequest &request) {
	if (!request.instruction.empty()) {
		return "Stay in character. Speak as people do: no stage directions, no lists, no names in "
			   "front of what you say. Answer with your words alone.";
	}
	std::string text =
			"Stay in character. Speak as people do: one to three sentences, no stage directions, "
			"no lists. You are asked again whenever something happens, so decide on one thing now.";
	if (!request.end_keyword.empty()) {
		text += " When the talk has come to its end, say goodbye and end with " +
				request.end_keyword + ".";
	}
	return text;
}

std::string answer_form(const std::vector<ModelTool> &tools) {
	std::string text = "Answer with what you say, in plain words; or, to do something else, with "
					   "nothing but one JSON object:\n";
	for (const ModelTool &tool : tools) {
		const json properties = tool.schema.value("properties", json::object());
		const bool built_in = is_built_in_action(tool.name);
		text += "- {\"action\": \"" + (built_in ? tool.name : std::string("action")) + "\"";
		if (!built_in) {
			text += ", \"name\": \"" + tool.name + "\", \"arguments\": " + properties.dump();
		} else if (!properties.empty()) {
			text += ", with " + properties.dump();
		}
		text += "}: " + tool.description + "\n";
	}
	return text;
}

std::string task_in_words(const TaskInHand &task) {
	std::string text = "Your task: " + task.name;
	text += task.description.empty() ? "" : "\n" + task.description;
	return text + (task.partner.is_none() ? "" : "\nYou share it with " + task.partner.to_string());
}

void add_perception(const MindRequest &request, Parts &parts) {
	parts.add("surroundings", request.surroundings, "the game says so", Weight::needed);
	std::string around = "You are at " + place(request.position) + ".";
	for (const Neighbour &other : request.nearby) {
		around += "\n- " + who(other.name, ParticipantId(other.agent)) + " is at " +
				place(other.position);
	}
	parts.add("nearby", around, "who is near, nearest first", Weight::neighbours);
	for (const std::string &notice : request.noticed) {
		parts.add("noticed", "- " + notice, "happened since the last thought", Weight::noticed);
	}
}

void add_memory(const MindRequest &request, Parts &parts) {
	if (!request.summary.empty()) {
		parts.add("summary", "What was before: " + request.summary, "sums up older talk",
				Weight::summary);
	}
	for (const RememberedLine &line : request.pinned) {
		parts.add("memory", said(line, request), "pinned", Weight::pinned);
	}
	for (const RecalledLine &recalled : request.recalled) {
		parts.add("memory", said(recalled.line, request), recalled.reason, Weight::recalled);
	}
	const std::size_t count = request.last_lines.size();
	const RememberedLine *const answered = find_prompt_line(request);
	for (std::size_t i = 0; i < count; i++) {
		if (&request.last_lines[i] == answered) {
			continue; // this line is the question
		}
		parts.add("said", said(request.last_lines[i], request), "among the last lines",
				i + LINES_KEPT < count ? Weight::lines : Weight::needed);
	}
}

void add_occasion(const MindRequest &request, Parts &parts) {
	if (request.task) {
		parts.add("task", task_in_words(*request.task), "works at it", Weight::needed);
	}
	if (!request.topic.empty()) {
		parts.add("topic", "You talk about: " + request.topic, "the talk's topic", Weight::needed);
	}
	if (request.invitation) {
		parts.add("invitation",
				who(request.invitation->from_name, ParticipantId(request.invitation->from)) +
						" invites you to a " + (request.invitation->to_task ? "task: " : "talk: ") +
						request.invitation->subject,
				"waits for an answer", Weight::needed);
	}
}

// The last answer in the conversation, exactly as it was given.
std::string prompt_in_words(const RememberedLine &prompt) {
	return prompt.sender.is_none()
			? prompt.content
			: who(prompt.sender_name, prompt.sender) + " says to you:\n" + prompt.content;
}

std::string question(const MindRequest &request) {
	std::string text = request.prompt ? prompt_in_words(*request.prompt)
			: request.answer_to.is_none()
			? "What do you do now?"
			: "What do you answer " + request.answer_to.to_string() + ", or do instead?";
	if (!request.complaint.empty()) {
		text += "\nYour last answer was of no use: " + request.complaint;
	}
	return text;
}

// The headings under which the model reads the parts. Parts of the system prompt have none.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> HEADINGS = { {
		{ "surroundings", "Around you" },
		{ "nearby", "Who is near" },
		{ "noticed", "What you have noticed" },
		{ "task", "Your work" },
		{ "topic", "The talk" },
		{ "invitation", "An invitation" },
		{ "summary", "What you remember" },
		{ "memory", "What you remember well" },
		{ "said", "What was said last, oldest first" },
} };

std::string_view heading_of(std::string_view name) {
	const auto *const found = std::find_if(HEADINGS.begin(), HEADINGS.end(),
			[&](const auto &heading) { return heading.first == name; });
	return found != HEADINGS.end() ? found->second : std::string_view();
}

void append_part(const PromptPart &part, std::string_view before, std::string &text) {
	const std::string_view heading = heading_of(part.name);
	if (!heading.empty() && part.name != before) {
		text += (text.empty() ? "## " : "\n## ") + std::string(heading) + "\n";
	}
	text += part.text + "\n";
}

// All results together may fill half of the prompt.
void add_tool_results(
		const MindRequest &request, const PromptOptions &options, ModelRequest &model) {
	const std::size_t count = std::max<std::size_t>(request.tool_results.size(), 1);
	const std::size_t most_bytes = bytes_within(options.most_tokens / 2) / count;
	for (ToolResult result : request.tool_results) {
		cut(result.result, most_bytes);
		if (options.offers_tools) {
			model.messages.push_back(
					{ ModelMessage::Role::assistant, "", { result.call }, "", false });
			model.messages.push_back(
					{ ModelMessage::Role::tool, result.result, {}, result.call.id, !result.ok });
		} else {
			model.messages.front().text += "\nYou have used " + result.call.name + " with " +
					result.call.arguments + (result.ok ? ", which gave: " : ", which failed: ") +
					result.result;
		}
	}
}

std::string_view role_name(ModelMessage::Role role) {
	constexpr std::array<std::string_view, 3> NAMES = { "user", "assistant", "tool" };
	return NAMES[static_cast<std::size_t>(role)];
}

bool is_of_system(const PromptPart &part) {
	return heading_of(part.name).empty() && part.name != "question";
}

} // namespace

PromptOptions prompt_options(const ProviderSettings &settings, const std::string &own) {
	PromptOptions options;
	options.most_tokens = settings.prompt_tokens;
	options.max_output_tokens = settings.max_output_tokens;
	options.temperature = settings.temperature;
	const json read = json::parse(own, nullptr, false);
	if (!read.is_object()) {
		return options;
	}
	if (const auto temperature = read.find("temperature");
			temperature != read.end() && temperature->is_number()) {
		options.temperature = temperature->get<double>();
	}
	if (const auto most = read.find("max_output_tokens");
			most != read.end() && most->is_number_integer() && *most > 0) {
		options.max_output_tokens = most->get<std::int64_t>();
	}
	return options;
}

Prompt assemble_prompt(const MindRequest &request, const PromptOptions &options) {
	Prompt prompt;
	ModelRequest &model = prompt.request;
	model.model = options.model;
	model.max_output_tokens = options.max_output_tokens;
	model.temperature = options.temperature;
	std::vector<ModelTool> tools = tools_for(request);
	Parts parts(options.most_tokens);
	parts.add("identity", identity(request), "who it is", Weight::needed);
	parts.add("persona", request.self.persona, "how it is", Weight::needed);
	parts.add("instruction", request.instruction, "how to take part in the conversation",
			Weight::needed);
	parts.add("rules", rules(request), "how to answer", Weight::needed);
	if (!options.offers_tools) {
		parts.add("answer_form", answer_form(tools), "what it can do", Weight::needed);
	}
	add_perception(request, parts);
	add_occasion(request, parts);
	add_memory(request, parts);
	parts.add("question", question(request), "what is to be decided", Weight::needed);
	if (options.offers_tools) {
		model.tools = std::move(tools);
	}
	model.messages.push_back({});
	add_tool_results(request, options, model);
	parts.fit(options.most_tokens - estimate_tokens(model));
	prompt.parts = parts.take();

	std::string user;
	std::string_view before;
	for (const PromptPart &part : prompt.parts) {
		if (!part.left_out) {
			append_part(part, before, is_of_system(part) ? model.system : user);
			before = part.name;
		}
	}
	model.messages.front().text.insert(0, user);
	prompt.tokens = estimate_tokens(model);
	return prompt;
}

PromptFields shown_request(const ModelRequest &request) {
	PromptFields shown{
		.model = request.model, .system = request.system, .messages = {}, .tools = {}
	};
	for (const ModelMessage &message : request.messages) {
		PromptMessageFields &each = shown.messages.emplace_back();
		each.role = role_name(message.role);
		each.text = message.text;
		for (const ToolCall &call : message.tool_calls) {
			each.tool_calls = each.tool_calls.value_or(std::vector<PromptCallFields>());
			each.tool_calls->push_back({ call.name, call.arguments });
		}
	}
	for (const ModelTool &tool : request.tools) {
		shown.tools.push_back({ tool.name, tool.description, tool.schema });
	}
	return shown;
}

LastPromptReply shown_prompt(AgentId agent, const Prompt &prompt) {
	LastPromptReply shown{ .agent = agent,
		.prompt = shown_request(prompt.request),
		.tokens = prompt.tokens,
		.parts = {} };
	for (const PromptPart &part : prompt.parts) {
		shown.parts.push_back({ part.name, part.text, part.reason, part.tokens, part.left_out });
	}
	return shown;
}

} // namespace agent_runtime
