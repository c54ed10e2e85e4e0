package syntax

// A state is a place to return to, with the parser's knowledge there.
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
	return state{p.win, p.st, p.depth, p.list, append([]hereDoc(nil), p.pending...), p.calls,
		p.trying, p.inBlock, p.loops, len(p.remarks)}
}

func (p *Parser) restore(s state) {
	p.st, p.depth, p.list, p.calls = s.st, s.depth, s.list, s.calls
	p.trying, p.inBlock, p.loops = s.trying, s.inBlock, s.loops
	p.pending = append(p.pending[:0:0], s.pending...)
	p.remarks = p.remarks[:s.remarks]
	p.goBack(s.win)
}

// goBack returns to the place of a kept window.
func (p *Parser) goBack(win window) {
	p.win = win
	if p.win.segs == nil && !p.win.closed { // lines read meanwhile stay
		p.win.src, p.win.fed = p.in.str, len(p.in.str)
	}
}

// attempt runs parse and returns its error. The effects of parse remain. attempt passes on an error
// of depth: no other rule would fare better.
func (p *Parser) attempt(parse func()) *refusal {
	err := catch(parse)
	if err != nil && err.tooDeep {
		panic(bail{err}) // only now: a panic out of a deferred call keeps the stack
	}
	return err
}

// catch runs parse and returns the error of its bail.
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

// calls is a set of utilities called outside functions and subshells, of the kinds able to change
// how the following text reads.
type calls uint8

const (
	callsAlias calls = 1 << iota // alias, unalias
	callsText                    // . and eval, which may call alias
	callsSet                     // set and shopt, which may change the dialect
)
