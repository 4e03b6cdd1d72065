#pragma once

#include "core/base/ids.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/gateway/line_source.h"
#include "core/jobs/job_book.h"
#include "core/services/shared_store.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// The output of jobs for clients of the gateway that read all of it or follow it. Each client has
// its own place in the file and is read for when it asks, on the reader's thread, so nothing is
// held for a slow one. Owned by the desk. Thread rule: any thread; look() worker only.
class JobFollowers : public LineSource {
public:
	// `wake` is called when look() has something to do. All of it must outlive this, and what it
	// has opened.
	JobFollowers(SharedStore &store, const JobBook &book, std::function<void()> wake) :
			files_(std::make_shared<Files>(store, book, std::move(wake))) {}

	void open(const nlohmann::json &request, Opened opened) override;
	// Files may have changed: tells those that wait for that.
	void look();

private:
	class Feed;

	// Somebody who waits for more than so many bytes of a job's output.
	struct Waiting {
		std::weak_ptr<Feed> feed; // theirs
		JobId job;
		std::uint64_t place = 0;
		std::function<void()> grown;
	};
	// What is shared with the feeds.
	struct Files {
		Files(SharedStore &of, const JobBook &with, std::function<void()> waking) :
				store(of),
				book(with),
				wake(std::move(waking)) {}

		SharedStore &store;
		const JobBook &book;
		const std::function<void()> wake;
		Mutex mutex;
		std::vector<Waiting> waiting AR_GUARDED_BY(mutex);
	};

	std::uint64_t end_of_output(JobId job) const;

	const std::shared_ptr<Files> files_;
};

} // namespace agent_runtime
