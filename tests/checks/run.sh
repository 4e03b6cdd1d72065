#!/usr/bin/env bash
# Everything that can be said of the project without running it: manners, dependencies, format, and
# the built library. Last line: `N passed, N failed`.
#   tests/checks/run.sh [WORD…]    only checks with a WORD in their title
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../../src/setup/places.sh"
. "$PROJECT/src/setup/engine.sh" # makes a relative $GODOT absolute, so before cd
cd "$PROJECT/tests/checks" || exit 1
exec python3 -B run.py "$@"
