package syntax

// A state is a place to come back to, with all that the parser knew there.
type state struct {
	win     window
	st      stacks
	depth   int
	list    listContext
	pending []hereDoc
	calls   calls
	trying  int
	inBlock int
	loops   int
	remarks int
}

func (p *Parser) save() state {
	return state{p.win, p.st, p.depth, p.list, append([]hereDoc(nil), p.pending...), p.calls, p.trying, p.inBlock, p.loops, len(p.remarks)}
}

func (p *Parser) restore(s state) {
	p.st, p.depth, p.list, p.calls = s.st, s.depth, s.list, s.calls
	p.trying, p.inBlock, p.loops = s.trying, s.inBlock, s.loops
	p.pending = append(p.pending[:0:0], s.pending...)
	p.remarks = p.remarks[:s.remarks]
	p.goBack(s.win)
}

// goBack returns to the place that a kept window was at.
func (p *Parser) goBack(win window) {
	p.win = win
	if p.win.segs == nil && !p.win.closed { // lines read meanwhile stay
		p.win.src, p.win.fed = p.in.str, len(p.in.str)
	}
}

// attempt runs parse and returns the error that it met. What it did stays done.
// An error of depth it passes on: no other rule would fare better.
func (p *Parser) attempt(parse func()) *refusal {
	err := catch(parse)
	if err != nil && err.tooDeep {
		panic(bail{err}) // only now: a panic out of a deferred call keeps the stack
	}
	return err
}

// catch runs parse and returns the error that it bailed out with.
func catch(parse func()) (err *refusal) {
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(bail)
			if !ok {
				panic(r)
			}
			err = b.err
		}
	}()
	parse()
	return nil
}

// calls says which utilities that may change how the text behind them reads
// were called outside functions and subshells.
type calls uint8

const (
	callsAlias calls = 1 << iota // alias, unalias
	callsText                    // . and eval, which may do so
)
