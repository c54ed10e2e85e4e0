# What a try block does, in plain sh, for tests of the live experiments without ftsh: run "$@"
# until it works, waiting as FTSH_BACKOFF says, of which it knows "fixed from Nms" and
# doubling from "ftsh from Nms" without a limit.
set -- $FTSH_BACKOFF -- "$@"
kind=$1 delay=${3%ms}
while [ "$1" != -- ]; do shift; done
shift
until "$@"; do
    sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
    [ "$kind" = fixed ] || delay=$((delay * 2))
done
