package interp

import (
	"ftsh/internal/expand"
	"ftsh/internal/known"
	"ftsh/internal/pattern"
	"ftsh/internal/printer"
	"ftsh/parser/ast"
)

// knownWords are the clauses of a try that judge a failure by the standard error of the command
// that failed: known, permanent and transient.
type knownWords struct {
	table     bool // known
	permanent []patternWord
	transient []patternWord
}

// A patternWord is a pattern in a header.
type patternWord struct {
	word *expand.Word
	text string // as written
}

func (c *compiler) known(n *ast.Try) *knownWords {
	if !n.Known && n.Permanent == nil && n.Transient == nil {
		return nil
	}
	return &knownWords{table: n.Known, permanent: c.patterns(n.Permanent),
		transient: c.patterns(n.Transient)}
}

func (c *compiler) patterns(words []*ast.Word) []patternWord {
	all := make([]patternWord, len(words))
	for i, w := range words {
		all[i] = patternWord{c.words.Word(w), printer.Line(w, maxShown)}
	}
	return all
}

// knowledge is the value of knownWords. A nil knowledge knows nothing.
type knowledge struct {
	table     bool
	permanent []namedPattern
	transient []namedPattern
}

// A namedPattern is a pattern with its text in the script.
type namedPattern struct {
	*pattern.Pattern
	text string
}

func (o *knownWords) value(fr *frame) (*knowledge, error) {
	if o == nil {
		return nil, nil
	}
	k := &knowledge{table: o.table}
	var err error
	if k.permanent, err = patternsOf(fr, o.permanent); err != nil {
		return nil, err
	}
	k.transient, err = patternsOf(fr, o.transient)
	return k, err
}

func patternsOf(fr *frame, words []patternWord) ([]namedPattern, error) {
	all := make([]namedPattern, len(words))
	for i, w := range words {
		text, err := w.word.Text((*expander)(fr))
		if err != nil {
			return nil, err
		}
		all[i] = namedPattern{pattern.Compile(text), w.text}
	}
	return all, nil
}

// A finding is what is known of a failure. The zero value says: nothing.
type finding struct {
	verdict known.Verdict
	which   string     // the pattern or the entry
	after   retryAfter // the delay before the next attempt, if the failure asks for one
	own     bool       // by the script's own patterns
}

// String is the finding as FTSH_REASON and the log report it.
func (f *finding) String() string {
	switch f.verdict {
	case known.Permanent:
		return reasonPermanent + ": " + f.which
	case known.Transient:
		return "transient: " + f.which
	}
	return ""
}

// reason returns the reason of a block that a permanent failure ends.
func (f *finding) reason() string {
	if f.verdict == known.Permanent {
		return f.String()
	}
	return reasonPermanent
}

// recognize judges the failure of an attempt by the block's knowledge. A delay that the attempt
// itself asked for (failure --after) stays.
func (b *block) recognize(fr *frame, a *attempt) {
	f := a.failure
	if b.repeats.knows == nil || a.verdict != failedOnce || f == nil ||
		f.Status != int(a.out.Status) {
		return
	}
	a.found = b.repeats.knows.of(fr, f)
	if a.found.verdict == known.Unknown {
		return
	}
	g := *f
	g.Known = a.found.String()
	a.failure, fr.regs.failure = &g, &g
	if !a.after.asked {
		a.after = a.found.after
	}
}

// of returns the finding on a failure. A forany tries each of its words: it fails for good only if
// all of them do, and waits no longer than the first one of them wants.
func (k *knowledge) of(fr *frame, f *failure) finding {
	if len(f.alternatives) < 2 {
		return k.look(fr, f)
	}
	var last finding
	for i, one := range f.alternatives {
		found := k.look(fr, one)
		switch {
		case i == 0 || last.verdict == known.Permanent:
			last = found
		case found.verdict == known.Permanent:
		case found.verdict == known.Unknown || last.verdict == known.Unknown:
			last = finding{}
		case !found.after.asked || last.after.asked && found.after.delay < last.after.delay:
			last = found
		}
	}
	return last
}

// look judges the failure of one command: by the script's own patterns, and then by the table.
func (k *knowledge) look(fr *frame, f *failure) finding {
	said := f.text
	if said == "" {
		said = f.Said
	}
	text := known.NewText(said)
	for _, p := range k.permanent {
		if text.Matches(p.Pattern) {
			return finding{verdict: known.Permanent, which: p.text, own: true}
		}
	}
	for _, p := range k.transient {
		if text.Matches(p.Pattern) {
			return finding{verdict: known.Transient, which: p.text, own: true}
		}
	}
	if k.table && !f.unfound {
		return fromTable(fr, f, text)
	}
	return finding{}
}

// fromTable looks a failure up in the table of its program. A mistake in the user's file is reported
// once.
func fromTable(fr *frame, f *failure, text *known.Text) finding {
	program := known.ProgramOf(f.Args)
	table, err := fr.sh.blocks.known.Table(program, known.Dir(fr.env.vars.Value, fr.env.pwd))
	if err != nil {
		fr.say("known: %s", err)
	}
	if table == nil {
		return finding{}
	}
	found, ok := table.Look(f.Status, text, fr.sh.clock.Wall())
	if !ok {
		return finding{}
	}
	return finding{verdict: found.Verdict, which: program + ": " + found.Meaning,
		after: retryAfter{found.After, found.Asked}}
}
