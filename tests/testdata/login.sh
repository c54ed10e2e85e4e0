# Makes of a namespace of mounts a machine with a user whose login shell is $FTSH, and an sshd that ssh starts by
# itself (ssh -F /mnt/ssh_config host), and runs "$@" there. All that it writes is gone with the namespace.
set -e
mount -t tmpfs none /mnt
chmod 755 /mnt
mkdir /mnt/etc /mnt/home
cp -a /etc/. /mnt/etc
mount --bind /mnt/etc /etc
mount -t tmpfs none /run
mkdir -m 755 /run/sshd
cat "$FTSH" >/mnt/ftsh
chmod 755 /mnt/ftsh
mount -t tmpfs none /tmp
chmod 1777 /tmp
mount -t proc proc /proc
useradd -m -d /mnt/home/tester -s /bin/sh tester
usermod -p '*' tester # no password, but not locked
printf '%s\n' 'PATH=/usr/bin:/bin' 'PS1="@ "' 'export GORACE=atexit_sleep_ms=0' >/etc/profile
printf '%s\n' 'export FROM=profile' 'PS2="% "' >/mnt/home/tester/.profile
echo /mnt/ftsh >>/etc/shells
chsh -s /mnt/ftsh tester >/dev/null

ssh-keygen -q -t ed25519 -N '' -f /mnt/hostkey
ssh-keygen -q -t ed25519 -N '' -f /mnt/key
cat /mnt/key.pub >/mnt/authorized
cat >/mnt/sshd_config <<E
HostKey /mnt/hostkey
AuthorizedKeysFile /mnt/authorized
StrictModes no
UsePAM no
PasswordAuthentication no
PidFile none
PrintMotd no
PrintLastLog no
LoginGraceTime 0
Subsystem sftp /usr/lib/openssh/sftp-server
E
cat >/mnt/ssh_config <<E
IdentityFile /mnt/key
User tester
StrictHostKeyChecking no
UserKnownHostsFile /dev/null
LogLevel ERROR
ProxyCommand /usr/sbin/sshd -i -f /mnt/sshd_config
E
cd /
exec "$@"
