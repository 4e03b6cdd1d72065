#include "driver_lines.h"

#include "core/base/fields.h"
#include "core/base/rng.h"

#include <algorithm>
#include <utility>

namespace agent_runtime::test {

using nlohmann::json;

JobBrief brief_of(JobProgram program, const std::string &prompt) {
	JobBrief brief;
	brief.plan.program = program;
	brief.plan.folder = "/project";
	brief.plan.command = { "/bin/cat" };
	brief.prompt = prompt;
	brief.prompt_uuid = FIRST_PROMPT;
	brief.session = SESSION;
	return brief;
}

namespace {

json shown_closed(const ClosedQuestion &closed) {
	return { closed.asked_as, static_cast<int>(closed.how) };
}

json shown_input(const JobInput &input) {
	return { input.key, static_cast<int>(input.line.kind), input.line.data, input.line.signal };
}

json shown_usage(const Usage &usage) {
	return { usage.input_tokens, usage.cached_tokens, usage.cache_write_tokens, usage.output_tokens,
		usage.cost ? json(usage.cost->micro_dollars) : json() };
}

} // namespace

std::string shown(const DriverNews &news) {
	json all = { { "taken", news.taken }, { "session", news.session }, { "model", news.model },
		{ "said", news.said }, { "trouble", news.trouble } };
	for (const NewQuestion &asked : news.asked) {
		all["asked"].push_back(write_fields(asked));
		all["contexts"].push_back(asked.context);
	}
	for (const ClosedQuestion &closed : news.closed) {
		all["closed"].push_back(shown_closed(closed));
	}
	for (const JobInput &input : news.inputs) {
		all["inputs"].push_back(shown_input(input));
	}
	if (news.usage) {
		all["usage"] = shown_usage(*news.usage);
	}
	if (news.turn) {
		all["turn"] = { news.turn->ok, news.turn->error };
	}
	return all.dump();
}

std::vector<OutputLine> records_of(const std::string &output, std::uint64_t chance) {
	Rng rng(chance);
	std::vector<OutputLine> records;
	std::size_t at = 0;
	while (at < output.size()) {
		const std::size_t end = std::min(output.find('\n', at), output.size());
		const std::size_t left = end - at;
		const bool in_pieces = left > 1 && rng.chance(0.4);
		const std::size_t size = in_pieces ? 1 + rng.uniform(left - 1) : left;
		OutputLine record;
		record.seq = records.size() + 1;
		record.data = output.substr(at, size);
		record.more = size < left || end == output.size();
		records.push_back(std::move(record));
		at += size;
		if (!records.back().more) {
			at++;
		}
	}
	return records;
}

} // namespace agent_runtime::test
