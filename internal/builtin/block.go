package builtin

import (
	"strings"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/flow"
)

// blockHost is the part of the shell used by abort and failure.
type blockHost interface {
	Streams
	Blocks
}

// abort is `abort [-m text] [status]`: it fails the innermost try permanently.
func abort(h blockHost, args []string) flow.Outcome {
	return leaveBlock(h, args[1:], flow.Abort)
}

// failure is `failure [--after delay] [-m text] [status]`: it fails the attempt. The delay may be
// several words, as in a header.
func failure(h blockHost, args []string) flow.Outcome {
	return leaveBlock(h, args[1:], flow.Failure)
}

// leaveBlock diverts with the status of the operand. The default is the status handled by the catch
// list, or that of the last failure.
func leaveBlock(h blockHost, rest []string, d flow.Divert) flow.Outcome {
	text := ""
	delay := time.Duration(-1)
	for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
		option := rest[0]
		rest = rest[1:]
		switch {
		case option == "--":
		case strings.HasPrefix(option, "-m") && option != "-m":
			text = option[2:]
			continue
		case option == "-m" && len(rest) > 0:
			text, rest = rest[0], rest[1:]
			continue
		case option == "-m":
			h.Errorf("option -m needs an argument")
			return misuse()
		case option == "--after" && d == flow.Failure:
			after, used, err := takeDelay(rest, h.Wall())
			if err != nil {
				h.Errorf("--after: %v", err)
				return misuse()
			}
			delay, rest = after, rest[used:]
			continue
		default:
			h.Errorf("unknown option %s", option)
			return misuse()
		}
		break
	}
	status := h.FailedStatus()
	switch {
	case len(rest) > 1:
		h.Errorf("expected one status, found %q too", rest[1])
		return misuse()
	case len(rest) == 1:
		n, ok := number(rest[0])
		if !ok || n == 0 || n > 255 {
			h.Errorf("expected a status from 1 to 255, found %q", rest[0])
			return misuse()
		}
		status = n
	}
	if delay >= 0 {
		h.FailAfter(delay)
	}
	h.Fail(status, text)
	return flow.Outcome{Status: int32(status), Divert: d}
}

// takeDelay reads a delay from the first of words: a duration, a number of seconds, or an HTTP
// date, possibly split into its words. It returns the number of words used.
func takeDelay(words []string, now time.Time) (d time.Duration, used int, err error) {
	for used = range min(len(words), 6) {
		if at, ok := httpDate(strings.Join(words[:used+1], " "), now); ok {
			return max(at.Sub(now), 0), used + 1, nil
		}
	}
	if d, used, err = duration.Take(words); err != nil && len(words) > 0 {
		d, _, err = duration.Take([]string{words[0], "s"})
		return d, 1, err
	}
	return d, used, err
}

// httpDate reads a date in one of the three forms of RFC 9110, section 5.6.7.
func httpDate(text string, now time.Time) (time.Time, bool) {
	const shortYear = "Monday, 02-Jan-06 15:04:05 GMT"
	for _, form := range [...]string{"Mon, 02 Jan 2006 15:04:05 GMT", shortYear, time.ANSIC} {
		at, err := time.Parse(form, text)
		if err != nil {
			continue
		}
		if form == shortYear { // the last year with these digits, but for the next fifty
			latest := now.AddDate(50, 0, 0)
			for at.After(latest) {
				at = at.AddDate(-100, 0, 0)
			}
			for !at.AddDate(100, 0, 0).After(latest) {
				at = at.AddDate(100, 0, 0)
			}
		}
		return at, true
	}
	return time.Time{}, false
}

// detachHost is the part of the shell used by detach.
type detachHost interface {
	Streams
	Blocks
}

// detach is `detach command [argument…]`: it runs a program outside all blocks.
func detach(h detachHost, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return misuse()
	}
	if len(rest) == 0 {
		h.Errorf("expected a command")
		return misuse()
	}
	return h.Detach(rest)
}
