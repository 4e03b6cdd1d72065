# Shared by the set-up scripts: messages, running as root, apt with sources and state of its own.
# shellcheck shell=bash

# Receives the output of commands while the user sees one line per step.
SETUP_LOG=${SETUP_LOG:-$CACHE/setup.log}

say() { echo "setup: $*"; }

die() {
	printf 'setup: %s\n' "$@" >&2
	exit 1
}

# Runs a command with its output in the log; shows the end of it when the command fails.
logged() {
	local what=$1 start
	shift
	echo "== $*" >>"$SETUP_LOG"
	start=$(wc -l <"$SETUP_LOG")
	"$@" >>"$SETUP_LOG" 2>&1 </dev/null && return
	tail -n "+$((start + 1))" "$SETUP_LOG" | tail -n 15 | sed 's/^/    /' >&2
	die "$what failed; the whole output is in $SETUP_LOG"
}

system_name() { sed -n 's/^PRETTY_NAME="\{0,1\}\([^"]*\).*/\1/p' /etc/os-release 2>/dev/null; }

# The address of the Debian archive, as this machine's apt knows it.
debian_mirror() {
	local site=${AGENT_RUNTIME_DEBIAN_MIRROR:-}
	if [ -z "$site" ] && command -v apt-get >/dev/null; then
		# shellcheck disable=SC2016
		site=$(apt-get indextargets --format '$(SITE) $(RELEASE)' \
			'Created-By: Packages' 'Origin: Debian' 'Label: Debian' 2>/dev/null |
			awk '$2 !~ /-(updates|backports|security)/ { print $1; exit }')
		# A machine whose package lists were deleted, as in container images, knows no origins.
		[ -n "$site" ] || site=$(apt-get update --print-uris 2>/dev/null |
			sed -nE "s|^'(.*/debian)/dists/[a-z]+/main/binary-.*|\1|p" | head -n 1)
	fi
	[ -n "$site" ] || die "this is $(system_name), and no Debian archive is known to its apt;" \
		"from there come the source of yaml-cpp and, unless GODOT names an engine, Godot." \
		"Set AGENT_RUNTIME_DEBIAN_MIRROR to one (http://HOST/debian) and run this again," \
		"or work on Debian, in a container for instance"
	echo "$site"
}

# needed_rows PURPOSE…: prints `package|proof|what` for each row of packages.txt that is needed for
# one of these.
needed_rows() {
	local packages proofs purpose what
	while IFS='|' read -r packages proofs purpose what; do
		[[ $packages != '#'* && " $* " == *" ${purpose// /} "* ]] || continue
		read -r packages <<<"$packages"
		echo "$packages|$proofs|${what# }"
	done <"$PROJECT/src/setup/packages.txt"
}

# is_there PROOF…: whether the machine has any of these programs or files.
is_there() {
	local proof
	for proof in "$@"; do
		case $proof in
		/*) [ ! -e "$proof" ] || return 0 ;;
		*) ! command -v "$proof" >/dev/null || return 0 ;;
		esac
	done
	return 1
}

# Picks the name that apt knows here from several names of a package, since Debian 12 and 13 use
# different ones.
known_here() {
	local names name
	for names in "$@"; do
		for name in $names; do
			[ -z "$(apt-cache show "$name" 2>/dev/null)" ] || break
			name=
		done
		echo "${name:-${names%% *}}"
	done
}

# private_apt FOLDER TYPE SUITE: makes an apt of its own in FOLDER that sees one suite and nothing
# installed. Afterwards `"${APT[@]}" COMMAND` uses it. It does not touch the system's apt and needs
# no root; proxies and the like still come from the system's configuration. It checks signatures but
# not, like debootstrap, the age of the list, because mirrors may be frozen at a date.
private_apt() {
	local folder=$1 type=$2 suite=$3 mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg
	command -v apt-get >/dev/null || die "apt-get is missing, which fetches from Debian's archive"
	mirror=$(debian_mirror)
	mkdir -p "$folder"/{lists,archives}/partial
	: >"$folder/status"
	local options=
	[ "$type" = deb ] && options=' target=Packages'
	[ -e "$keyring" ] || die "$keyring is missing; run: apt-get install debian-archive-keyring"
	echo "$type [signed-by=$keyring$options] $mirror $suite main" >"$folder/sources.list"
	APT=(apt-get -y -q --no-install-recommends
		-o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null
		-o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null
		-o "Dir::State=$folder" -o "Dir::State::lists=$folder/lists"
		-o "Dir::State::status=$folder/status"
		-o "Dir::Cache=$folder" -o "Dir::Cache::archives=$folder/archives"
		-o APT::Sandbox::User=root -o Acquire::Check-Valid-Until=false)
	logged "reading Debian's package list" "${APT[@]}" update
}

# check_sum FILE SHA256
check_sum() {
	local got
	got=$(sha256sum "$1" | cut -d' ' -f1)
	[ "$got" = "$2" ] || die "${1##*/} is not the file that was pinned" "    expected sha256 $2" \
		"    got      sha256 $got" "nothing was installed from it; remove the cause and run again"
}
