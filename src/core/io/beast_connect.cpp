#include "core/io/beast_connect.h"

#include "core/base/utf8.h"

#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/error.hpp>

#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

namespace agent_runtime {

namespace {

using boost::system::error_code;
namespace asio = boost::asio;

std::string said_by(const error_code &error) {
	return for_display(error.message());
}

bool is_broken_off(const error_code &error) {
	return error == asio::error::eof || error == asio::error::connection_reset ||
			error == asio::error::broken_pipe || error == asio::ssl::error::stream_truncated;
}

} // namespace

HttpTrouble trouble_of_connecting(const HttpUrl &url, const error_code &error) {
	const bool is_unknown = error == asio::error::host_not_found || error == asio::error::no_data ||
			error == asio::error::host_not_found_try_again;
	if (is_unknown) {
		return { HttpFailure::unreachable,
			"no host named " + url.host + " is known; check the address and the network" };
	}
	if (error == asio::error::connection_refused) {
		return { HttpFailure::unreachable,
			"nobody listens at " + url.authority() + "; see that the server runs" };
	}
	return { HttpFailure::unreachable,
		url.authority() + " cannot be reached (" + said_by(error) +
				"); check the address and the network" };
}

HttpTrouble trouble_of_handshake(
		const HttpUrl &url, SecureStream &stream, const error_code &error) {
	const long verdict = SSL_get_verify_result(stream.native_handle());
	if (verdict != X509_V_OK) {
		return { HttpFailure::insecure,
			"the certificate of " + url.authority() + " is not trusted (" +
					X509_verify_cert_error_string(verdict) +
					"); see that it is the right server, or trust its certificate" };
	}
	if (is_broken_off(error)) {
		return { HttpFailure::cut_off,
			url.authority() + " ended the connection at once; see that it speaks https" };
	}
	return { HttpFailure::bad_response,
		url.authority() + " does not agree on TLS (" + said_by(error) +
				"); see that it speaks https and not http" };
}

HttpTrouble trouble_of_reading(const error_code &error) {
	if (is_broken_off(error)) {
		return { HttpFailure::cut_off, "the connection ended before the answer did; ask again" };
	}
	return { HttpFailure::cut_off, "the connection broke (" + said_by(error) + "); ask again" };
}

Status expect_server(SecureStream &stream, const HttpUrl &url) {
	SSL *const tls = stream.native_handle();
	X509_VERIFY_PARAM *const wanted = SSL_get0_param(tls);
	X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
	error_code is_name;
	asio::ip::make_address(url.host, is_name);
	// A name is also sent to the server, which may host several; an address is not.
	const bool is_set = is_name ? X509_VERIFY_PARAM_set1_host(wanted, url.host.c_str(), 0) == 1 &&
					SSL_set_tlsext_host_name(tls, url.host.c_str()) == 1
								: X509_VERIFY_PARAM_set1_ip_asc(wanted, url.host.c_str()) == 1;
	if (!is_set) {
		return Status(StatusCode::invalid_argument,
				"no certificate can be for the name of this host; check the address");
	}
	SSL_set_verify(tls, SSL_VERIFY_PEER, nullptr);
	return Status();
}

} // namespace agent_runtime
