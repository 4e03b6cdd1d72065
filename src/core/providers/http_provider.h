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

	// What is wrong with the settings for a call of this model, or missing in them.
	Status find_problem(const std::string &model) const;
	// The request to the endpoint, with headers and body.
	Result<HttpRequest> request_of(const ModelRequest &request) const;
	std::unique_ptr<AnswerReader> reader_of(const ModelRequest &request) const;
	// A sentence for people that names the provider. It is short and clean, and contains neither
	// the key nor any header's value, even when the provider quoted one.
	std::string message(std::string_view clause) const;

	const HttpDialect dialect;
	HttpEndpoint endpoint; // valid when `problem` is ok
	Status problem; // what is wrong with the settings
	std::vector<std::pair<std::string, std::string>> headers;
	std::vector<std::string> secrets;
};

} // namespace agent_runtime
