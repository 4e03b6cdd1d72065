#include "core/hosting/inbox_writer.h"

#include "core/hosting/line_reader.h"

#include <string>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view BEFORE_N = R"({"n":)";
constexpr std::size_t BEGINNING_OF_INBOX_LINE = 64;

} // namespace

Result<InboxWriter> InboxWriter::open(const JobFolders &folders) {
	Result<OwnFile> file = folders.job.file(job_files::INBOX, OwnFile::Use::append);
	if (!file.ok()) {
		return file.status();
	}
	const Result<std::string> last = last_line(file.value(), BEGINNING_OF_INBOX_LINE);
	if (!last.ok()) {
		return last.status();
	}
	const std::uint64_t last_n = leading_number(last.value(), BEFORE_N).value_or(0);
	if (last_n == 0 && !last.value().empty()) {
		return Status(StatusCode::corrupt,
				"the inbox of " + folders.id.to_string() +
						" ends with a line that is none of ours; move it away");
	}
	return InboxWriter(std::move(file).value(), last_n);
}

Status InboxWriter::append(const InboxLine &line) {
	if (line.n <= last_n_) {
		return {};
	}
	if (line.n > last_n_ + 1) {
		return { StatusCode::failed_precondition,
			"line " + std::to_string(line.n) + " of an inbox cannot follow line " +
					std::to_string(last_n_) + "; write those between first" };
	}
	const Result<std::string> text = line.to_text();
	if (!text.ok()) {
		return text.status();
	}
	Status written = append_line(file_, text.value());
	last_n_ += written.ok() ? 1 : 0;
	return written;
}

} // namespace agent_runtime
