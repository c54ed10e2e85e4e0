package interp

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"

	"ftsh/internal/fd"
)

// guest is the state of a shell that does not own its process but is a guest in its host's.
type guest struct {
	inputs []*os.File     // pipes from the host's input
	sinks  []*fd.Sink     // output to the host's writers
	lists  sync.WaitGroup // asynchronous lists running in this process
}

// guestFiles makes descriptors 0 to 2 from the host's streams.
func (sh *Shell) guestFiles() (*fd.Table, error) {
	t := fd.NewTable()
	in, err := sh.guestInput(sh.opts.Stdin)
	if err != nil {
		return nil, err
	}
	t.Set(0, in, fd.Inherited)
	t.Set(1, sh.guestOutput(sh.opts.Stdout), fd.Inherited)
	if sh.opts.Stderr != nil && sh.opts.Stderr == sh.opts.Stdout {
		t.Set(2, t.Get(1).Retain(), fd.Inherited)
	} else {
		t.Set(2, sh.guestOutput(sh.opts.Stderr), fd.Inherited)
	}
	return t, nil
}

func (sh *Shell) guestInput(r io.Reader) (fd.File, error) {
	switch r := r.(type) {
	case nil:
		return fd.FromBytes(""), nil
	case *os.File:
		return fd.Wrap(int(r.Fd()), false), nil
	case *strings.Reader, *bytes.Reader, *bytes.Buffer:
		data, err := io.ReadAll(r)
		return fd.FromBytes(string(data)), err
	}
	in, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	go func() {
		_, _ = io.Copy(w, r)
		w.Close()
	}()
	sh.guest.inputs = append(sh.guest.inputs, in)
	return fd.Wrap(int(in.Fd()), false), nil
}

func (sh *Shell) guestOutput(w io.Writer) fd.File {
	if f, ok := w.(*os.File); ok {
		return fd.Wrap(int(f.Fd()), false)
	}
	if w == nil {
		w = io.Discard
	}
	sink := fd.NewSink(w)
	sh.guest.sinks = append(sh.guest.sinks, sink)
	return sink.Retain()
}

// flush waits until the commands' output has reached the host's writers.
func (sh *Shell) flush() {
	sh.hooks.syncFiles()
	for _, s := range sh.guest.sinks {
		s.Flush()
	}
}

// closeGuest closes the pipes and sinks between commands and the host.
func (sh *Shell) closeGuest() {
	for _, s := range sh.guest.sinks {
		s.Close()
	}
	for _, f := range sh.guest.inputs {
		f.Close()
	}
	sh.guest.sinks, sh.guest.inputs = nil, nil
}
