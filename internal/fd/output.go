package fd

import (
	"os"
	"sync"
)

// An output is the common part of Capture and Sink. Until a process needs a descriptor, output of
// builtins is delivered in this process. From then on there is a pipe for all output, and a
// goroutine delivers its content.
type output struct {
	ForWriting
	references

	mu    sync.Mutex // guards piped, and delivering without the pipe
	piped bool       // the pipe exists: the fields below do not change any more

	w       raw           // write end
	r       *os.File      // read end
	drained chan struct{} // closed when the pipe is at its end
}

// release drops a reference; the last one closes the write end.
func (o *output) release() {
	if o.drop() && o.hasPipe() {
		o.w.close()
	}
}

func (o *output) hasPipe() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.piped
}

// Kind is KindMemory, or KindPipe once a process has needed a descriptor.
func (o *output) Kind() Kind {
	if o.hasPipe() {
		return KindPipe
	}
	return KindMemory
}

// fd returns the write end; made: the pipe is new, and the caller has to start delivering. The lock
// is held, so that no write is under way past the pipe.
func (o *output) fd() (n int, made bool, err error) {
	if o.piped {
		return o.w.number(), false, nil
	}
	r, w, err := polledPipe()
	if err != nil {
		return -1, false, err
	}
	o.w.set(w, KindPipe)
	o.r = r
	o.drained = make(chan struct{})
	o.piped = true
	return w, true, nil
}
