package syntax

import (
	"errors"
	"io"
	"sync/atomic"
)

// A Pool keeps parsers of short texts for reuse, since a new one costs more than reading such a
// text. The zero value is empty. It is safe for concurrent use.
type Pool struct{ free [4]atomic.Pointer[Parser] }

// maxPooled is the maximum length of a text whose parser is kept.
const maxPooled = 8 << 10

// New is like the function New. Give the parser back with Release.
func (pl *Pool) New(src string, opts Options) *Parser {
	for i := range pl.free {
		if pl.free[i].Load() == nil {
			continue
		}
		if p := pl.free[i].Swap(nil); p != nil {
			p.begin(opts)
			p.whole(src)
			return p
		}
	}
	return New(src, opts)
}

// Release takes a parser made by New back. It must not be used any more. Its trees stay valid: the
// next tree gets nodes of its own, from the same blocks of memory.
func (pl *Pool) Release(p *Parser) {
	if p.ended.err != nil && !errors.Is(p.ended.err, io.EOF) || len(p.in.str) > maxPooled {
		return
	}
	p.reading = reading{}
	for i := range pl.free {
		if pl.free[i].CompareAndSwap(nil, p) {
			return
		}
	}
}
