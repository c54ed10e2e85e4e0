package cli

// tryUsage is the output of ftry's --help.
const tryUsage = `ftry: runs one command until it works, within limits of attempts and time

usage: ftry [options] [limits] [clause...] -- command [argument...]

  ftry 3 times timeout 5s -- ./flaky
  ftry for 10 minutes on 75 -- curl -sf "$url"
  ftry 5 times every 30 seconds -- make deploy
  ftry timeout 1 minute -- ./hangs

limits: N times, a duration (for 10 minutes, 90s, 1h30m), both joined by or, or forever;
without one there is one attempt. Next to them, before or behind:
  every D            attempts start at least D apart, instead of growing random delays
  timeout D          ends one attempt after D
  backoff POLICY     which delays: fixed, full, ethernet, ... [from D] [to D] [factor F] ...
  on S, except S     retries only these statuses, or all but these: 75  1,2  64-78
  known              as is known of the command (ftsh-state known): some failures end it, some
                     are retried, after the delay that the server asks for
  permanent PATTERN ...  a failure whose standard error is like '*nvalid partition*' ends it
  transient PATTERN ...  such a failure is retried, whatever on, except and known say
  grace D            from the first signal to SIGKILL, for what is ended
  signal NAME        the first signal: TERM, unless it is said
  through NAME       with all processes of the host that go through NAME: [budget P%]
                     [jobs N [nowait]] [break K in D]
  journal NAME       keeps on disk what has been done: the next run goes on there
  streaming          passes output and input through as they come

What an attempt wrote to a pipe or a file is passed on when it has worked, and its input from
a pipe or a file is given to each attempt from the beginning, unless streaming is said. The command
is a program found in PATH; its words are not read by a shell.

options:
  --log-level L      silent (0); failures (10, default): why it failed in the end;
                     attempts (15): each that failed, and waits; commands (20): with their
                     words; blocks (30); processes (40): and signals
  --log-file FILE    append the log to FILE instead of standard error
  --log-format F     text (default) or json, one object a line
  --kill-timeout D   as grace (default 30s)
  --kill-mode MODE   strong: SIGKILL until nothing is left (default); weak: once
  --version          print the version
  --help             print this

environment: FTSH_LOG_LEVEL FTSH_LOG_FILE FTSH_KILL_TIMEOUT FTSH_KILL_MODE FTSH_JOURNAL_DIR
             FTSH_BACKOFF FTSH_EXPMIN FTSH_EXPMAX FTSH_EXPFACTOR FTSH_EXPRAND
             FTSH_STATE_DIR FTSH_KNOWN_DIR

exit status: the command's; 124 when a time limit was reached, 75 when a slot is
not free (nowait), 126 and 127 when the command
cannot be run or found, 128+n when signal n ended it, 2 for a wrong header or option. See ftry(1).
`
