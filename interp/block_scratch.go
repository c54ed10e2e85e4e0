package interp

import (
	"errors"
	"fmt"
	"syscall"

	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/internal/scratch"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// scratchWord is the scratch clause.
type scratchWord struct {
	name *expand.Word
	file bool
}

func (c *compiler) scratch(n *ast.Scratch) *scratchWord {
	if n == nil {
		return nil
	}
	return &scratchWord{c.words.Word(n.Name), n.File}
}

// scratches are the targets of a block's attempts, by the word of the attempt; a try has the word
// "".
type scratches map[string]*scratch.Target

// once evaluates the clause of a try.
func (o *scratchWord) once(fr *frame) (scratches, error) {
	if o == nil {
		return nil, nil
	}
	t, err := o.target(fr, scratches{})
	if f := fr.regs.subst.failed; err == nil && f.Status != 0 {
		err = &divertError{f}
	}
	return scratches{"": t}, err
}

// each evaluates the clause for each word that the variable r will have, before anything runs.
func (o *scratchWord) each(fr *frame, words []string, r vars.Ref) (scratches, error) {
	if o == nil {
		return nil, nil
	}
	all, named := scratches{}, scratches{}
	return all, withEach(fr, words, r, func(word string) (err error) {
		all[word], err = o.target(fr, named)
		return err
	})
}

// target expands the name once. named has the targets found so far, by their names.
func (o *scratchWord) target(fr *frame, named scratches) (*scratch.Target, error) {
	name, err := o.name.Text((*expander)(fr))
	if err != nil {
		return nil, err
	}
	if f := fr.regs.subst.failed; f.Status != 0 {
		return nil, &divertError{f}
	}
	if named[name] == nil {
		if named[name], err = scratch.Aim(fr.env.pwd, name, o.file); err != nil {
			return nil, fmt.Errorf("scratch: %w", err)
		}
	}
	return named[name], nil
}

// distinct reports an error if two words have the same target.
func (s scratches) distinct(words []string) error {
	if s == nil {
		return nil
	}
	first := map[string]string{}
	for _, w := range words {
		path := s[w].Path()
		if other, ok := first[path]; ok {
			return fmt.Errorf("scratch: expected a name for each branch, found %s for %q and for %q",
				s[w], other, w)
		}
		first[path] = w
	}
	return nil
}

// withScratch makes the place for the result of an attempt, and returns the list to run: body, or
// one that reports why there is no such place.
func (at *attemptEnv) withScratch(b *block, word string, body op) op {
	t := b.clauses.scratches[word]
	if t == nil {
		return body
	}
	s, err := t.Make(at.fr.env.attrs.ChildMask())
	if err != nil {
		return &noScratchOp{b.pos, t, err}
	}
	at.scratch = s
	at.set(at.fr.sh.blocks.refs.scratch, s.Path)
	return body
}

// noScratchOp is the list of an attempt that has no place for its result.
type noScratchOp struct {
	pos    ast.Pos
	target *scratch.Target
	err    error
}

func (o *noScratchOp) exec(fr *frame) flow.Outcome {
	fr.regs.pos = o.pos
	return fr.notBegun(1, "scratch %s: cannot make a directory next to it: %s", o.target,
		why(fr, o.err))
}

// endScratch gives the result of a successful attempt its name, and removes that of any other. An
// attempt whose result cannot get its name has failed.
func (at *attemptEnv) endScratch(b *block, a *attempt) {
	s := at.scratch
	if s == nil {
		return
	}
	fr := at.fr
	at.scratch = nil
	at.unset(fr.sh.blocks.refs.scratch)
	if a.verdict == retry.Succeeded || a.verdict == retry.Diverted && a.out.Status == 0 {
		if err := s.Publish(b.durable != nil); err != nil {
			a.unnamed(fr, b.pos, s, err)
		} else if s.Contains(fr.env.pwd) {
			a.lost = fr.env.returnTo(b.start)
		}
	}
	if err := s.Remove(); err != nil && a.verdict != retry.Cancelled {
		fr.regs.pos = b.pos
		fr.say("scratch %s: cannot remove what is left of an attempt: %s", s, err)
	}
}

// execsInScratch fails exec in an attempt. Another attempt would not help, as with a command that is
// not found.
func (fr *frame) execsInScratch(s *scratch.Scratch) flow.Outcome {
	out := fr.notBegun(flow.StatusUsage, "scratch %s: no command after exec could give the result its "+
		"name: run the command without exec", s)
	if f := fr.regs.failure; f != nil {
		f.unfound = true
	}
	return out
}

// unnamed fails an attempt whose result could not get its name.
func (a *attempt) unnamed(fr *frame, pos ast.Pos, s *scratch.Scratch, err error) {
	message := errorText(err)
	if errno := syscall.Errno(0); errors.As(err, &errno) {
		message = "the result cannot get its name: " + message
	}
	message = fmt.Sprintf("scratch %s: %s", s, message)
	a.verdict, a.out = retry.FailedOnce, flow.Status(1)
	fr.regs.pos = pos
	fr.say("%s", message)
	failedIn(fr, pos, message, 1)
	if f := fr.regs.failure; f != nil && scratch.Final(err) {
		f.unfound = true // a mistake, as a command that is not found
		a.verdict = retry.Mistaken
	}
}
