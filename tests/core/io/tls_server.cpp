#include "tls_server.h"

#include <array>

#include <boost/asio/write.hpp>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

namespace agent_runtime {

namespace {

namespace asio = boost::asio;
using boost::asio::ip::tcp;

constexpr long LONGEST_SILENCE = 20; // in seconds
constexpr long A_DAY = 86'400;

std::string pem_of(const std::function<int(BIO *)> &write) {
	BIO *const memory = BIO_new(BIO_s_mem());
	write(memory);
	char *bytes = nullptr;
	const long size = BIO_get_mem_data(memory, &bytes);
	std::string text(bytes, static_cast<std::size_t>(size));
	BIO_free(memory);
	return text;
}

void add_extension(X509 *certificate, int kind, const std::string &value) {
	X509V3_CTX context;
	X509V3_set_ctx_nodb(&context);
	X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
	X509_EXTENSION *const made = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
	X509_add_ext(certificate, made, -1);
	X509_EXTENSION_free(made);
}

template <typename Stream>
class PeerOver : public ServedPeer {
public:
	explicit PeerOver(Stream &stream) :
			stream_(stream) {}
	bool say(std::string_view bytes) override {
		boost::system::error_code error;
		asio::write(stream_, asio::buffer(bytes.data(), bytes.size()), error);
		return !error;
	}
	std::string hear() override {
		std::array<char, 65'536> bytes = {};
		boost::system::error_code error;
		const std::size_t size = stream_.read_some(asio::buffer(bytes), error);
		return std::string(bytes.data(), error ? 0 : size);
	}

private:
	Stream &stream_;
};

} // namespace

std::string ServedPeer::hear_request() {
	constexpr std::string_view LENGTH = "Content-Length: ";
	std::string request;
	while (true) {
		const std::size_t head = request.find("\r\n\r\n");
		if (head != std::string::npos) {
			const std::size_t length = request.find(LENGTH);
			const std::size_t body =
					length < head ? std::stoul(request.substr(length + LENGTH.size())) : 0;
			if (request.size() >= head + 4 + body) {
				return request;
			}
		}
		const std::string part = hear();
		if (part.empty()) {
			return request;
		}
		request += part;
	}
}

TestCertificate::TestCertificate(const std::string &alternative_names) {
	EVP_PKEY *const pair = EVP_EC_gen("P-256");
	X509 *const made = X509_new();
	X509_set_version(made, X509_VERSION_3);
	ASN1_INTEGER_set(X509_get_serialNumber(made), 1);
	X509_gmtime_adj(X509_getm_notBefore(made), -A_DAY);
	X509_gmtime_adj(X509_getm_notAfter(made), A_DAY);
	X509_set_pubkey(made, pair);
	X509_NAME *const name = X509_get_subject_name(made);
	X509_NAME_add_entry_by_txt(
			name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char *>("a test"), -1, -1, 0);
	X509_set_issuer_name(made, name);
	add_extension(made, NID_basic_constraints, "critical,CA:TRUE");
	add_extension(made, NID_subject_alt_name, alternative_names);
	X509_sign(made, pair, EVP_sha256());
	key = pem_of([&](BIO *memory) {
		return PEM_write_bio_PrivateKey(memory, pair, nullptr, nullptr, 0, nullptr, nullptr);
	});
	certificate = pem_of([&](BIO *memory) { return PEM_write_bio_X509(memory, made); });
	X509_free(made);
	EVP_PKEY_free(pair);
}

ScriptedServer::ScriptedServer(
		Serve serve, const TestCertificate *certificate, const std::string &address) :
		serve_(std::move(serve)),
		acceptor_(context_, tcp::endpoint(asio::ip::make_address(address), 0)),
		port_(acceptor_.local_endpoint().port()) {
	if (certificate != nullptr) {
		tls_ = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_server);
		tls_->use_certificate(asio::buffer(certificate->certificate), asio::ssl::context::pem);
		tls_->use_private_key(asio::buffer(certificate->key), asio::ssl::context::pem);
	}
	thread_ = std::thread([this] { run(); });
}

ScriptedServer::~ScriptedServer() {
	// This ends the wait for a connection, and touches nothing else.
	::shutdown(acceptor_.native_handle(), SHUT_RDWR);
	thread_.join();
}

void ScriptedServer::run() {
	while (true) {
		boost::system::error_code error;
		tcp::socket socket(context_);
		acceptor_.accept(socket, error);
		if (error) {
			return;
		}
		serve(std::move(socket));
	}
}

void ScriptedServer::serve(tcp::socket socket) {
	const timeval bound{ LONGEST_SILENCE, 0 };
	setsockopt(socket.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &bound, sizeof(bound));
	setsockopt(socket.native_handle(), SOL_SOCKET, SO_SNDTIMEO, &bound, sizeof(bound));
	if (tls_ == nullptr) {
		PeerOver<tcp::socket> peer(socket);
		serve_(peer);
		return;
	}
	asio::ssl::stream<tcp::socket> stream(std::move(socket), *tls_);
	boost::system::error_code error;
	stream.handshake(asio::ssl::stream_base::server, error);
	if (!error) {
		PeerOver<asio::ssl::stream<tcp::socket>> peer(stream);
		serve_(peer);
	}
	boost::system::error_code ignored;
	stream.shutdown(ignored);
}

} // namespace agent_runtime
