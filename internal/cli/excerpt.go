package cli

import (
	"sync"
	"unicode/utf8"
)

// An excerpt keeps the beginning and the end of what is written to it, each of a limited number of
// bytes. It is safe for concurrent use. The zero value keeps nothing.
type excerpt struct {
	limit int

	mu    sync.Mutex
	total int64
	head  []byte
	tail  []byte // what follows head, at least its last limit bytes
}

// Write keeps as much of p as it can, and never fails.
func (x *excerpt) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.total += int64(len(p))
	n := min(len(p), x.limit-len(x.head))
	x.head = append(x.head, p[:n]...)
	rest := p[n:]
	if len(rest) >= x.limit {
		x.tail = append(x.tail[:0], rest[len(rest)-x.limit:]...)
		return len(p), nil
	}
	if x.tail = append(x.tail, rest...); len(x.tail) > 2*x.limit {
		x.tail = x.tail[:copy(x.tail, x.tail[len(x.tail)-x.limit:])]
	}
	return len(p), nil
}

// reset forgets everything.
func (x *excerpt) reset() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.total, x.head, x.tail = 0, x.head[:0], x.tail[:0]
}

// stream returns the kept text.
func (x *excerpt) stream() stream {
	x.mu.Lock()
	defer x.mu.Unlock()
	head, tail := string(x.head), string(x.tail[max(len(x.tail)-x.limit, 0):])
	s := stream{Bytes: x.total, Omitted: x.total - int64(len(head)+len(tail))}
	// A character that a cut divides goes to the tail as a whole, or is left out.
	half := unfinished(head)
	if s.Omitted == 0 {
		s.Head, s.Tail = head[:len(head)-half], head[len(head)-half:]+tail
		return s
	}
	from := 0
	for from < min(len(tail), utf8.UTFMax-1) && !utf8.RuneStart(tail[from]) {
		from++
	}
	s.Head, s.Tail = head[:len(head)-half], tail[from:]
	s.Omitted += int64(half + from)
	return s
}

// unfinished returns how many bytes at the end of text are the beginning of a character.
func unfinished(text string) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRuneInString(last) {
				return 0
			}
			return n
		}
	}
	return 0
}
