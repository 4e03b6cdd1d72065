#pragma once

// The one door for requests. A request is a struct in the room that owns it (request_words.h). A
// desk lists the types that it answers and has an answer() for each:
//
//	class AgentRequests {
//	public:
//		using Types = RequestTypes<SpawnRequest, PauseAgentRequest>;
//		Result<SpawnReply> answer(const SpawnRequest &request);             // known at once
//		Status answer(const PauseAgentRequest &request, RequestId number);  // completed later
//	};
//
// A request that outlives the world that it was made to takes the Asker instead of the number, and
// replies to it itself, unless it is refused. An answer that is known at once may take the
// request's TraceId, too; for all others it is in the book.
//
// JSON from any program is checked against the fields, read into the struct once, and passed to the
// same answer() as a struct that a caller in this process has filled in.

#include "core/base/status.h"
#include "core/base/trace_id.h"
#include "core/requests/request_book.h"
#include "core/requests/request_types.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Where the answer to a request goes, and under which name; none: one is made if it is answered
// later.
struct Asker {
	std::string name;
	RequestBook::Reply reply;
	TraceId trace = {}; // what the request belongs to; none: it begins a trace and is given an id
	From from = From::inside; // whether a program outside this process asks

	void complete(const Status &status, const nlohmann::json &result = {}) const {
		reply(RequestBook::completed(name, status, result, trace));
	}
};

// Completes a request that is answered later with its result.
template <typename Reply>
void complete(RequestBook &book, RequestId number, const Result<Reply> &result) {
	book.complete(
			number, result.status(), result.ok() ? write_reply(result.value()) : nlohmann::json());
}

// Filled by add() before the first request. Owned by the runtime; desks outlive it.
// Thread rule: any thread, once it is filled.
class RequestTable {
public:
	// Whether requests are accepted at the moment; called each time.
	using Admit = std::function<Status()>;

	// Both must outlive the table.
	RequestTable(RequestBook &book, const Vocabulary &vocabulary, Admit admit) :
			book_(book),
			vocabulary_(vocabulary),
			admit_(std::move(admit)) {}

	template <typename Desk>
	void add(Desk &desk) {
		add_types(desk, static_cast<typename Desk::Types *>(nullptr));
	}

	// Takes any request, not checked yet. The reply (request_completed) comes exactly once: before
	// the call returns if it is known, otherwise later on another thread, which must not be held
	// up. Returns what withdraw() takes; none: it was answered, or cannot be withdrawn.
	RequestId handle(const nlohmann::json &message, const RequestBook::Reply &reply,
			From from = From::inside) const;

	// The same for a struct whose answer is known at once. Without a trace it begins one.
	template <typename Request>
	Result<typename Request::Reply> call(const Request &request, TraceId trace = {}) const {
		Status status = check(request);
		return status.ok() ? row_of<Request>().call(request, trace) : status;
	}

	// The same for fields that a caller in this process has as JSON.
	template <typename Request>
	Result<typename Request::Reply> call_with(const nlohmann::json &fields) const {
		const Result<Request> request = parse_fields<Request>(fields);
		Status status = request.ok() ? admit_() : request.status();
		return status.ok() ? row_of<Request>().call(request.value(), {}) : status;
	}

	// The same for a struct that may be answered later.
	template <typename Request>
	RequestId ask(const Request &request, Asker asker) const {
		if (asker.trace.is_none()) {
			asker.trace = traces_.make();
		}
		if (const Status status = check(request); !status.ok()) {
			asker.complete(status);
			return {};
		}
		return row_of<Request>().ask(request, asker);
	}

	// Nobody waits for this request any more. What it has led to already goes on. If it is open, it
	// is answered as cancelled before the call returns.
	void withdraw(RequestId request) const { book_.withdraw(request); }

	const Vocabulary &vocabulary() const { return vocabulary_; }

private:
	class Row {
	public:
		virtual ~Row() = default;
		// The message was checked against the fields.
		virtual RequestId read(const nlohmann::json &message, const Asker &asker) const = 0;
	};

	template <typename Request>
	class RowOf : public Row {
	public:
		using Reply = typename Request::Reply;

		virtual Result<Reply> call(const Request &request, TraceId trace) const = 0;
		// Returns its number in the book, if it is there.
		virtual RequestId ask(const Request &request, const Asker &asker) const = 0;

		RequestId read(const nlohmann::json &message, const Asker &asker) const override {
			Request request;
			if (const MaybeProblem problem = read_fields(FieldPath(), message, request)) {
				asker.complete(problem->to_status());
				return {};
			}
			return ask(request, asker);
		}
	};

	// How one desk answers it.
	template <typename Request, typename Desk>
	class RowAt final : public RowOf<Request> {
	public:
		using Reply = typename Request::Reply;

		RowAt(Desk &desk, RequestBook &book) :
				desk_(desk),
				book_(book) {}

		Result<Reply> call(const Request &request, TraceId trace) const override {
			if constexpr (requires { desk_.answer(request, trace); }) {
				return result_of(desk_.answer(request, trace));
			} else if constexpr (requires { desk_.answer(request); }) {
				return result_of(desk_.answer(request));
			} else {
				return Status(StatusCode::unsupported,
						std::string(Request::WORDS.name) + " is answered later: ask() for it");
			}
		}
		RequestId ask(const Request &request, const Asker &asker) const override {
			if constexpr (
					requires { desk_.answer(request); } ||
					requires { desk_.answer(request, asker.trace); }) {
				const Result<Reply> result = call(request, asker.trace);
				asker.complete(result.status(),
						result.ok() ? write_reply(result.value()) : nlohmann::json());
			} else if constexpr (requires { desk_.answer(request, asker); }) {
				if (const Status status = desk_.answer(request, asker); !status.ok()) {
					asker.complete(status);
				}
			} else {
				const RequestId number = book_.open(asker.name, asker.reply, asker.trace);
				if (const Status status = desk_.answer(request, number); !status.ok()) {
					book_.complete(number, status);
				}
				return number;
			}
			return {};
		}

	private:
		Desk &desk_;
		RequestBook &book_;
	};

	template <typename Desk, typename... Requests>
	void add_types(Desk &desk, RequestTypes<Requests...> *) {
		(rows_.emplace(Requests::WORDS.name, std::make_unique<RowAt<Requests, Desk>>(desk, book_)),
				...);
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

	// If the table has no row for it, that is a mistake in the program.
	template <typename Request>
	const RowOf<Request> &row_of() const {
		return static_cast<const RowOf<Request> &>(*rows_.at(Request::WORDS.name));
	}

	RequestBook &book_;
	const Vocabulary &vocabulary_;
	const Admit admit_;
	mutable TraceSource traces_; // any thread
	std::unordered_map<std::string_view, std::unique_ptr<Row>> rows_;
};

} // namespace agent_runtime
