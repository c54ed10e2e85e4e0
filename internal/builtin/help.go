package builtin

import "ftsh/internal/flow"

// help is `help`: a card of the blocks. Operands are ignored.
func help(h Streams, _ []string) flow.Outcome { return printed(h, card) }

const card = `ftsh is a POSIX shell with blocks that run again until they work.

  try 5 times every 30 seconds     limits: 5 times, 10 minutes, 1 hour or 5 times,
      COMMANDS                     forever; without one, one attempt. A command that
  catch                            fails ends the attempt. The catch list (optional)
      COMMANDS                     runs when all failed; failure there fails the block
  end

  forany h in a, b, c              the first one that works; with ordered, in order
      COMMANDS "$h"
  end

  forall h jobs 8 in $hosts        all of them, at most 8 at once
      COMMANDS "$h"
  end

Clauses, before in, or next to the limits of a try:
  try      every 5s  timeout 1m  backoff POLICY  on 75,100-110  except 2  through NAME
           known  permanent '*invalid*'  transient '*busy*'
  forany   ordered  timeout 1m  hedge 5s  through "mirror-$h"  table FILE
  forall   jobs 8  timeout 1m  keepgoing  grouped  tagged  via NAME  table FILE
  all      journal NAME  scratch NAME  grace 10s  signal INT  contained
Before catch, in a try: sense (is the way free?), check (did it work after all?).
In blocks: failure, abort, success, detach COMMAND.
In catch lists, and after the block: $FTSH_REASON, $FTSH_STATUS, $FTSH_ERROR,
$FTSH_ATTEMPTS, and of a forall $FTSH_FAILED.

ftsh --explain SCRIPT shows the limits and delays of its blocks. See also man ftsh.
`
