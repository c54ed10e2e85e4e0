package interp

import (
	"ftsh/internal/expand"
	"ftsh/internal/known"
	"ftsh/internal/pattern"
	"ftsh/internal/printer"
	"ftsh/internal/retry"
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

func (o *knownWords) value(fr *frame) (*retry.Knowledge, error) {
	if o == nil {
		return nil, nil
	}
	k := &retry.Knowledge{Table: o.table}
	var err error
	if k.Permanent, err = patternsOf(fr, o.permanent); err != nil {
		return nil, err
	}
	k.Transient, err = patternsOf(fr, o.transient)
	return k, err
}

func patternsOf(fr *frame, words []patternWord) ([]retry.Pattern, error) {
	all := make([]retry.Pattern, len(words))
	for i, w := range words {
		text, err := w.word.Text((*expander)(fr))
		if err != nil {
			return nil, err
		}
		all[i] = retry.Pattern{Pattern: pattern.Compile(text), Text: w.text}
	}
	return all, nil
}

// reasonFor returns the reason of a block that an attempt has ended for good.
func reasonFor(a *attempt) string {
	if a.found.Verdict == known.Permanent {
		return a.found.String()
	}
	return reasonPermanent
}

// recognize judges the failure of an attempt by the block's knowledge. A delay that the attempt
// itself asked for (failure --after) stays.
func (b *block) recognize(fr *frame, a *attempt) {
	f := a.failure
	if b.repeats.Knows == nil || a.verdict != retry.FailedOnce || f == nil ||
		f.Status != int(a.out.Status) {
		return
	}
	a.found = knownOf(fr, b.repeats.Knows, f)
	if a.found.Verdict == known.Unknown {
		return
	}
	g := *f
	g.Known = a.found.String()
	a.failure, fr.regs.failure = &g, &g
	if !a.after.Asked {
		a.after = a.found.After
	}
}

// knownOf returns the finding on a failure, or on the failures of all alternatives of a forany.
func knownOf(fr *frame, k *retry.Knowledge, f *failure) retry.Finding {
	if len(f.alternatives) < 2 {
		return look(fr, k, f)
	}
	all := make([]retry.Finding, len(f.alternatives))
	for i, one := range f.alternatives {
		all[i] = look(fr, k, one)
	}
	return retry.Combine(all)
}

// look judges the failure of one command: by the script's own patterns, and then by the table.
func look(fr *frame, k *retry.Knowledge, f *failure) retry.Finding {
	said := f.text
	if said == "" {
		said = f.Said
	}
	text := known.NewText(said)
	found := k.Find(text)
	if found.Verdict == known.Unknown && k.Table && !f.unfound {
		return fromTable(fr, f, text)
	}
	return found
}

// fromTable looks a failure up in the table of its program. A mistake in the user's file is reported
// once.
func fromTable(fr *frame, f *failure, text *known.Text) retry.Finding {
	program := known.ProgramOf(f.Args)
	table, err := fr.sh.blocks.known.Table(program, known.Dir(fr.env.vars.Value, fr.env.pwd))
	if err != nil {
		fr.say("known: %s", err)
	}
	if table == nil {
		return retry.Finding{}
	}
	found, ok := table.Look(f.Status, text, fr.sh.clock.Wall())
	if !ok {
		return retry.Finding{}
	}
	return retry.FromTable(found)
}
