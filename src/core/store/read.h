#pragma once

#include "core/store/reader.h"

#include <functional>
#include <memory>
#include <utility>

namespace agent_runtime {

// Asks the reader for one value. Calls `done` exactly once on the reader's thread, with the value
// or with the reason why there is none. If the reader does not accept the query, returns that error
// and never calls `done`. Thread rule: any thread.
template <typename T>
Status read(Reader &reader, std::function<Result<T>(Database &database)> run,
		std::function<void(const Result<T> &found)> done) {
	const std::shared_ptr<Result<T>> found =
			std::make_shared<Result<T>>(Status(StatusCode::internal, "not read"));
	ReadQuery query;
	query.run = [found, run = std::move(run)](Database &database) {
		*found = run(database);
		return found->status();
	};
	query.done = [found, done = std::move(done)](
						 const Status &status) { done(status.ok() ? *found : Result<T>(status)); };
	return reader.ask(std::move(query)).status();
}

} // namespace agent_runtime
