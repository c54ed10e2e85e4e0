package cli

// usage is the output of --help.
const usage = `ftsh: a POSIX shell with blocks that retry, time-limit, choose and fan out

usage: ftsh [options] [file [argument...]]
       ftsh [options] -c command [name [argument...]]
       ftsh [options] -s [argument...]
       ftsh --cron [options] file [argument...]
       ftsh --cron [options] -c command [name [argument...]]
       ftsh --rehearse [options] file [argument...]

options of sh:
  -c            run the command string
  -s            read commands from standard input
  -i            interactive: prompt, history, errors do not end the shell
  -l, --login   a login shell, as with a - before its name: read /etc/profile and ~/.profile
  -abCefhmnuvx  as in set; + instead of - turns an option off
  -o option     as in set -o: allexport, errexit, pipefail, brittle, posix, bash,
                noprogcomp (Tab runs no program), ...
                bash: the dialect of bash; on for a script whose first line names
                bash, and under the name bash; +o bash: off

options of bash, in its dialect:
  --rcfile FILE, --init-file FILE
                an interactive shell reads FILE, not the one named by ENV
  --norc        it reads no file;  --noprofile: a login shell reads no profile
  --noediting   accepted, without effect
  -O name, +O name
                an option of shopt on, off;  -E, -T, -B, ...: as in set

options of ftsh:
  --log-level L      silent (0);
                     failures (10, default): unhandled failures of blocks, and
                     the command that ended a brittle script;
                     attempts (15): failed attempts and delays; commands (20);
                     blocks (30): their beginnings; processes (40): and signals
  --log-file FILE    append the log to FILE instead of standard error
  --log-format F     text (default) or json, one object per line
  --trace FILE       write when each block, attempt, delay, command and process begins
                     and ends, in Chrome's trace format (ftsh-view shows it); otlp:
                     send it to OTEL_EXPORTER_OTLP_ENDPOINT
  --kill-timeout D   time from SIGTERM to SIGKILL when cancelling (default 30s)
  --kill-mode MODE   strong: repeat SIGKILL until no process is left (default);
                     weak: send it once
  --journal-dir DIR  the directory for the journals of blocks
  --explain          run nothing: print the limits, the delays and the worst case of
                     each block of the script
  --cron             run the script or command as a cron job: print nothing unless it
                     fails in the end; then print all its output and a summary of its
                     attempts; the script is brittle, as with -o brittle (turn it
                     off with +o brittle)
  --rehearse         run the script again and again under faults, on a virtual clock,
                     and report what it does not survive
  --version          print the version
  --help             print this

options of --cron (docs/guides/cron.md):
  --report WHEN      print on failure (default), always or never
  --after-failures N report only from the Nth failed run in a row on
  --lock NAME        run only one job with this lock at a time: a path with a slash, or a
                     name, which is also the name in blocks through NAME jobs 1
  --on-locked HOW    if the lock is taken: skip (default): silent, status 75;
                     wait=D: wait at most D; replace: end the other job
  --max-runtime D    end the job and all its processes after D: status 124
  --splay D          start after a delay of at most D, fixed for this machine and job
  --env-file FILE    variables for the job, as in systemd's EnvironmentFile
  --summary FILE     write a line of JSON about the run to FILE
  --metrics FILE     write the run to FILE for Prometheus' node exporter
  --trace-dir DIR    keep the traces of the job's last 30 runs in DIR
  --on-success CMD, --on-failure CMD
                     run CMD with that line on its standard input

options of --rehearse (docs/guides/rehearsal.md):
  --copy             run in copies of the working directory, not in empty directories
  --stub DIR         put the programs of DIR in front of PATH
  --check COMMAND    a command of sh that says whether a result is right
  --once PATTERN     a command that must not be done twice
  --only PLACE       rehearse only this line, line:col or place=fault
  --seed N           of delays, random order and sets of faults
  --budget N         make at most N runs (200)
  --jobs N           make N runs at the same time
  --coverage FILE    write the lines reached, in the format of lcov
  --json             report an object of JSON

environment: FTSH_LOG_LEVEL FTSH_LOG_FILE FTSH_TRACE_FILE FTSH_KILL_TIMEOUT FTSH_KILL_MODE
             FTSH_BACKOFF FTSH_JOBS FTSH_EXPMIN FTSH_EXPMAX FTSH_EXPFACTOR FTSH_EXPRAND
             FTSH_HISTFILE FTSH_PROMPT FTSH_JOURNAL_DIR FTSH_STATE_DIR FTSH_KNOWN_DIR
             FTSH_VIA_DIR FTSH_VIA_CHUNK FTSH_VIA_POLL FTSH_VIA_PATIENCE
             FTSH_VIA_SLURM FTSH_VIA_CONDOR FTSH_VIA_CONDOR_TIMEOUT FTSH_VIA_SUBMIT_FOR FTSH_VIA_LOCAL

blocks:
  try for 1 hour or 5 times every 30 seconds; ...; catch; ...; end
  forany host in a, b, c; ...; end
  forall host jobs 8 in $hosts; ...; end

exit status: that of the last command; 2 for a usage or syntax error, 124 when a time limit
was reached, 126 and 127 when the script cannot be run or found, 128+n when signal n ended
a command; with --cron 75 when another job has the lock; with --rehearse 1 for findings.
See ftsh(1), and ftsh(7) for the language.
`
