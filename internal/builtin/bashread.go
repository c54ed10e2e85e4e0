package builtin

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ftsh/internal/array"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/vars"
)

// A bashReading is one run of bash's read.
type bashReading struct {
	h      readHost
	file   fd.File
	raw    bool
	silent bool
	delim  byte
	array  string
	prompt string
	chars  int  // read at most so many characters; -1: a line
	exact  bool // -N: delimiters are characters like others, and nothing is split
	wait   time.Duration
	timed  bool
}

// statusTimeout is the status of a read that took too long: as if by SIGALRM.
const statusTimeout = flow.StatusSignalled + int(sig.SIGALRM)

// bashRead is bash's `read [-ers] [-a array] [-d delimiter] [-i text] [-n count] [-N count]
// [-p prompt] [-t seconds] [-u descriptor] [name…]`. Without a name the line is in REPLY, as it is.
// -e and -i have no effect.
func bashRead(h readHost, args []string) flow.Outcome {
	r := bashReading{h: h, delim: '\n', chars: -1}
	names, out, ok := r.options(args)
	if !ok {
		return out
	}
	for i, name := range names {
		if !vars.IsTarget(name) {
			h.Errorf("%q is not a variable name", name)
			return flow.Status(1)
		}
		if at := h.Target(name); at != name {
			names = slices.Clone(names) // the arguments are not this builtin's
			names[i] = at
		}
	}
	if r.timed && r.wait == 0 {
		return flow.Status(btoi(!fd.Ready(r.file)))
	}
	if fd.IsTerminal(r.file) {
		if r.prompt != "" {
			h.Warn(r.prompt)
		}
		defer r.keys()()
	}
	timer := h.Context()
	if r.timed {
		var cancel context.CancelFunc
		timer, cancel = context.WithTimeout(timer, r.wait)
		defer cancel()
	}
	patient := &patientHost{readHost: h}
	r.h = patient
	line, escaped, err := r.read(timer)
	r.h = h
	if patient.out.Divert != flow.None {
		return patient.out
	}
	late := err != nil && errors.Is(timer.Err(), context.DeadlineExceeded)
	if err != nil && err != io.EOF && !late {
		return wrongOperand(readFailed(h, err, false), []string{"read"}, "")
	}
	if !r.assign(names, line, escaped) || err == io.EOF {
		return flow.Status(1)
	}
	if late {
		return flow.Status(statusTimeout)
	}
	return flow.Outcome{}
}

// A patientHost goes on with a read after the action of a trapped signal, unless the action leaves:
// out is its outcome then.
type patientHost struct {
	readHost
	out flow.Outcome
}

