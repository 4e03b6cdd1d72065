#include "core/hosting/host_main.h"

int main(int count, char **arguments) {
	return agent_runtime::host_main(count, arguments);
}
