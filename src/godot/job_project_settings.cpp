#include "godot/job_project_settings.h"

#include "godot/convert.h"
#include "godot/setting.h"

#include <godot_cpp/classes/os.hpp>
#include <godot_cpp/classes/project_settings.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace godot;

namespace agent_runtime {

namespace {

constexpr double MOST_JOBS_AT_ONCE = 1'000.0;
constexpr double MOST_KEPT = 1e9;
// What a request may ask for (job_messages.h).
constexpr double MOST_OUTPUT_MEGABYTES = 1'048'576.0;
constexpr double MOST_MEMORY_MEGABYTES = 16'777'216.0;
constexpr double MOST_SECONDS = 31'536'000.0;
constexpr double MOST_DOLLARS = 1e6;

Setting jobs_enabled() {
	return { setting::JOBS_ENABLED, JobSettings().enabled };
}

Setting jobs_in_exported_games() {
	return { setting::JOBS_IN_EXPORTED_GAMES, false };
}

PackedStringArray to_godot_list(const std::vector<std::string> &p_texts) {
	PackedStringArray list;
	for (const std::string &text : p_texts) {
		list.push_back(to_godot(text));
	}
	return list;
}

Setting job_programs() {
	return { setting::JOB_PROGRAMS, to_godot_list(JobSettings().programs) };
}

Setting job_folders() {
	return { setting::JOB_FOLDERS, PackedStringArray() };
}

Setting job_folder() {
	return { setting::JOB_FOLDER, "", PROPERTY_HINT_GLOBAL_DIR };
}

Setting most_running_jobs() {
	return { setting::MOST_RUNNING_JOBS, static_cast<int64_t>(JobSettings().most_running),
		PROPERTY_HINT_RANGE, "1,32,1,or_greater", 1.0, MOST_JOBS_AT_ONCE };
}

Setting job_output_megabytes() {
	return { setting::JOB_OUTPUT_MEGABYTES,
		static_cast<int64_t>(JobSettings().bounds.output_megabytes), PROPERTY_HINT_RANGE,
		"1,4096,1,or_greater,suffix:MB", 1.0, MOST_OUTPUT_MEGABYTES };
}

Setting job_memory_megabytes() {
	return { setting::JOB_MEMORY_MEGABYTES,
		static_cast<int64_t>(JobSettings().bounds.memory_megabytes), PROPERTY_HINT_RANGE,
		"0,65536,1,or_greater,suffix:MB", 0.0, MOST_MEMORY_MEGABYTES };
}

Setting job_seconds() {
	return { setting::JOB_SECONDS, static_cast<int64_t>(JobSettings().bounds.seconds),
		PROPERTY_HINT_RANGE, "0,86400,1,or_greater,suffix:s", 0.0, MOST_SECONDS };
}

Setting job_dollars() {
	return { setting::JOB_DOLLARS, JobSettings().bounds.dollars, PROPERTY_HINT_RANGE,
		"0,100,0.01,or_greater,suffix:$", 0.0, MOST_DOLLARS };
}

Setting keep_job_days() {
	return { setting::KEEP_JOB_DAYS,
		static_cast<int64_t>(JobSettings().retention.max_age / std::chrono::hours(24)),
		PROPERTY_HINT_RANGE, "0,365,1,or_greater,suffix:d", 0.0, 1e5 };
}

Setting keep_job_count() {
	return { setting::KEEP_JOB_COUNT, static_cast<int64_t>(JobSettings().retention.max_jobs),
		PROPERTY_HINT_RANGE, "0,10000,1,or_greater", 0.0, MOST_KEPT };
}

Setting keep_job_megabytes() {
	return { setting::KEEP_JOB_MEGABYTES,
		static_cast<int64_t>(JobSettings().retention.max_megabytes), PROPERTY_HINT_RANGE,
		"0,100000,1,or_greater,suffix:MB", 0.0, MOST_KEPT };
}

Setting job_launcher() {
	return { setting::JOB_LAUNCHER, PackedStringArray() };
}

std::vector<std::string> texts_of(const Setting &p_setting) {
	std::vector<std::string> texts;
	const PackedStringArray list = p_setting.texts();
	for (const String &text : list) {
		texts.push_back(to_utf8(text));
	}
	return texts;
}

// As the system has it: res:// and user:// are names of the engine.
std::string global_path(const String &p_path) {
	return p_path.is_empty() ? std::string()
							 : to_utf8(ProjectSettings::get_singleton()->globalize_path(p_path));
}

} // namespace

void register_job_settings() {
	for (const Setting &each : { jobs_enabled(), jobs_in_exported_games(), job_programs(),
				 job_folders(), job_folder(), most_running_jobs(), job_output_megabytes(),
				 job_memory_megabytes(), job_seconds(), job_dollars(), keep_job_days(),
				 keep_job_count(), keep_job_megabytes(), job_launcher() }) {
		each.add_to_project();
	}
}

JobSettings job_settings() {
	JobSettings settings;
	settings.enabled = jobs_enabled().flag();
	settings.enabling_setting = setting::JOBS_ENABLED;
	const bool is_exported = OS::get_singleton()->has_feature("template");
	const bool may_export = jobs_in_exported_games().flag();
	if (settings.enabled && is_exported && !may_export) {
		settings.enabled = false;
		settings.enabling_setting = setting::JOBS_IN_EXPORTED_GAMES;
	}
	settings.programs = texts_of(job_programs());
	for (const std::string &folder : texts_of(job_folders())) {
		settings.folders.push_back(global_path(to_godot(folder)));
	}
	settings.folder = global_path(job_folder().text());
	settings.most_running = static_cast<std::size_t>(most_running_jobs().number());
	settings.bounds.output_megabytes = static_cast<uint64_t>(job_output_megabytes().number());
	settings.bounds.memory_megabytes = static_cast<uint64_t>(job_memory_megabytes().number());
	settings.bounds.seconds = static_cast<uint64_t>(job_seconds().number());
	settings.bounds.dollars = job_dollars().number();
	settings.retention.max_age =
			static_cast<int64_t>(keep_job_days().number()) * std::chrono::hours(24);
	settings.retention.max_jobs = static_cast<std::size_t>(keep_job_count().number());
	settings.retention.max_megabytes = static_cast<uint64_t>(keep_job_megabytes().number());
	settings.launcher = texts_of(job_launcher());
	return settings;
}

} // namespace agent_runtime
