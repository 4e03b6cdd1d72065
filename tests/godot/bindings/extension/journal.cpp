#include "journal.h"

#include <utility>

std::vector<std::string> Journal::lines;

std::vector<std::string> Journal::take() {
	return std::exchange(lines, {});
}
