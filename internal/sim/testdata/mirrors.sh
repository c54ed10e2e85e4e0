# A round over mirrors in random order, as examples/mirrors.ftsh has it: PATH SHA256 HOST...
# With PROBE=1 each is asked for the size first.
if [ "$1" = once ]; then
    path=$2
    shift 3
    for host in $(printf '%s\n' "$@" | shuf); do
        [ -z "$PROBE" ] || wget -q -t 1 -T "${PROBE_TIMEOUT% *}" --spider "http://$host/$path" || continue
        wget -q -t 1 -T "${MIRROR_TIMEOUT% *}" -O "$path.part" "http://$host/$path" && exit
    done
    exit 1
fi
exec sh "${0%/*}/retry.sh" sh "$0" once "$@"
