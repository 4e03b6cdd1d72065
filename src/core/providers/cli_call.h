#pragma once

#include "core/io/private_file.h"
#include "core/io/process_runner.h"
#include "core/providers/cli_command.h"
#include "core/providers/cli_stream.h"
#include "core/providers/json_lines.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// One use of a program, from its start to its closing line. Owned by the ModelCall, and briefly by
// the function that calls its listener later. Thread rule: worker only, that of the runner.
class CliCall : public ProcessListener, public std::enable_shared_from_this<CliCall> {
public:
	CliCall(std::shared_ptr<const CliOptions> options, ModelListener &listener);

	// Starts the process; report_start() reports what prevents it.
	void run(ProcessRunner &runner, const ModelRequest &request);
	// Reports that the program runs, or why it does not. Called once, before any other report.
	void report_start();
	// Makes no more reports, and ends the process.
	void cancel();

	void wrote(std::string_view part) override;
	void wrote_error(std::string_view part) override;
	void exited(ProcessExit exit) override;

private:
	bool is_over() const { return listener_ == nullptr; }
	Status start_process(ProcessRunner &runner, const ModelRequest &request);
	bool read_line(std::string_view line);
	bool read_noise(std::string_view line);
	void use_news(CliNews news);
	void end(CliEnd end);
	void fail(MindFailure failure, std::string message);
	std::string what_it_said() const;

	const std::shared_ptr<const CliOptions> options_;
	ModelListener *listener_; // null when it must hear nothing more
	std::unique_ptr<CliStream> stream_;
	std::optional<PrivateFile> system_; // who the character is, for the program to read
	std::unique_ptr<ChildProcess> process_;
	JsonLines lines_;
	std::optional<CliEnd> not_started_;
	std::string model_;
	bool start_told_ = false;
	std::size_t bytes_ = 0;
	std::size_t text_bytes_ = 0;
	std::size_t noise_lines_ = 0;
	std::string noise_; // the first line that was not JSON
	std::string errors_; // the end of what the program wrote to its standard error
};

} // namespace agent_runtime
