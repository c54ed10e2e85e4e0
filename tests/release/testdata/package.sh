#!/bin/sh
# package.sh PACKAGE: in a mount namespace, over a copy of this system that takes all that is
# written (an overlay), the package is installed, used and removed. It prints what a test compares.
set -eu
package=$1
umask 022
top=$(mktemp -d)
mount -t tmpfs none "$top"
mkdir "$top/upper" "$top/work" "$top/root"
mount -t overlay -o "lowerdir=/,upperdir=$top/upper,workdir=$top/work" none "$top/root" || exit 77
root=$top/root
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs none "$root/tmp"
cp "$package" "$root/tmp/package.deb"
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }

# written lists what differs from the system: files with their checksums, what is no file (the mark
# of one that was removed, too), and directories that are new.
written() {
    cd "$top/upper"
    { find . -type f -exec cksum {} +; find . ! -type f ! -type d -exec ls -ld {} +; find . -type d; } | while read -r line; do
        case $line in
        ./*) [ -d "/$line" ] || echo "directory $line" ;;
        *) echo "$line" ;;
        esac
    done | LC_ALL=C sort
    cd /
}

# The index of manual pages takes long to make, and is not what is tested.
rm -f "$root/var/lib/man-db/auto-update"
inside useradd -m -s /bin/sh someone
cp "$root/etc/passwd" "$top/passwd"
cp "$root/etc/shells" "$top/shells"
written >"$top/before"

inside dpkg -i /tmp/package.deb >/dev/null
echo "installed: $(inside dpkg-query -W -f '${db:Status-Abbrev}' ftsh)"
echo "conffiles: $(inside dpkg-query -W -f '${Conffiles}' ftsh)"
echo "altered: $(inside dpkg -V ftsh)"
echo "in shells: $(grep -c '^/usr/bin/ftsh$' "$root/etc/shells")"
for program in ftsh ftry ftsh-sim; do
    inside "$program" --version
done
inside dpkg -i /tmp/package.deb >/dev/null # an upgrade
echo "in shells: $(grep -c '^/usr/bin/ftsh$' "$root/etc/shells")"

# As login shell, by a command and by standard input.
inside chsh -s /usr/bin/ftsh someone
inside su - someone -c 'try 2 times; echo "$0 in $PWD as $(id -un)"; end'
echo 'echo "and so by standard input, $0"' | inside su - someone
inside su someone -c 'ftry 3 times -- sh -c "echo attempt \$FTSH_ATTEMPT; [ \$FTSH_ATTEMPT -eq 2 ]" 2>/dev/null' | cat
cp "$top/passwd" "$root/etc/passwd"

inside dpkg -r ftsh >/dev/null
echo "in shells: $(grep -c '^/usr/bin/ftsh$' "$root/etc/shells" || :)"
cmp "$top/shells" "$root/etc/shells" && echo "shells are as before"
inside dpkg -P ftsh >/dev/null 2>&1 || :
inside dpkg-query -W ftsh 2>&1 || :

# What dpkg notes of itself is left out, and the backup file of the accounts.
echo "left:"
written >"$top/after"
comm -3 "$top/before" "$top/after" | grep -v -e ' \./var/lib/dpkg/' -e ' \./var/log/' -e ' \./etc/passwd-$' -e ' \./etc/shells$' || :
echo "end"