// ReadLine is the host's, with what was read before the signals.
func (p *patientHost) ReadLine(ctx context.Context, f fd.File, delim byte, limit int) ([]byte, error) {
	var line []byte
	for {
		signalled, stop := p.Interruptible()
		now, cancel := context.WithCancel(ctx)
		unbind := context.AfterFunc(signalled, cancel)
		part, err := p.readHost.ReadLine(now, f, delim, limit-len(line))
		line = append(line, part...)
		halted := err != nil && signalled.Err() != nil && ctx.Err() == nil
		unbind()
		cancel()
		stop()
		if !halted {
			return line, err
		}
		if p.out = p.RunTraps(); p.out.Divert != flow.None {
			return line, err
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// options reads the options, and returns the names.
func (r *bashReading) options(args []string) (names []string, out flow.Outcome, ok bool) {
	o := options{h: r.h, args: args}
	const known = "ersa:d:i:n:N:p:t:u:"
	input := 0
	if text, set := r.h.Vars().Lookup("TMOUT"); set {
		if d, ok := seconds(text); ok && d > 0 {
			r.wait, r.timed = d, true
		}
	}
	for c := o.next(known); c != 0; c = o.next(known) {
		good := true
		switch c {
		case wrongOption:
			return nil, misuse(), false
		case 'r':
			r.raw = true
		case 's':
			r.silent = true
		case 'a':
			r.array = o.value
			good = vars.IsName(o.value)
		case 'd':
			r.delim = 0
			if o.value != "" {
				r.delim = o.value[0]
			}
		case 'n', 'N':
			r.chars, good = number(o.value)
			r.exact = c == 'N'
		case 'p':
			r.prompt = o.value
		case 't':
			r.wait, good = seconds(o.value)
			r.timed = true
		case 'u':
			input, good = number(o.value)
		}
		if !good {
			r.h.Errorf("-%c: %q is not right", c, o.value)
			return nil, flow.Status(1), false
		}
	}
	if r.file = r.h.File(input); r.file == nil {
		r.h.Errorf("descriptor %d is closed", input)
		return nil, flow.Status(1), false
	}
	return o.rest(), out, true
}

// seconds reads a timeout, which may have a fraction.
func seconds(text string) (time.Duration, bool) {
	if strings.Trim(text, "0123456789.") != "" || text == "" {
		return 0, false
	}
	f, err := strconv.ParseFloat("0"+text, 64)
	if err != nil {
		return 0, false
	}
	return time.Duration(min(f*float64(time.Second), math.MaxInt64/2)), true
}

// keys sets the terminal's mode: without an echo for -s, and key by key for -n and -N. It returns
// what undoes that.
func (r *bashReading) keys() func() {
	n, err := r.file.Fd()
	if err != nil || !r.silent && r.chars < 0 {
		return func() {}
	}
	return proc.ReadMode(n, r.silent, r.chars >= 0)
}

// read reads a line, or the characters of -n and -N.
func (r *bashReading) read(ctx context.Context) (line string, escaped []bool, err error) {
	if r.chars < 0 {
		return readContinued(ctx, r.h, r.file, r.raw, r.delim, true)
	}
	var out []byte
	protected := false
	for n := 0; n < r.chars; {
		c, err := r.character(ctx)
		if err == nil && len(out)%1024 == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return text(out), escaped, err
		}
		switch {
		case protected && c[0] == '\n':
			protected = false // the line goes on
			continue
		case protected:
		case c[0] == '\\' && !r.raw:
			protected = true
			continue
		case c[0] == r.delim && !r.exact:
			return text(out), escaped, nil
		}
		n++
		if c[0] == 0 {
			continue
		}
		out = append(out, c...)
		for range c {
			escaped = append(escaped, protected)
		}
		protected = false
	}
	return text(out), escaped, nil
}

// character reads one character of UTF-8, or of a byte.
func (r *bashReading) character(ctx context.Context) ([]byte, error) {
	c, err := r.h.ReadLine(ctx, r.file, '\n', 1)
	if len(c) == 0 {
		return nil, err
	}
	for !r.h.Vars().Bytes() && len(c) < utf8.UTFMax && c[0] >= utf8.RuneSelf && !utf8.FullRune(c) {
		next, err := r.h.ReadLine(ctx, r.file, '\n', 1)
		if err != nil || len(next) == 0 {
			break
		}
		c = append(c, next...)
	}
	return c, nil
}

// assign splits the line and assigns it.
func (r *bashReading) assign(names []string, line string, escaped []bool) bool {
	v := r.h.Vars()
	var err error
	switch {
	case r.array != "":
		fields := splitAll(v, line, escaped)
		err = v.ChangeIndexed(v.Names().Ref(r.array), func(a *array.Indexed) { a.Replace(fields) })
	case len(names) == 0:
		err = v.Assign("REPLY", line)
	case r.exact:
		err = v.AssignNamed(names[0], line)
		for _, name := range names[1:] {
			if err == nil {
				err = v.AssignNamed(name, "")
			}
		}
	default:
		return assignFields(r.h, names, line, escaped)
	}
	if err != nil {
		r.h.Errorf("%v", err)
	}
	return err == nil
}

// splitAll returns all fields of a line.
func splitAll(v *vars.Store, line string, escaped []bool) (fields []string) {
	ifs, ok := v.Lookup("IFS")
	if !ok {
		ifs = defaultIFS
	}
	var p splitter
	p.init(line, escaped, ifs, v.Bytes())
	for p.spaces(); p.pos < len(p.s); {
		fields = append(fields, strings.Clone(p.field()))
	}
	return fields
}
