package cli

// usage is the output of --help.
const usage = `ftsh: a POSIX shell with blocks that retry, time-limit, choose and fan out

usage: ftsh [options] [file [argument...]]
       ftsh [options] -c command [name [argument...]]
       ftsh [options] -s [argument...]
       ftsh --cron [options] file [argument...]
       ftsh --cron [options] -c command [name [argument...]]

options of sh:
  -c            run the command string
  -s            read commands from standard input
  -i            interactive: prompt, history, errors do not end the shell
  -l, --login   a login shell, as with a - before its name: read /etc/profile and ~/.profile
  -abCefhmnuvx  as in set; + instead of - turns an option off
  -o option     as in set -o: allexport, errexit, pipefail, brittle, posix, ...

options of ftsh:
  --log-level L      silent (0); failures (10, default): of blocks, if not handled,
                     and what ended a brittle script;
                     attempts (15): each that failed, and waits; commands (20);
                     blocks (30): where they begin; processes (40): and signals
  --log-file FILE    append the log to FILE instead of standard error
  --log-format F     text (default) or json, one object a line
  --kill-timeout D   from SIGTERM to SIGKILL when cancelling (default 30s)
  --kill-mode MODE   strong: SIGKILL until nothing is left (default); weak: once
  --journal-dir DIR  where blocks with a journal keep what they have done
  --explain          run nothing: print each block of the script with its limits, the
                     schedule of its delays and its worst case
  --cron             run the script or command as a job of cron: silent unless it finally
                     fails; then all that it wrote, and a summary of its attempts;
                     its script is brittle (-o brittle), unless +o brittle says otherwise
  --version          print the version
  --help             print this

options of --cron (docs/cron.md):
  --report WHEN      print on failure (default), always or never
  --after-failures N only from the Nth failing run in a row on
  --lock NAME        not while another one has the lock: a path with a slash, or a
                     name, that of blocks through NAME jobs 1 too
  --on-locked HOW    then skip (default): silent, status 75; wait=D: at most D;
                     replace: end the other one
  --max-runtime D    end the job, all of it, after D: status 124
  --splay D          begin within D, after a time that is the machine's and the job's own
  --env-file FILE    variables for the job, as in systemd's EnvironmentFile
  --summary FILE     leave the run in FILE as a line of JSON
  --on-success CMD, --on-failure CMD
                     run CMD with that line as its standard input

environment: FTSH_LOG_LEVEL FTSH_LOG_FILE FTSH_KILL_TIMEOUT FTSH_KILL_MODE
             FTSH_BACKOFF FTSH_JOBS FTSH_EXPMIN FTSH_EXPMAX FTSH_EXPFACTOR FTSH_EXPRAND
             FTSH_HISTFILE FTSH_PROMPT FTSH_JOURNAL_DIR FTSH_STATE_DIR FTSH_KNOWN_DIR
             FTSH_VIA_DIR FTSH_VIA_CHUNK FTSH_VIA_POLL FTSH_VIA_PATIENCE FTSH_VIA_SLURM FTSH_VIA_SUBMIT_FOR FTSH_VIA_LOCAL

blocks:
  try for 1 hour or 5 times every 30 seconds; ...; catch; ...; end
  forany host in a, b, c; ...; end
  forall host jobs 8 in $hosts; ...; end

exit status: that of the last command; 2 for a usage or syntax error, 124 when a time limit
was reached, 126 and 127 when the script cannot be run or found, 128+n when signal n ended
a command; with --cron 75 when the job was not run because of its lock. See ftsh(1), and ftsh(7) for the language.
`
