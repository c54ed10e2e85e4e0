package builtin

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/history"
)

// historyHost is the part of the shell used by bashHistory.
type historyHost interface {
	Streams
	Variables
	Directory
	History
}

// historyCall holds the options of history.
type historyCall struct {
	clear, store, expand bool
	remove               string // -d
	removes              bool
	file                 byte // one of a, n, r and w; 0: none
}

// bashHistory is bash's history: `history [n]`, -c, -d offset[-end], -anrw [file], -p and -s.
func bashHistory(h historyHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	var call historyCall
	for c := o.next("acd:nprsw"); c != 0; c = o.next("acd:nprsw") {
		switch c {
		case wrongOption:
			return misuse()
		case 'c':
			call.clear = true
		case 's':
			call.store = true
		case 'p':
			call.expand = true
		case 'd':
			call.remove, call.removes = o.value, true
		default:
			if call.file != 0 && call.file != c {
				h.Errorf("only one of -a, -n, -r and -w is possible")
				return flow.Status(1)
			}
			call.file = c
		}
	}
	l := h.History()
	if l == nil {
		h.Errorf("the history belongs to the prompt")
		return flow.Status(1)
	}
	rest := o.rest()
	if call.clear {
		l.Clear()
	}
	switch {
	case call.expand:
		return historyExpand(h, l, rest)
	case call.store:
		if len(rest) > 0 {
			l.Discard()
			l.Enter(strings.Join(rest, " "))
		}
	case call.removes:
		return historyDelete(h, l, call.remove)
	case call.file != 0:
		return historyFile(h, l, call.file, rest)
	case !call.clear:
		return historyList(h, l, rest)
	}
	return flow.Outcome{}
}

// historyList is `history [n]`.
func historyList(h historyHost, l *history.List, rest []string) flow.Outcome {
	first, all := l.All()
	if len(rest) > 0 {
		n, err := strconv.Atoi(rest[0])
		if err != nil {
			h.Errorf("%q is not a number", rest[0])
			return flow.Status(1)
		}
		if len(rest) > 1 {
			h.Errorf("too many arguments")
			return abandoned()
		}
		if n = max(n, -n); n < len(all) {
			first += len(all) - n
			all = all[len(all)-n:]
		}
	}
	format, _ := h.Vars().Lookup("HISTTIMEFORMAT")
	var b strings.Builder
	for i, c := range all {
		at := ""
		switch {
		case format != "" && c.Time != 0:
			at = FormatTime(h.Vars(), format, time.Unix(c.Time, 0))
		case format != "":
			at = "??"
		}
		fmt.Fprintf(&b, "%5d  %s%s\n", first+i, at, c.Text)
	}
	return printed(h, b.String())
}

// historyExpand is `history -p`. The command itself does not stay in the history.
func historyExpand(h historyHost, l *history.List, rest []string) flow.Outcome {
	l.Discard()
	e := h.HistoryExpander(l)
	var b strings.Builder
	out := flow.Outcome{}
	for _, arg := range rest {
		text, err := e.Expand(arg, 0)
		if err != nil {
			h.Errorf("%v", err)
			out = flow.Status(1)
			continue
		}
		b.WriteString(text.Text + "\n")
	}
	if written := printed(h, b.String()); !written.OK() {
		return written
	}
	return out
}

// historyDelete is `history -d`: a number, one from the end, or two of these with a - between.
func historyDelete(h historyHost, l *history.List, operand string) flow.Outcome {
	first, all := l.All()
	from, to := operand, operand
	if i := strings.IndexByte(operand[min(1, len(operand)):], '-'); i >= 0 {
		from, to = operand[:i+1], operand[i+2:]
	}
	place := func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		if strings.HasPrefix(text, "-") {
			n += first + len(all)
		}
		return n, err == nil && n >= first && n < first+len(all)
	}
	a, ok := place(from)
	wrong := from
	var b int
	if ok {
		b, ok = place(to)
		wrong = to
	}
	if !ok || a > b {
		h.Errorf("%s is not in the history", wrong)
		return flow.Status(1)
	}
	l.Delete(a, b)
	return flow.Outcome{}
}

// historyFile is `history -a`, -n, -r and -w.
func historyFile(h historyHost, l *history.List, what byte, rest []string) flow.Outcome {
	path := cmp.Or(l.File(), h.Vars().Value("HISTFILE"))
	if len(rest) > 0 {
		path = rest[0]
	}
	if path == "" {
		h.Errorf("no file is named, and HISTFILE is not set")
		return flow.Status(1)
	}
	name := path
	if !filepath.IsAbs(path) {
		path = filepath.Join(h.Getwd(), path)
	}
	var err error
	_, times := h.Vars().Lookup("HISTTIMEFORMAT")
	switch what {
	case 'a':
		err = l.WriteNew(path, times)
	case 'n':
		err = l.ReadNew(path)
	case 'r':
		err = l.Read(path)
	case 'w':
		err = l.Write(path, times)
	}
	if err != nil {
		h.Errorf("%s: %s", name, fileError(err))
		return flow.Status(1)
	}
	return flow.Outcome{}
}

// fileError is an error of a file without its path.
func fileError(err error) string {
	var at *os.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	if no := syscall.Errno(0); errors.As(err, &no) {
		return no.Error()
	}
	return err.Error()
}
