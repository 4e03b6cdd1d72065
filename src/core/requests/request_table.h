#pragma once

// The one door for requests. A request is a struct in the room that owns it (bound_fields.h); a
// desk lists the types that it answers and has an answer() for each:
//
//	class AgentRequests {
//	public:
//		using Types = RequestTypes<SpawnRequest, PauseAgentRequest>;
//		Result<SpawnReply> answer(const SpawnRequest &request);             // known at once
//		Status answer(const PauseAgentRequest &request, RequestId number);  // completed later
//	};
//
// What outlives the world that it was asked of takes the Asker in place of the number, and
// replies to it itself, unless it is refused.
//
// JSON from whichever program is checked against the fields, read into the struct once, and handed
// to the same answer() as a struct that a caller in this process has filled in.

#include "core/base/bound_fields.h"
#include "core/base/status.h"
#include "core/requests/request_book.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Where the answer to a request goes, and under which name; none: one is made where it is answered
// later.
struct Asker {
	std::string name;
	RequestBook::Reply reply;
};

// Completes what was answered later, with what came of it.
template <typename Reply>
void complete(RequestBook &book, RequestId number, const Result<Reply> &result) {
	book.complete(
			number, result.status(), result.ok() ? write_reply(result.value()) : nlohmann::json());
}

// Filled by add() before the first request. Owned by the runtime; desks outlive it.
// Thread rule: any thread, once it is filled.
class RequestTable {
public:
	// Whether requests are taken at all; asked each time.
	using Admit = std::function<Status()>;

	// Both outlive the table.
	RequestTable(RequestBook &book, const Vocabulary &vocabulary, Admit admit) :
			book_(book),
			vocabulary_(vocabulary),
			admit_(std::move(admit)) {}

	template <typename Desk>
	void add(Desk &desk) {
		add_types(desk, static_cast<typename Desk::Types *>(nullptr));
	}

	// Any request, not checked yet. The reply (request_completed) comes exactly once: before the
	// call returns where it is known, otherwise later and on another thread, which must not be held
	// up.
	void handle(const nlohmann::json &message, const RequestBook::Reply &reply) const;

	// The same for a struct: what is known at once.
	template <typename Request>
	Result<typename Request::Reply> call(const Request &request) const {
		Status status = check(request);
		return status.ok() ? row_of<Request>().call(request) : status;
	}

	// And for what is answered later, or at once.
	template <typename Request>
	void ask(const Request &request, const Asker &asker) const {
		if (const Status status = check(request); !status.ok()) {
			asker.reply(RequestBook::completed(asker.name, status));
			return;
		}
		row_of<Request>().ask(request, asker);
	}

	const Vocabulary &vocabulary() const { return vocabulary_; }

private:
	class Row {
	public:
		virtual ~Row() = default;
		// The message was checked against the fields.
		virtual void read(const nlohmann::json &message, const Asker &asker) const = 0;
	};

	template <typename Request>
	class RowOf : public Row {
	public:
		using Reply = typename Request::Reply;

		std::function<Result<Reply>(const Request &)> call; // empty: it is answered later
		std::function<void(const Request &, const Asker &)> ask;

		void read(const nlohmann::json &message, const Asker &asker) const override {
			Request request;
			if (const MaybeProblem problem = read_fields(FieldPath(), message, request)) {
				asker.reply(RequestBook::completed(asker.name, problem->to_status()));
				return;
			}
			ask(request, asker);
		}
	};

	template <typename Desk, typename... Requests>
	void add_types(Desk &desk, RequestTypes<Requests...> *) {
		(add_row<Requests>(desk), ...);
	}

	template <typename Request, typename Desk>
	void add_row(Desk &desk) {
		std::unique_ptr<RowOf<Request>> row = std::make_unique<RowOf<Request>>();
		if constexpr (requires(const Request &request) { desk.answer(request); }) {
			row->call = [&desk](const Request &request) { return result_of(desk.answer(request)); };
			row->ask = [&desk](const Request &request, const Asker &asker) {
				const Result<typename Request::Reply> result = result_of(desk.answer(request));
				asker.reply(RequestBook::completed(asker.name, result.status(),
						result.ok() ? write_reply(result.value()) : nlohmann::json()));
			};
		} else if constexpr (requires(const Request &request, const Asker &asker) {
								 desk.answer(request, asker);
							 }) {
			row->ask = [&desk](const Request &request, const Asker &asker) {
				if (const Status status = desk.answer(request, asker); !status.ok()) {
					asker.reply(RequestBook::completed(asker.name, status));
				}
			};
		} else {
			row->ask = [&desk, &book = book_](const Request &request, const Asker &asker) {
				const RequestId number = book.open(asker.name, asker.reply);
				if (const Status status = desk.answer(request, number); !status.ok()) {
					book.complete(number, status);
				}
			};
		}
		rows_.emplace(Request::WORDS.name, std::move(row));
	}

	static Result<NoFields> result_of(const Status &status) {
		return status.ok() ? Result(NoFields()) : status;
	}
	template <typename Reply>
	static Result<Reply> result_of(Result<Reply> result) {
		return result;
	}

	template <typename Request>
	Status check(const Request &request) const {
		if (const MaybeProblem problem = check_fields(FieldPath(), request)) {
			return problem->to_status();
		}
		return admit_();
	}

	// A table without a row for it is a mistake in the program.
	template <typename Request>
	const RowOf<Request> &row_of() const {
		return static_cast<const RowOf<Request> &>(*rows_.at(Request::WORDS.name));
	}

	RequestBook &book_;
	const Vocabulary &vocabulary_;
	const Admit admit_;
	std::unordered_map<std::string_view, std::unique_ptr<Row>> rows_;
};

} // namespace agent_runtime
