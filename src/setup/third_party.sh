#!/usr/bin/env bash
# Fetches the sources that are compiled into the addon, pinned and checked, into $THIRD_PARTY:
#   sqlite/    sqlite3.c sqlite3.h LICENSE      yaml-cpp/  src include LICENSE
# Each folder is made aside and renamed when complete; VERSION in it says what it holds.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/places.sh"
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# The npm package better-sqlite3 contains SQLite's amalgamation, and npm keeps old versions for
# good.
SQLITE_VERSION=3.53.3
SQLITE_NPM=better-sqlite3
SQLITE_NPM_VERSION=13.0.0
SQLITE_SUM=e9dd27697f55003f595f3c007398c489d443528e03868e1a04315b2ae1a2c2f0
# Debian's patches to yaml-cpp concern its shared library only, so the original tarball is used.
YAML_VERSION=0.7.0
YAML_SOURCE=yaml-cpp=0.7.0+dfsg-8
SUITE=bookworm
YAML_TARBALL=yaml-cpp_0.7.0+dfsg.orig.tar.xz
YAML_SUM=dc63708605404e0b963e0ca3a9619d1c8270eda2839603e6fa0384e5e51e5312

present() { [ "$(cat "$THIRD_PARTY/$1/VERSION" 2>/dev/null)" = "$2" ]; }

# Moves the finished folder into place; the marker is written last.
install_folder() {
	local name=$1 version=$2
	echo "$version" >"$WORK/$name/VERSION"
	rm -rf "${THIRD_PARTY:?}/$name"
	mv "$WORK/$name" "$THIRD_PARTY/$name"
}

# Where npm would fetch from: what the user has set, else its default, which Debian's package
# contains.
registry() {
	local address=${npm_config_registry:-${NPM_CONFIG_REGISTRY:-}}
	[ -n "$address" ] ||
		address=$(cat ~/.npmrc /etc/npmrc 2>/dev/null | sed -nE 's/^ *registry *= *//p' | head -n 1)
	if [ -z "$address" ]; then
		private_apt "$WORK/npm-apt" deb "$SUITE"
		logged "fetching Debian's package of npm" "${APT[@]}" download npm
		address=$(dpkg-deb --fsys-tarfile "$WORK"/npm/npm_*.deb |
			tar -xO --wildcards '*/npm-registry-fetch/lib/default-opts.js' |
			sed -nE "s/^ *registry: '([^']+)'.*/\\1/p")
	fi
	echo "${address%/}"
}

# Debian's npm needs hundreds of packages, which is too much for one file.
fetch_without_npm() {
	local from
	from=$(registry) || exit
	[ -n "$from" ] || die "where npm fetches from is not known; run: apt-get install npm"
	logged "fetching $SQLITE_NPM" /usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file \
		"$from/$SQLITE_NPM/-/$1" "$WORK/npm/$1"
}

fetch_sqlite() {
	local tarball=$SQLITE_NPM-$SQLITE_NPM_VERSION.tgz
	say "SQLite $SQLITE_VERSION (source)"
	mkdir -p "$WORK/npm" "$WORK/sqlite"
	cd "$WORK/npm"
	if command -v npm >/dev/null; then
		logged "npm pack $SQLITE_NPM" npm pack --loglevel=error --fetch-retry-maxtimeout=15000 \
			"$SQLITE_NPM@$SQLITE_NPM_VERSION"
	else
		fetch_without_npm "$tarball"
	fi
	check_sum "$tarball" "$SQLITE_SUM"
	tar -xzf "$tarball" --strip-components=3 -C "$WORK/sqlite" \
		package/deps/sqlite3/sqlite3.c package/deps/sqlite3/sqlite3.h
	# The header opens with SQLite's dedication to the public domain.
	{
		echo "SQLite $SQLITE_VERSION is in the public domain. From its source:"
		sed -n '/^\*\* The author disclaims/,/^\*\*    May you share/ {
			s/^\*\* \{0,1\}//p
			/May you share/q
		}' "$WORK/sqlite/sqlite3.h"
	} >"$WORK/sqlite/LICENSE"
	install_folder sqlite "$SQLITE_VERSION"
}

fetch_yaml_cpp() {
	say "yaml-cpp $YAML_VERSION (source)"
	private_apt "$WORK/apt" deb-src "$SUITE"
	cd "$WORK"
	logged "apt-get source $YAML_SOURCE" "${APT[@]}" source --download-only "$YAML_SOURCE"
	check_sum "$WORK/$YAML_TARBALL" "$YAML_SUM"
	mkdir "$WORK/yaml-cpp"
	tar -xJf "$WORK/$YAML_TARBALL" --strip-components=1 -C "$WORK/yaml-cpp" \
		--wildcards '*/src' '*/include' '*/LICENSE'
	install_folder yaml-cpp "$YAML_VERSION"
}

present sqlite "$SQLITE_VERSION" && present yaml-cpp "$YAML_VERSION" && exit 0
[ "${1:-}" != --check ] || exit 1

mkdir -p "$THIRD_PARTY"
WORK=$(mktemp -d "$THIRD_PARTY/.making.XXXXXX")
trap 'rm -rf "$WORK"' EXIT
present sqlite "$SQLITE_VERSION" || fetch_sqlite
present yaml-cpp "$YAML_VERSION" || fetch_yaml_cpp
