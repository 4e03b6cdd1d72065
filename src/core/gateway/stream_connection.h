#pragma once

#include "core/gateway/gateway_core.h"
#include "core/gateway/out_queue.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

namespace agent_runtime {

// What all clients of streams have: a socket that is sent whatever waits for it, without waiting
// for the client, and that ends when the client goes or takes nothing for too long. Owned by the
// core until it ends. Thread rule: worker only (io).
class StreamConnection : public ClientConnection,
						 public std::enable_shared_from_this<StreamConnection> {
public:
	StreamConnection(const std::shared_ptr<GatewayCore> &core, AdmittedSocket admitted);

protected:
	// The client has taken something; more may be pushed. Called within flush().
	virtual void taken() = 0;
	virtual void heard(std::string_view bytes) = 0;
	// Called once. The socket is closed afterwards.
	virtual void ended() = 0;
	// Whether a client that has ended its side of the connection is still served, since it may be
	// listening. Only where what it is sent has an end.
	virtual bool serves_half_closed() const { return false; }

	// From now on the core keeps it.
	void begin() { core_->kept.insert(shared_from_this()); }

	void push(SharedText text);
	void push_next(SharedText text);
	void drop_rest();
	// Sends what was pushed, as far as the client takes it now; the rest follows by itself. Never
	// ends the connection before it returns.
	void flush();
	std::size_t queued_bytes() const { return queue_.bytes(); }
	// Whether the client has taken anything since the last call.
	bool has_taken();

	// Reads once what the client sends.
	void read();
	bool is_reading() const { return reading_; }

	// Ends once everything is sent.
	void finish();
	// Ends when the client does, or after a moment: what is on its way to it is not lost.
	void linger();
	void end();
	bool has_ended() const { return ended_; }

	GatewayCore &core() const { return *core_; }
	GatewaySocket &socket() { return socket_; }
	const RequestHead &head() const { return head_; }

private:
	static constexpr std::size_t READ_BYTES = 8'192;

	void wait_for_client();
	void end_later();
	void received(boost::system::error_code error, std::size_t size);

	const std::shared_ptr<GatewayCore> core_;
	const CoreEntry entry_;
	ClientSeat seat_;
	GatewaySocket socket_;
	const RequestHead head_;
	GatewayTimer patience_;
	OutQueue queue_;
	WaitingBytes::Share share_;
	std::array<char, READ_BYTES> read_ = {};
	bool reading_ = false;
	bool blocked_ = false; // waits until the client takes something
	bool failed_ = false; // the client cannot be written to
	bool taken_ = false;
	bool finishing_ = false;
	bool lingering_ = false;
	bool ended_ = false;
};

} // namespace agent_runtime
