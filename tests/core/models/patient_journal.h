#pragma once

#include "core/models/ledger.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

// A journal that answers only when the test says so.
class PatientJournal : public LedgerJournal {
public:
	void open(const Reservation &reservation, Done done) override {
		opened.push_back(reservation);
		waiting.push_back(std::move(done));
	}
	void close(const Reservation &reservation, const std::optional<Spending> &spent) override {
		closed.emplace_back(reservation.id, spent);
	}
	void refill(const std::string &account) override { refilled.push_back(account); }
	void refill_each(const std::string &kind) override { refilled.push_back(kind + ":"); }
	void look(const std::vector<std::string> &accounts, Done done) override {
		looked.push_back(accounts);
		looks.push_back(std::move(done));
	}

	std::vector<Reservation> opened;
	std::vector<Done> waiting;
	std::vector<std::pair<ReservationId, std::optional<Spending>>> closed;
	std::vector<std::string> refilled;
	std::vector<std::vector<std::string>> looked;
	std::vector<Done> looks;
};

} // namespace agent_runtime
