#pragma once

// The HTTP statuses that the gateway answers with, besides those that follow from the code of an
// error (http_status_of()). Thread rule: immutable.

namespace agent_runtime::http_status {

inline constexpr unsigned NO_CONTENT = 204;
inline constexpr unsigned BAD_REQUEST = 400;
inline constexpr unsigned UNAUTHORIZED = 401;
inline constexpr unsigned FORBIDDEN = 403;
inline constexpr unsigned NOT_FOUND = 404;
inline constexpr unsigned METHOD_NOT_ALLOWED = 405;
inline constexpr unsigned TOO_LARGE = 413;
inline constexpr unsigned UNSUPPORTED_TYPE = 415;
inline constexpr unsigned UPGRADE_REQUIRED = 426;
inline constexpr unsigned TOO_MANY = 429;
inline constexpr unsigned HEAD_TOO_LARGE = 431;
inline constexpr unsigned UNAVAILABLE = 503;

} // namespace agent_runtime::http_status
