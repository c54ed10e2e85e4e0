# Giving a daemon work as examples/descriptors.ftsh has it, with carrier sense: PIDFILE COMMAND...
if [ "$1" = once ]; then
    read -r pid <"$2" && shift 2 || exit 1
    most=$(awk '/^Max open files/ { print $4 }' "/proc/$pid/limits")
    used=$(ls "/proc/$pid/fd" | wc -l)
    [ -n "$most" ] && [ $((most - used)) -ge "$SPARE" ] && "$@" >/dev/null
else
    exec sh "${0%/*}/retry.sh" sh "$0" once "$@"
fi
