package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/duration"
	"ftsh/internal/through"
)

// A line is the state of a name, as printed by list and watch.
type line struct {
	phase         through.Phase
	held, waiting int
}

func (l line) String() string {
	return fmt.Sprintf("%s, %d held, %d waiting", l.phase, l.held, l.waiting)
}

func lineOf(f *through.File) (l line, err error) {
	s, err := f.Peek()
	if err != nil {
		return l, err
	}
	l.phase, l.held, l.waiting = s.Phase, len(holders(s, f)), len(waiters(s, f))
	return l, nil
}

// holders returns the live holders, oldest first.
func holders(s *through.State, live through.Living) (all []through.Holder) {
	for row, h := range s.Holders {
		if h.Serial != 0 && live.HolderLives(row) {
			all = append(all, h)
		}
	}
	slices.SortFunc(all, func(a, b through.Holder) int { return int(a.Since - b.Since) })
	return all
}

// waiters returns the live waiters, in their order.
func waiters(s *through.State, live through.Living) (all []through.Waiter) {
	for row, w := range s.Waiters {
		if w.Ticket != 0 && live.WaiterLives(row) {
			all = append(all, w)
		}
	}
	slices.SortFunc(all, func(a, b through.Waiter) int { return int(a.Ticket - b.Ticket) })
	return all
}

// visible escapes control characters, so a name has no effect on a terminal.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return '?'
		}
		return r
	}, s)
}

// show prints the whole state of a name.
func show(name string, f *through.File, out io.Writer) error {
	s, err := f.Peek()
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, describe(name, s, f, through.Now()))
	return err
}

// describe formats the whole state of a name.
func describe(name string, s *through.State, live through.Living, now clock.Instant) string {
	var b strings.Builder
	row := func(head, format string, a ...any) {
		fmt.Fprintf(&b, "  %-9s "+format+"\n", append([]any{head}, a...)...)
	}
	ago := func(at clock.Instant) string { return human(now.Sub(at)) + " ago" }
	fmt.Fprintf(&b, "%s\n", visible(name))
	switch s.Phase {
	case through.Open:
		text := "open for " + human(now.Sub(s.Opened)) + ", " + counted(s.Openings, "delay")
		if s.Until > now {
			text += "; a trial attempt in " + human(s.Until.Sub(now))
		} else {
			text += "; the next attempt is the trial"
		}
		row("breaker", "%s", text)
	case through.Ramp:
		row("breaker", "ramp: %d attempts at once", s.Window)
	default:
		row("breaker", "closed")
	}
	text := strconv.FormatUint(s.Failing, 10) + " since the last success"
	if s.Success != 0 {
		text += ", " + ago(s.Success)
	}
	if s.Failing > 0 {
		text += "; the latest " + ago(s.Failed[(s.Failing-1)%through.MaxFailures])
	}
	row("failures", "%s", text)
	firsts, taken := s.Recent(now)
	row("budget", "%s and %s taken by retries in 10 seconds", counted(firsts, "first attempt"),
		counted(taken, "token"))
	if s.After > now {
		row("asked", "not before %s", human(s.After.Sub(now)))
	}
	for i, h := range holders(s, live) {
		row(first(i, "held"), "%s for %s by process %d, %s", kinds(h.Kind), human(now.Sub(h.Since)),
			h.Pid, visible(h.Script))
	}
	const shown = 10
	all := waiters(s, live)
	for i, w := range all[:min(len(all), shown)] {
		row(first(i, "waiting"), "for %s for %s: process %d", w.For, human(now.Sub(w.Since)), w.Pid)
	}
	if len(all) > shown {
		row("", "and %d more", len(all)-shown)
	}
	return b.String()
}

func first(i int, head string) string {
	if i > 0 {
		return ""
	}
	return head
}

func kinds(k through.Kind) string {
	var all []string
	for _, of := range []struct {
		kind through.Kind
		name string
	}{{through.Job, "slot"}, {through.Probe, "probe"}, {through.Ramping, "ramp"}} {
		if k&of.kind != 0 {
			all = append(all, of.name)
		}
	}
	return strings.Join(all, " and ")
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// human formats a duration in seconds, or in milliseconds if it is below one second.
func human(d time.Duration) string {
	if d = max(d, 0); d >= time.Second {
		return duration.Human(d.Round(time.Second))
	}
	return duration.Human(d.Round(time.Millisecond))
}

// look is the interval between the looks of watch.
const look = 200 * time.Millisecond

// watch prints the line of each name, or of all names if none is given, whenever it changes.
func watch(ctx context.Context, dir *through.Dir, names []string, out io.Writer,
	complain func(int, string, ...any) int) int {
	last := map[string]line{}
	for {
		known, err := dir.Names()
		if err != nil {
			return complain(trouble, "%v", err)
		}
		for _, name := range known {
			if len(names) > 0 && !slices.Contains(names, name) {
				continue
			}
			_ = withFile(dir, name, func(f *through.File) error {
				l, err := lineOf(f)
				if old, known := last[name]; err == nil && (!known || old != l) {
					last[name] = l
					_, err = fmt.Fprintf(out, "%s %s: %s\n", time.Now().Format("15:04:05"),
						visible(name), l)
				}
				return err
			})
		}
		select {
		case <-ctx.Done():
			return fine
		case <-time.After(look):
		}
	}
}
