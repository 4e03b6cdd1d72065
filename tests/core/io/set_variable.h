#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace agent_runtime {

// Sets or removes an environment variable for as long as this object lives.
class SetVariable {
public:
	SetVariable(const char *name, const std::optional<std::string> &value) :
			name_(name) {
		const char *const before = std::getenv(name);
		before_ = before != nullptr ? std::optional<std::string>(before) : std::nullopt;
		set(value);
	}
	~SetVariable() { set(before_); }
	SetVariable(const SetVariable &) = delete;
	SetVariable &operator=(const SetVariable &) = delete;

private:
	void set(const std::optional<std::string> &value) {
		value ? setenv(name_, value->c_str(), 1) : unsetenv(name_);
	}

	const char *name_;
	std::optional<std::string> before_;
};

} // namespace agent_runtime
