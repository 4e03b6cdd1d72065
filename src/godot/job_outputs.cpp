#include "godot/job_outputs.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

using godot::Ref;

namespace agent_runtime {

namespace {

constexpr std::ptrdiff_t LINES_AT_ONCE = 200;
constexpr Micros PATIENCE = std::chrono::seconds(10);

} // namespace

void JobOutputs::begin(const Ref<AgentProgramJob> &p_job) {
	outputs.insert_or_assign(p_job->job_id(), Output{ p_job, {}, false, false, {} });
}

void JobOutputs::leave(JobId p_job) {
	outputs.erase(p_job);
}

void JobOutputs::clear() {
	outputs.clear();
}

void JobOutputs::follow_wanted(JobFeeds &p_feeds, RealTime p_now) {
	for (auto &[id, output] : outputs) {
		const bool is_wanted = output.job->wants_output();
		if (is_wanted == output.is_followed) {
			continue;
		}
		output.is_followed = is_wanted;
		output.has_end = false;
		output.lines.clear();
		output.last_news = p_now;
		if (is_wanted) {
			p_feeds.follow(id, output.job->shown_seq());
		} else {
			p_feeds.leave(id);
		}
	}
}

// The next pages are read as soon as these were taken, so they wait until the last ones are shown.
void JobOutputs::take(JobFeeds &p_feeds, RealTime p_now) {
	for (JobLines &taken : p_feeds.take()) {
		const auto found = outputs.find(taken.job);
		if (found == outputs.end() || !found->second.is_followed) {
			continue;
		}
		Output &output = found->second;
		output.lines.insert(output.lines.end(), std::make_move_iterator(taken.lines.begin()),
				std::make_move_iterator(taken.lines.end()));
		output.has_end = taken.is_end;
		output.last_news = p_now;
	}
}

JobOutputs::Output *JobOutputs::next() {
	const auto has_lines = [](const auto &each) { return !each.second.lines.empty(); };
	const auto after = outputs.upper_bound(last);
	auto found = std::find_if(after, outputs.end(), has_lines);
	if (found == outputs.end()) {
		found = std::find_if(outputs.begin(), after, has_lines);
		if (found == after) {
			return nullptr;
		}
	}
	last = found->first;
	return &found->second;
}

void JobOutputs::show(Output &p_output) {
	const auto end = p_output.lines.begin() +
			std::min<std::ptrdiff_t>(LINES_AT_ONCE, std::ssize(p_output.lines));
	const std::vector<OutputLine> lines(
			std::make_move_iterator(p_output.lines.begin()), std::make_move_iterator(end));
	p_output.lines.erase(p_output.lines.begin(), end);
	const Ref<AgentProgramJob> job = p_output.job; // a handler may do anything
	job->show_output(lines);
}

void JobOutputs::work(LiveRuntime &p_live, Micros p_budget) {
	if (outputs.empty()) {
		return;
	}
	const RealTime begin = p_live.clock().now();
	JobFeeds &feeds = p_live.runtime().jobs().feeds();
	follow_wanted(feeds, begin);
	const bool is_free = std::all_of(outputs.begin(), outputs.end(),
			[](const auto &each) { return each.second.lines.empty(); });
	if (is_free) {
		take(feeds, begin);
	}
	do {
		Output *output = next();
		if (output == nullptr) {
			return;
		}
		show(*output);
	} while (!p_live.is_stopped() && p_live.clock().now() - begin < p_budget);
}

void JobOutputs::note_end(JobId p_job, RealTime p_now) {
	if (const auto found = outputs.find(p_job); found != outputs.end()) {
		found->second.last_news = p_now;
	}
}

bool JobOutputs::is_done(JobId p_job, RealTime p_now) {
	const auto found = outputs.find(p_job);
	if (found == outputs.end() || !found->second.job->wants_output()) {
		return true;
	}
	const Output &output = found->second;
	const bool has_all = output.is_followed && output.has_end && output.lines.empty();
	return has_all || (output.is_followed && p_now - output.last_news > PATIENCE);
}

} // namespace agent_runtime
