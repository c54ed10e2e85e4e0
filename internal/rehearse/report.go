package rehearse

import (
	"fmt"
	"io"
	"strings"

	"ftsh/internal/inject"
	"ftsh/internal/quote"
)

// report writes the findings.
func (r *rehearsal) report(out io.Writer) (found bool, err error) {
	w := &writer{w: out}
	seen := map[string]bool{}
	n := 0
	for _, t := range r.todo {
		for _, text := range t.found {
			// The same at a later time of the same place says nothing new.
			last := t.faults[len(t.faults)-1]
			key := fmt.Sprint(last.Place, last.Fault, text)
			if seen[key] {
				continue
			}
			seen[key] = true
			n++
			w.printf("%s: %s %s: %s\n", last.Place, r.shown(last.Address), last.Fault, text)
			w.printf("    %s\n", r.repeat(t))
		}
	}
	if n > 0 {
		w.printf("\n")
	}
	r.table(w)
	w.printf("%s, %s\n", plural(len(r.todo), "run"), plural(n, "finding"))
	if r.rest > 0 {
		w.printf("%s more would be made with a larger --budget\n", plural(r.rest, "run"))
	}
	return n > 0, w.err
}

// repeat returns the command line for a trial.
func (r *rehearsal) repeat(t *trial) string {
	var spots []string
	for _, s := range t.faults {
		spots = append(spots, s.String())
	}
	words := []string{"ftsh", "--rehearse", "--only", strings.Join(spots, "+")}
	return quote.Words(append(words, r.job.Words...))
}

// shown returns the command at an address, in a few words: as the script has it, since its words may
// be different in each run.
func (r *rehearsal) shown(a inject.Address) string {
	text, ok := r.sources[a.Place]
	if !ok {
		for _, c := range r.cmds {
			if c.Address == a {
				text = quote.Brief(c.words)
			}
		}
	}
	line := []rune(quote.OneLine(text))
	if len(line) > wide {
		return string(line[:wide-1]) + "…"
	}
	return string(line)
}

// wide is how much of a command is shown.
const wide = 44

// table writes the result of each command under each fault.
func (r *rehearsal) table(w *writer) {
	marks := map[string]map[inject.Fault]byte{}
	for _, t := range r.todo {
		if len(t.faults) != 1 {
			continue
		}
		s := t.faults[0]
		row := marks[s.Place]
		if row == nil {
			row = map[inject.Fault]byte{}
			marks[s.Place] = row
		}
		switch {
		case len(t.found) > 0:
			row[s.Fault] = 'X'
		case row[s.Fault] == 0:
			row[s.Fault] = '.'
		}
	}
	var faults []inject.Fault
	for _, f := range inject.All() {
		for _, row := range marks {
			if row[f] != 0 {
				faults = append(faults, f)
				break
			}
		}
	}
	var places []string
	width := 0
	names := map[string]string{}
	for _, c := range r.cmds {
		if _, ok := names[c.Place]; ok || marks[c.Place] == nil {
			continue
		}
		names[c.Place] = strings.TrimPrefix(c.Place, r.job.Shown+":") + " " + r.shown(c.Address)
		width = max(width, len([]rune(names[c.Place])))
		places = append(places, c.Place)
	}
	w.printf("%-*s", width, "")
	for _, f := range faults {
		w.printf(" %5s", string(f))
	}
	w.printf("\n")
	for _, p := range places {
		w.printf("%-*s", width, names[p])
		for _, f := range faults {
			mark := marks[p][f]
			if mark == 0 {
				mark = '-'
			}
			w.printf(" %5c", mark)
		}
		w.printf("\n")
	}
}

// A writer keeps its first error.
type writer struct {
	w   io.Writer
	err error
}

func (w *writer) printf(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}
