package builtin

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"ftsh/internal/flow"
	"ftsh/internal/proc"
)

// A resource is a resource known to ulimit.
type resource struct {
	letter byte
	name   string
	number int
	factor uint64
	// unknown to some systems: left out of -a if reading it fails
	optional bool
}

// The letters and units of dash, a superset of those of XCU ulimit.
var resources = [...]resource{
	{letter: 't', name: "time(seconds)", number: syscall.RLIMIT_CPU, factor: 1},
	{letter: 'f', name: "file(blocks)", number: syscall.RLIMIT_FSIZE, factor: 512},
	{letter: 'd', name: "data(kbytes)", number: syscall.RLIMIT_DATA, factor: 1024},
	{letter: 's', name: "stack(kbytes)", number: syscall.RLIMIT_STACK, factor: 1024},
	{letter: 'c', name: "coredump(blocks)", number: syscall.RLIMIT_CORE, factor: 512},
	{letter: 'm', name: "memory(kbytes)", number: rlimitRSS, factor: 1024, optional: true},
	{letter: 'l', name: "locked memory(kbytes)", number: rlimitMemlock, factor: 1024,
		optional: true},
	{letter: 'p', name: "process", number: rlimitNproc, factor: 1, optional: true},
	{letter: 'n', name: "nofiles", number: syscall.RLIMIT_NOFILE, factor: 1},
	{letter: 'v', name: "vmemory(kbytes)", number: syscall.RLIMIT_AS, factor: 1024},
	{letter: 'w', name: "locks", number: rlimitLocks, factor: 1, optional: true},
	{letter: 'r', name: "rtprio", number: rlimitRtprio, factor: 1, optional: true},
}

// processHost is the part of the shell used by ulimit and umask.
type processHost interface {
	Streams
	Process
}

// ulimit is `ulimit [-H|-S] -a` and `ulimit [-H|-S] [-resource] [limit]`; the resource is -f by
// default. A new limit is both the soft and the hard one unless one is named; the soft one is
// printed.
func ulimit(h processHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	hard, soft, all := false, false, false
	res := resources[1]
	const letters = "HSatfdscmlpunvwr"
	for c := o.next(letters); c != 0; c = o.next(letters) {
		switch c {
		case wrongOption:
			return misuse()
		case 'H':
			hard = true
		case 'S':
			soft = true
		case 'a':
			all = true
		default:
			for _, r := range resources {
				if r.letter == c || r.letter == 'p' && c == 'u' { // -u as in bash and ksh
					res = r
				}
			}
		}
	}
	rest := o.rest()
	switch {
	case all && len(rest) > 0 || len(rest) > 1:
		h.Errorf("too many arguments")
		return misuse()
	case all:
		return listLimits(h, hard && !soft)
	}
	limit, err := h.Limit(res.number)
	if err != nil {
		h.Errorf("-%c: %v", res.letter, err)
		return misuse()
	}
	if len(rest) == 0 {
		return printed(h, limitText(res, limit, hard && !soft)+"\n")
	}
	value, ok := limitValue(rest[0], res.factor)
	if !ok {
		h.Errorf("%q is not a limit", rest[0])
		return misuse()
	}
	if hard || !soft {
		limit.Max = value
	}
	if soft || !hard {
		limit.Cur = value
	}
	limit.Resource = res.number
	if err := h.SetLimit(limit); err != nil {
		h.Errorf("-%c: %v", res.letter, err)
		return misuse()
	}
	return flow.Outcome{}
}

func listLimits(h processHost, hard bool) flow.Outcome {
	var b strings.Builder
	for _, r := range resources {
		limit, err := h.Limit(r.number)
		switch {
		case err == nil:
			fmt.Fprintf(&b, "%-20s %s\n", r.name, limitText(r, limit, hard))
		case !r.optional:
			h.Errorf("-%c: %v", r.letter, err)
			return misuse()
		}
	}
	return printed(h, b.String())
}

func limitText(r resource, limit proc.Limit, hard bool) string {
	value := limit.Cur
	if hard {
		value = limit.Max
	}
	if value == unlimited {
		return "unlimited"
	}
	return strconv.FormatUint(value/r.factor, 10)
}

// limitValue reads a new limit in units of factor.
func limitValue(s string, factor uint64) (uint64, bool) {
	if s == "unlimited" {
		return unlimited, true
	}
	if s == "" || s[0] == '+' {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n > (unlimited-1)/factor {
		return 0, false
	}
	return n * factor, true
}
