#!/usr/bin/env bash
# Installs the npm packages that tests/peers talks to us with, exactly as the lock file pins them,
# into $PEERS. Does nothing when they are there. Their install scripts do not run.
#   src/setup/peers.sh [--check]
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/places.sh"

SOURCE=$PROJECT/tests/peers
if cmp -s "$SOURCE/package-lock.json" "$PEERS/INSTALLED"; then
	exit 0
fi
[ "${1:-}" != --check ] || exit 1
command -v npm >/dev/null || {
	echo "npm is missing; run: apt-get install npm" >&2
	exit 1
}
rm -rf "$PEERS"
mkdir -p "$PEERS"
cp "$SOURCE/package.json" "$SOURCE/package-lock.json" "$PEERS/"
npm ci --prefix "$PEERS" --ignore-scripts --no-audit --no-fund --loglevel=error \
	--fetch-retry-maxtimeout=15000
# Written last, because without it the folder counts as incomplete.
cp "$SOURCE/package-lock.json" "$PEERS/INSTALLED"
