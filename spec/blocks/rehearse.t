# docs/guides/rehearsal.md: scripts run under faults.

=== a finding has its place, its fault and what went wrong
--- script
cat >job <<'E'
try 3 times every 1 hour
    seq 4 >>numbers
end
E
"$SH" --rehearse --only 2:5=fail --only 2:5=lost job
echo "$?"
--- stdout
job:2:5: seq 4 >>numbers fails after it did its work: status 0, but numbers has 8 lines, not 4
    ftsh --rehearse --only job:2:5=lost job

                     fail  lost
2:5 seq 4 >>numbers     .     X
2 runs, 1 finding
1

=== a hang without a limit, and with one
--- script
echo 'wait_for' >job
echo 'try for 1 hour timeout 1 minute; wait_for; end' >limited
mkdir stub
printf '#!/bin/sh\n' >stub/wait_for
chmod +x stub/wait_for
"$SH" --rehearse --stub stub --only hang job | sed -n 1p
"$SH" --rehearse --stub stub --only hang limited | tail -n 1
"$SH" --rehearse --stub stub --only 1=hang job | sed -n 1p
"$SH" --rehearse --stub stub --only 1=hang limited | tail -n 1
--- stdout
job:1:1: wait_for hangs: no time limit ends it
1 run, 0 findings
job:1:1: wait_for hangs: no time limit ends it
1 run, 0 findings

=== a script that fails without a fault cannot be rehearsed
--- script
"$SH" --rehearse -c 'echo gone >&2; exit 3'
--- stderr
ftsh: rehearsal: without a fault it fails: status 3: gone (a run has an empty directory; with --copy a copy of this one)
--- status 2

=== options of --rehearse
--- script
{
    "$SH" --budget 3 -c :
    "$SH" --rehearse
    "$SH" --rehearse --cron -c :
    "$SH" --rehearse --budget 0 -c :
    "$SH" --rehearse --stub "$PWD/nowhere" -c :
    "$SH" --rehearse --only 1:1=slow -c :
} 2>&1 | sed 's|/[^ ]*/||'
--- stdout
ftsh: --budget: only with --rehearse
ftsh: --rehearse: expected a script or -c with a command
ftsh: --rehearse: not with --cron
ftsh: --budget: expected a number of runs, found "0"
ftsh: rehearsal: --stub: nowhere is no directory
ftsh: --only: expected fail, down, perm, lost, half, kill, hang, files, procs, disk, crash or cut after =, found "slow"

=== an option after the script goes to the script
--- script
echo 'test $# = 2' >job
"$SH" --rehearse job --budget 2 2>&1 | head -n 1 | sed 's,.*ftsh: ,,'
"$SH" --rehearse --budget 2 -- job --budget 2 2>&1 | grep -c warning || :
--- stdout
warning: --budget after the script goes to the script: write it before the script, or write -- before the script if the script needs it
0
