# /dev/tcp in blocks
--- program full
#!/usr/bin/env perl
# A server whose queue of connections is full: the next one waits.
use strict;
use IO::Socket::INET;
$| = 1;
my $tcp = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 1) or die;
my @taken = map { IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $tcp->sockport,
    Blocking => 0) } 1 .. 8;
select undef, undef, undef, 0.1;
print $tcp->sockport, "\n";
<STDIN>;

=== a deadline ends a connect, and a read
--- script
coproc S { exec ./full; }
read -r t <&${S[0]}
try for 300 ms
    exec 3<>/dev/tcp/127.0.0.1/$t
    read -r x <&3
catch
    echo $FTSH_STATUS
end
--- stdout
124
--- stderr any

=== a trapped signal runs its action while a connect waits
--- script
coproc S { exec ./full; }
read -r t <&${S[0]}
trap 'echo trapped; exit 3' USR1
(sleep 0.1; kill -USR1 $$) &
read -r x <>/dev/tcp/127.0.0.1/$t
--- stdout
trapped
--- status 3

=== a failed connect is tried again
--- script
n=0
try 3 times every 1 ms
    n=$((n + 1))
    exec 3<>/dev/tcp/127.0.0.1/1
catch
    echo $n $FTSH_REASON
end
--- stdout
3 times
--- stderr any
