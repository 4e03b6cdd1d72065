#pragma once

// The room services: what every program on a database file needs, whatever else it does: the file
// with its log of events, one thread that writes and one that reads it, the table of requests, and
// a port for programs outside. Knows no agents and no world; a program that has a world brings its
// own desks, tables and events along.
//
//	Services services(options, vocabulary, events, clock, log);
//	services.requests().add(desk);                     // what answers requests
//	services.routes().add(ROUTES);                     // their paths at the gateway
//	services.fanout().add(subscriber);                 // who wants to know of events
//	services.store().open_to_simulate(how);            // or open_beside(), or no file at all
//	services.store().start();
//	services.open_gateway();
//	…
//	services.close(); services.stop();
//
// What each part is for: shared_store.h the file and its threads; outside_door.h requests of
// programs outside the process; log_requests.h the request for the log; store_events.h what happens
// to the file; given_ids.h up to which numbers ids were given.

#include "core/gateway/gateway.h"
#include "core/io/running_games.h"
#include "core/requests/request_table.h"
#include "core/services/log_requests.h"
#include "core/services/outside_door.h"
#include "core/services/shared_store.h"

#include <memory>
#include <optional>
#include <string>

namespace agent_runtime {

struct ServicesOptions {
	std::string database_path; // absolute; empty: nothing is stored
	WriterOptions writer;
	bool gateway_enabled = false;
	// The token lies in the database's place, unless these name one.
	GatewayOptions gateway;
};

// Owned by whoever runs the program. Thread rule: any thread; the owner opens, starts and stops.
class Services {
public:
	// All references must outlive the services.
	Services(ServicesOptions options, const Vocabulary &vocabulary, const EventBook &events,
			const Clock &clock, const Logger &log);
	~Services();
	Services(const Services &) = delete;
	Services &operator=(const Services &) = delete;

	SharedStore &store() { return store_; }
	const SharedStore &store() const { return store_; }
	// Add desks and subscribers before anything runs.
	RequestTable &requests() { return table_; }
	const RequestTable &requests() const { return table_; }
	EventFanout &fanout() { return fanout_; }
	// Requests that wait for their reply.
	RequestBook &open_requests() { return book_; }
	LogRequests &log_requests() { return log_requests_; }
	OutsideDoor &outside() { return outside_; }
	// The paths under which programs outside find these requests.
	RouteTable &routes() { return outside_.routes(); }

	// Opens it if it is enabled. Call after the store has started, if there is a file.
	Status open_gateway();
	const Gateway *gateway() const { return gateway_.get(); }
	// The file with the secret of the gateway; empty: none.
	std::string token_file() const;
	// Lets other programs find this one, which runs the game of this project.
	void register_game(const std::string &project);

	// Accepts no more requests, and says goodbye to all clients.
	const Status &close();
	bool is_closed() const { return closed_.load(std::memory_order_acquire); }
	// Writes what was accepted, and cancels what waits for a reply. Returns what failed first,
	// including in close().
	const Status &stop();

private:
	const ServicesOptions options_;
	const Logger log_;
	EventFanout fanout_;
	RequestBook book_;
	SharedStore store_;
	RequestTable table_;
	LogRequests log_requests_;
	OutsideDoor outside_;
	std::unique_ptr<Gateway> gateway_; // null: not enabled
	std::optional<GameRegistration> registration_; // while other programs can find it
	std::atomic<bool> closed_{ false }; // guards no other data
	bool stopped_ = false;
	Status end_; // what stop() returns
};

} // namespace agent_runtime
