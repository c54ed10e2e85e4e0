package cli

// tryUsage is the output of ftry's --help.
const tryUsage = `ftry: runs one command until it works, within limits of attempts and time

usage: ftry [options] [limits] [clause...] -- command [argument...]

  ftry 3 times timeout 5s -- ./flaky
  ftry for 10 minutes on 75 -- curl -sf "$url"
  ftry 5 times every 30 seconds -- make deploy
  ftry timeout 1 minute -- ./hangs
  ftry --json timeout 10m contained -- ./step

limits: N times, a duration (for 10 minutes, 90s, 1h30m), both joined by or, or forever;
without one there is one attempt. Clauses go before or after them:
  every D            start attempts at least D apart, without growing random delays
  timeout D          end an attempt after D
  backoff POLICY     delays: fixed, full, ethernet, ... [from D] [to D] [factor F] ...
  on S, except S     retry only these statuses, or all but these: 75  1,2  64-78
  known              judge failures by what is known of the command (ftsh-state known)
  permanent PATTERN ...  give up if standard error matches: '*nvalid partition*'
  transient PATTERN ...  retry if it matches, whatever on, except and known say
  grace D            time from the first signal to SIGKILL when cancelling
  signal NAME        the first signal (default TERM)
  through NAME       back off together with all processes of the host that use NAME:
                     [budget P%] [jobs N [nowait]] [break K in D]
  contained          end all processes that an attempt leaves, after a success too
  journal NAME       record progress on disk: the next run continues from there
  scratch NAME       a new directory FTSH_SCRATCH for each attempt, which becomes NAME when it
                     works; scratch file NAME: a file (-- sh -c 'make >"$FTSH_SCRATCH"')
  streaming          pass output and input through at once

Without streaming, output to a pipe or a file is passed on only when an attempt has worked, and each
attempt reads its input from a pipe or a file from the beginning. The command is a program found in
PATH; no shell interprets its words.

options:
  --json             capture the command's output, and print one JSON object at the end: status,
                     reason, attempts, duration, and the beginning and end of the output
  --json-bytes N     how much of each end of the output (default 16384)
  --log-level L      silent (0); failures (10, default): why it failed in the end;
                     attempts (15): failed attempts and delays; commands (20): with their
                     words; blocks (30); processes (40): and signals
  --log-file FILE    append the log to FILE instead of standard error
  --trace FILE       write when each attempt, delay and process begins and ends
  --log-format F     text (default) or json, one object per line
  --kill-timeout D   like grace (default 30s)
  --kill-mode MODE   strong: repeat SIGKILL until no process is left (default);
                     weak: send it once
  --version          print the version
  --help             print this

environment: FTSH_LOG_LEVEL FTSH_LOG_FILE FTSH_TRACE_FILE FTSH_KILL_TIMEOUT FTSH_KILL_MODE
             FTSH_JOURNAL_DIR
             FTSH_BACKOFF FTSH_EXPMIN FTSH_EXPMAX FTSH_EXPFACTOR FTSH_EXPRAND
             FTSH_STATE_DIR FTSH_KNOWN_DIR

exit status: the command's; 124 when a time limit was reached, 75 when no slot is free
(nowait), 126 and 127 when the command cannot be run or found, 128+n when signal n ended it, 2 for
a wrong header or option. See ftry(1).
`
