# The same with carrier sense.
export PROBE=1
exec sh "${0%/*}/mirrors.sh" "$@"
