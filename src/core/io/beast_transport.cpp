#include "core/io/beast_transport.h"

#include "core/base/utf8.h"
#include "core/io/beast_exchange.h"

#include <algorithm>

namespace agent_runtime {

namespace {

namespace asio = boost::asio;

// Silences and closes its exchange when it is destroyed.
class BeastHandle : public HttpExchange {
public:
	explicit BeastHandle(std::shared_ptr<BeastExchange> exchange) :
			exchange_(std::move(exchange)) {}
	~BeastHandle() override { exchange_->cancel(); }
	BeastHandle(const BeastHandle &) = delete;
	BeastHandle &operator=(const BeastHandle &) = delete;

private:
	const std::shared_ptr<BeastExchange> exchange_;
};

bool are_clean(const HttpRequest &request) {
	return !has_control_characters(request.method) &&
			std::all_of(request.headers.begin(), request.headers.end(), [](const auto &header) {
				return !header.first.empty() && !has_control_characters(header.first) &&
						!has_control_characters(header.second);
			});
}

} // namespace

struct BeastTransport::Tls {
	std::shared_ptr<asio::ssl::context> context;
	std::string problem; // why no certificate can be trusted; empty: there is no problem
};

BeastTransport::BeastTransport(asio::io_context &context, const TlsTrust &trust) :
		context_(context),
		tls_(std::make_shared<Tls>()) {
	boost::system::error_code error;
	tls_->context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
	tls_->context->set_options(
			asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1, error);
	if (!error && trust.of_the_system) {
		tls_->context->set_default_verify_paths(error);
	}
	if (!error && !trust.file.empty()) {
		tls_->context->load_verify_file(trust.file, error);
	}
	if (error) {
		tls_->problem = "the certificates that are to be trusted cannot be read (" +
				for_display(error.message()) + "); see that their file exists and is PEM";
	}
}

BeastTransport::~BeastTransport() = default;

std::unique_ptr<HttpExchange> BeastTransport::send(HttpRequest request, HttpListener &listener) {
	const Result<HttpUrl> url = parse_http_url(request.url);
	const bool is_secure = url.ok() && url.value().is_secure;
	const bool is_clean = are_clean(request);
	std::shared_ptr<BeastExchange> exchange;
	if (is_secure) {
		exchange = std::make_shared<SecureExchange>(
				context_, tls_->context, std::move(request), listener);
	} else {
		exchange = std::make_shared<PlainExchange>(context_, std::move(request), listener);
	}
	if (!url.ok()) {
		exchange->refuse({ HttpFailure::bad_url, "its address " + url.status().message() });
	} else if (!is_clean) {
		exchange->refuse({ HttpFailure::bad_url,
				"a header to be sent holds a line break or another control character; correct "
				"it" });
	} else if (is_secure && !tls_->problem.empty()) {
		exchange->refuse({ HttpFailure::insecure, tls_->problem });
	} else {
		exchange->start(url.value());
	}
	return std::make_unique<BeastHandle>(std::move(exchange));
}

} // namespace agent_runtime
