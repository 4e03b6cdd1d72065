# Where things are; sourced by the other scripts.
PROJECT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
CACHE=${AGENT_RUNTIME_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/agent_runtime}
GODOT_ROOT=$CACHE/godot/root
THIRD_PARTY=$CACHE/third_party
