package rehearse

import (
	"fmt"
	"io"
	"strings"

	"ftsh/internal/inject"
	"ftsh/internal/quote"
)

// A finding is one of the report.
type finding struct {
	trial *trial
	text  string
}

// last returns the fault a finding is about.
func (t *trial) last() inject.Spot { return t.faults[len(t.faults)-1] }

// findings returns the findings, without those of an earlier trial at a later time of the same place.
func (r *rehearsal) findings() (all []finding) {
	seen := map[string]bool{}
	for _, t := range r.todo {
		for _, text := range t.found {
			key := text
			for _, s := range t.faults {
				key += "\x00" + s.Place + "=" + string(s.Fault)
			}
			if !seen[key] {
				seen[key] = true
				all = append(all, finding{t, text})
			}
		}
	}
	return all
}

// report writes the findings and the table for people.
func (r *rehearsal) report(out io.Writer) (found bool, err error) {
	w := &writer{w: out}
	all := r.findings()
	for _, f := range all {
		w.printf("%s: ", f.trial.last().Place)
		for i, s := range f.trial.faults {
			switch {
			case i > 0 && s.Place == f.trial.faults[i-1].Place:
				w.printf(", and then ")
			case i > 0:
				w.printf(", and then %s ", r.shown(s.Address))
			default:
				w.printf("%s ", r.shown(s.Address))
			}
			w.printf("%s", s.Fault)
		}
		text := strings.TrimPrefix(f.text, f.trial.last().Fault.String()+": ") // "hangs: " is said
		w.printf(": %s\n    %s\n", text, r.repeat(f.trial))
	}
	if len(all) > 0 {
		w.printf("\n")
	}
	r.table(w)
	if len(r.todo) == 0 {
		w.printf("The script starts no program that can fail: builtins, sleep, true and false do not.\n")
	}
	w.printf("%s, %s\n", plural(len(r.todo), "run"), plural(len(all), "finding"))
	for i := range r.judge.once {
		if s := &r.judge.once[i]; s.times == 0 {
			w.printf("--once %s: no program of a run without a fault is that\n", quote.Word(s.text))
		}
	}
	if r.base.stderr != "" {
		w.printf("Without a fault it says: %s%s\n", r.base.stderr, r.job.hint())
	}
	if r.rest > 0 {
		w.printf("%d more %s with a larger --budget\n", r.rest, noun(r.rest, "run"))
	}
	return len(all) > 0, w.err
}

// repeat returns the command line for a trial.
func (r *rehearsal) repeat(t *trial) string {
	words := []string{"ftsh", "--rehearse", "--only", t.key()}
	return quote.Words(append(append(words, r.job.options()...), r.job.Words...))
}

// options returns the options of a rehearsal that its runs depend on.
func (j *Job) options() (words []string) {
	if j.Copy {
		words = append(words, "--copy")
	}
	if j.Seed != 0 {
		words = append(words, fmt.Sprintf("--seed=%d", j.Seed))
	}
	for _, s := range j.Stubs {
		words = append(words, "--stub", s)
	}
	if j.Check != "" {
		words = append(words, "--check", j.Check)
	}
	for _, o := range j.Once {
		words = append(words, "--once", o)
	}
	return words
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

// A row is a command in the table: X where a fault has a finding, a dot where it has none.
type row struct {
	place string
	shown string
	marks map[inject.Fault]byte
}

// rows returns the rows of the table.
func (r *rehearsal) rows() (rows []*row) {
	byName, byPlace := map[string]*row{}, map[string]*row{}
	byAddress := map[inject.Address]*row{}
	for _, c := range r.cmds {
		name := c.Place + " "
		if _, one := r.sources[c.Place]; !one {
			name += r.shown(c.Address)
		}
		if byName[name] == nil {
			byName[name] = &row{c.Place, r.shown(c.Address), map[inject.Fault]byte{}}
			rows = append(rows, byName[name])
		}
		byAddress[c.Address] = byName[name]
		if byPlace[c.Place] == nil {
			byPlace[c.Place] = byName[name]
		}
	}
	for _, t := range r.todo {
		s := t.faults[0]
		row := byAddress[s.Address]
		if row == nil {
			row = byPlace[s.Place]
		}
		switch {
		case len(t.faults) > 1 || row == nil:
		case len(t.found) > 0:
			row.marks[s.Fault] = 'X'
		case row.marks[s.Fault] == 0:
			row.marks[s.Fault] = '.'
		}
	}
	kept := rows[:0]
	for _, row := range rows {
		if len(row.marks) > 0 {
			kept = append(kept, row)
		}
	}
	return kept
}

// table writes the result of each command under each fault.
func (r *rehearsal) table(w *writer) {
	rows := r.rows()
	var faults []inject.Fault
	for _, f := range inject.All() {
		for _, row := range rows {
			if row.marks[f] != 0 {
				faults = append(faults, f)
				break
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	width, names := 0, make([]string, len(rows))
	for i, row := range rows {
		names[i] = strings.TrimPrefix(row.place, r.job.Shown+":") + " " + row.shown
		width = max(width, len([]rune(names[i])))
	}
	w.printf("%-*s", width, "")
	for _, f := range faults {
		w.printf(" %5s", string(f))
	}
	w.printf("\n")
	for i, row := range rows {
		w.printf("%-*s", width, names[i])
		for _, f := range faults {
			mark := row.marks[f]
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
