#pragma once

// Programs whose output the test provides.

#include "core/io/process_runner.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

// Thread rule: main thread only.
class FakeProcessRunner : public ProcessRunner {
public:
	struct Run {
		ProcessSpec spec;
		ProcessListener *listener = nullptr; // null once it is destroyed
	};

	Result<std::unique_ptr<ChildProcess>> start(
			const ProcessSpec &spec, ProcessListener &listener) override {
		if (!refusal.ok()) {
			return refusal;
		}
		runs.push_back(std::make_shared<Run>(Run{ spec, &listener }));
		return std::unique_ptr<ChildProcess>(std::make_unique<Child>(runs.back()));
	}

	// These make the last process do something, as long as it lives.
	void write(std::string_view text) {
		if (runs.back()->listener != nullptr) {
			runs.back()->listener->wrote(text);
		}
	}
	void write_error(std::string_view text) {
		if (runs.back()->listener != nullptr) {
			runs.back()->listener->wrote_error(text);
		}
	}
	void exit(ProcessExit how) {
		if (runs.back()->listener != nullptr) {
			runs.back()->listener->exited(how);
		}
	}
	bool is_running() const { return runs.back()->listener != nullptr; }

	Status refusal; // the result of every start from now on
	std::vector<std::shared_ptr<Run>> runs;

private:
	class Child : public ChildProcess {
	public:
		explicit Child(std::shared_ptr<Run> run) :
				run_(std::move(run)) {}
		~Child() override { run_->listener = nullptr; }
		Child(const Child &) = delete;
		Child &operator=(const Child &) = delete;

	private:
		const std::shared_ptr<Run> run_;
	};
};

} // namespace agent_runtime
