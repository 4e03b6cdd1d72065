#include "core/hosting/host_log.h"

#include "core/base/utf8.h"
#include "core/hosting/job_files.h"
#include "core/hosting/output_line.h"

#include <string>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_SENTENCE = 4'096;

} // namespace

HostLog::HostLog(const OwnFolder &folder, const Clock &clock) :
		clock_(clock) {
	Result<OwnFile> file = folder.file(job_files::LOG, OwnFile::Use::append);
	if (file.ok()) {
		file_ = std::move(file).value();
	}
}

void HostLog::add(std::string_view sentence) {
	std::string line = stamp_of(clock_.wall_now());
	line.append(" ").append(for_display(shorten(sentence, LONGEST_SENTENCE))).append("\n");
	if (!file_.is_open()) {
		return;
	}
	const bool has_room = file_.size() + line.size() <= MOST_BYTES || file_.cut(0).ok();
	if (has_room) {
		file_.append(line); // on a full disk it is missing
	}
}

} // namespace agent_runtime
