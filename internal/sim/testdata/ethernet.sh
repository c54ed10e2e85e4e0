# Storing a file as examples/ethernet.ftsh has it, with carrier sense: FILE BUFFER.
if [ "$1" = once ]; then
    free=$(df -Pk -- "$3" | awk 'NR == 2 { print $4 }')
    [ "$free" -ge "$RESERVE_KB" ] && cp -- "$2" "$3/.job.$$"
else
    exec sh "${0%/*}/retry.sh" sh "$0" once "$@"
fi
