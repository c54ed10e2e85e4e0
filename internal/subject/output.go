package subject

import (
	"bytes"
	"strings"
	"sync"
)

// Output collects what a program writes, and may be read meanwhile. The zero value is empty.
type Output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *Output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(b)
}

func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// Has reports whether part is in the output.
func (o *Output) Has(part string) bool { return strings.Contains(o.String(), part) }
