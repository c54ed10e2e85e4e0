# /dev/tcp and /dev/udp in redirections, with a server that sends each line back in capital letters
peers: bash
--- program server
#!/usr/bin/env perl
# It prints its ports, one of TCP and one of UDP, and ends when its standard input does.
use strict;
use IO::Socket::INET;
use IO::Select;
$| = 1;
my $tcp = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 5) or die;
my $udp = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Proto => 'udp') or die;
print $tcp->sockport, " ", $udp->sockport, "\n";
my $all = IO::Select->new($tcp, $udp, \*STDIN);
while (1) {
    for my $s ($all->can_read) {
        if ($s == \*STDIN) { exit 0 }
        if ($s == $tcp) { $all->add($tcp->accept); next }
        if ($s == $udp) { $udp->recv(my $d, 9999); $udp->send(uc $d); next }
        if (sysread($s, my $d, 9999)) { syswrite($s, uc $d) } else { $all->remove($s); close $s }
    }
}

=== a connection is read and written
--- script
coproc S { exec ./server; }
read -r t u <&${S[0]}
exec 3<>/dev/tcp/127.0.0.1/$t
echo hello >&3; read -r x <&3; echo "$x"
printf '%s\n' one two >&3; head -n 1 <&3; exec 3>&-
host=localhost
exec {c}<>"/dev/tcp/$host/$t"; echo name >&$c; read -r x <&$c; echo "$x"; exec {c}>&-
exec {c}<>/dev/udp/localhost/$u; echo datagram >&$c; head -n 1 <&$c; exec {c}>&-
{ echo brace >&4; read -r x <&4; echo "$x"; } 4<>/dev/tcp/127.0.0.1/$t
: </dev/tcp/127.0.0.1/$t && echo in
: >>/dev/tcp/127.0.0.1/$t && echo append
set -C; : >/dev/tcp/127.0.0.1/$t && echo out
echo both &>/dev/tcp/127.0.0.1/$t && echo both
--- stdout
HELLO
ONE
NAME
DATAGRAM
BRACE
in
append
out
both

=== it fails with status 1
--- script
exec 2>/dev/null
echo a >/dev/tcp/127.0.0.1/1; echo $?
echo a &>/dev/tcp/127.0.0.1/1; echo $?
echo a >&/dev/tcp/127.0.0.1/1; echo $?
echo a >/dev/tcp/nosuch.invalid/1; echo $?
echo a >/dev/tcp/localhost/nosuchservice; echo $?
echo a >/dev/tcp/localhost; echo $?
echo a >/dev/tcp//80; echo $?
if : </dev/tcp/localhost/1; then echo open; else echo shut; fi
exec 3<>/dev/tcp/127.0.0.1/1; echo $?
--- stdout
1
1
1
1
1
1
1
shut
1

=== its messages
peers: none
--- script
: >/dev/tcp/127.0.0.1/1
: </dev/tcp/nosuch.invalid/1
: <>/dev/udp/127.0.0.1/nosuchservice
: >/dev/tcp/::1/65536
: >/dev/tcp//1
--- stderr
../script:1:3: cannot connect to /dev/tcp/127.0.0.1/1: connection refused
../script:2:3: cannot connect to /dev/tcp/nosuch.invalid/1: host not found: nosuch.invalid
../script:3:3: cannot connect to /dev/udp/127.0.0.1/nosuchservice: service not found: nosuchservice
../script:4:3: cannot connect to /dev/tcp/::1/65536: not a port: "65536"
../script:5:3: cannot connect to /dev/tcp//1: a host's name is missing
--- status 1

=== outside redirections and the dialect it is a file's name
--- script
[ -e /dev/tcp/127.0.0.1/1 ]; echo $?
cat /dev/tcp/127.0.0.1/1 2>/dev/null; echo $?
--- stdout
1
1
