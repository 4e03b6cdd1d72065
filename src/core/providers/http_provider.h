#pragma once

// What the calls of one HTTP backend share.

#include "core/io/http_transport.h"
#include "core/mind/provider.h"
#include "core/providers/answer_reader.h"
#include "core/providers/http_endpoint.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

// Thread rule: immutable.
struct HttpProvider {
	HttpProvider(HttpDialect its_dialect, const ProviderSettings &settings);

	// What is wrong with the settings, or missing in them, for a call of this model.
	Status find_problem(const std::string &model) const;
	// The headers and the body, to be sent to the endpoint.
	Result<HttpRequest> request_of(const ModelRequest &request) const;
	std::unique_ptr<AnswerReader> reader_of(const ModelRequest &request) const;
	// A sentence that names the provider, for people: short, cleaned, and with neither the key nor
	// what is sent in headers, whoever has quoted them.
	std::string message(std::string_view clause) const;

	const HttpDialect dialect;
	HttpEndpoint endpoint; // when `problem` is ok
	Status problem; // what is wrong with the settings
	std::vector<std::pair<std::string, std::string>> headers;
	std::vector<std::string> secrets;
};

} // namespace agent_runtime
