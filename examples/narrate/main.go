// Command narrate describes the progress of examples/mirrors.ftsh, one line an event. It is the
// voice of examples/demo:
//
//	ftsh --log-level blocks --log-format json mirrors.ftsh … 2>&1 | narrate NAME=HOST:PORT…
//
// It puts records of ftsh's log in its input (docs/language.md, section 8) into words, with the
// mirrors' names. Of all other lines, such as wget's, it shows the last one, the script's own. It
// ends with a summary.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "narrate:", err)
		os.Exit(1)
	}
}

// A record holds the fields used of a line of ftsh's log.
type record struct {
	Time   time.Time
	Msg    string
	Block  string
	Word   string
	Delay  float64
	Status int
	Errors []struct {
		Args []string
		Cut  bool // by a time limit
	}
}

// A story is the state of the description.
type story struct {
	out      io.Writer
	names    *strings.Replacer // of mirrors, for their addresses
	start    time.Time
	now      time.Time
	rounds   int
	asked    string         // the mirror being asked; empty when it has failed
	failures map[string]int // of each mirror
	waited   time.Duration
}

func run(args []string, stdin io.Reader, stdout io.Writer) error {
	var mirrors, pairs []string
	for _, a := range args {
		name, address, ok := strings.Cut(a, "=")
		if !ok {
			return fmt.Errorf("expected NAME=HOST:PORT, found %q", a)
		}
		mirrors, pairs = append(mirrors, name), append(pairs, address, name)
	}
	s := &story{out: stdout, names: strings.NewReplacer(pairs...), failures: map[string]int{}}
	last := ""
	lines := bufio.NewScanner(stdin)
	for lines.Scan() {
		line := lines.Text()
		// An ended program may have left a line without its end.
		at := strings.Index(line, `{"time":`)
		var r record
		if at < 0 || json.Unmarshal([]byte(line[at:]), &r) != nil {
			last = cmp.Or(line, last)
			continue
		}
		s.tell(r)
	}
	if err := lines.Err(); err != nil {
		return err
	}
	s.end(s.names.Replace(last), mirrors)
	return nil
}

// tell describes one record.
func (s *story) tell(r record) {
	if s.start.IsZero() {
		s.start = r.Time
	}
	s.now = r.Time
	switch {
	case r.Msg == "attempt begins" && r.Block == "try":
		s.rounds++
		s.say("round %d: the mirrors in random order", s.rounds)
	case r.Msg == "attempt begins" && r.Block == "forany":
		s.asked = s.names.Replace(r.Word)
	case r.Msg == "attempt failed" && r.Block == "forany":
		s.say("    %-8s  %s", s.asked, why(r))
		s.failures[s.asked]++
		s.asked = ""
	case r.Msg == "waiting" && r.Block == "try":
		wait := time.Duration(r.Delay * float64(time.Second))
		s.waited += wait
		s.say("none had it: waiting %.1f s", wait.Seconds())
	}
}

// why returns the failure of a mirror in words.
func why(r record) string {
	if len(r.Errors) == 0 || len(r.Errors[0].Args) == 0 {
		return fmt.Sprintf("failed with status %d", r.Status)
	}
	e := r.Errors[0]
	switch program := e.Args[0]; {
	case e.Cut:
		return "no answer in time: " + program + " ended"
	case program == "wget" && r.Status == 4: // EXIT STATUS of wget(1)
		return "connection refused"
	case program == "wget" && r.Status == 8:
		return "503, service unavailable"
	case program == "sha256sum":
		return "an old file: the checksum is wrong"
	default:
		return fmt.Sprintf("%s failed with status %d", program, r.Status)
	}
}

func (s *story) say(format string, args ...any) {
	fmt.Fprintf(s.out, "%6.1f s  %s\n", s.now.Sub(s.start).Seconds(), fmt.Sprintf(format, args...))
}

// end prints the outcome: the last line of the script, and a summary.
func (s *story) end(last string, mirrors []string) {
	if s.asked != "" {
		s.say("    %-8s  the file, whole and right", s.asked)
	}
	var failed []string
	for _, name := range mirrors {
		if n := s.failures[name]; n > 0 {
			failed = append(failed, fmt.Sprintf("%s %d", name, n))
		}
	}
	fmt.Fprintf(s.out, "\n%s\n", last)
	fmt.Fprintf(s.out, "rounds: %d, with %.1f s of waiting between them\n", s.rounds,
		s.waited.Seconds())
	fmt.Fprintf(s.out, "failures of mirrors: %s\n", cmp.Or(strings.Join(failed, ", "), "none"))
}
