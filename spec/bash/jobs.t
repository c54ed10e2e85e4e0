# Names of jobs as commands
peers: bash

=== %1 brings a job to the foreground, %1 & goes on with it in the background
--- script
set -m
sleep 0.1 &
%1
echo "$?"
sh -c 'kill -STOP $$; exit 6' 2>/dev/null
exec 3>&1 >f
%sh &
exec >&3 3>&-
grep -c STOP f
wait %%
echo "$?"
{ %9; } 2>/dev/null || echo none
--- stdout
sleep 0.1
0
1
6
none

