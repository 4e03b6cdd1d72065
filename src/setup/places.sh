# Where things are; sourced by the other scripts.
# shellcheck shell=bash disable=SC2034
PROJECT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
CACHE=${AGENT_RUNTIME_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/agent_runtime}
GODOT_ROOT=$CACHE/godot/root
THIRD_PARTY=$CACHE/third_party
PEERS=$PROJECT/build/tests/peers/node

# The series of Godot that releases are built with. It is also the oldest series in which the addon
# loads (compatibility_minimum), and the oldest worth running here.
GODOT_MINIMUM=4.6
