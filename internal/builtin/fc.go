package builtin

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/history"
	"ftsh/internal/quote"
)

// History is the commands of an interactive shell, or in the dialect of bash of a script, too.
type History interface {
	// History is the list; nil: the shell has no prompt, and keeps none.
	History() *history.List
	// HistoryExpander expands references to the commands of a list, by the options of the dialect.
	HistoryExpander(*history.List) *history.Expander
	// Reenter runs text as if it had been typed: each of its commands is written to standard error
	// and entered in the history.
	Reenter(text string) flow.Outcome
}

// fcHost is the part of the shell used by fc.
type fcHost interface {
	Streams
	Variables
	Runner
	History
}

// fcCall holds the options of fc.
type fcCall struct {
	list, silent, reverse, again bool
	editor                       string
}

// defaultEditor is the editor of fc without -e and FCEDIT.
const defaultEditor = "ed"

// listed is how many commands fc -l lists by default.
const listed = 16

// fc is `fc [-r] [-e editor] [first [last]]`, `fc -l [-nr] [first [last]]` and
// `fc -s [old=new] [first]`. `-e -` is -s, as in dash, bash and ksh.
func fc(h fcHost, args []string) flow.Outcome {
	call, rest, ok := fcOptions(h, args)
	if !ok {
		return misuse()
	}
	l := h.History()
	if l == nil {
		h.Errorf("there is no history without a prompt")
		return flow.Status(1)
	}
	first, commands := l.Commands()
	p := past{first, commands}
	if !call.list {
		// Discarded even on failure: run again, the line would run itself again.
		l.Discard()
	}
	var out flow.Outcome
	var err error
	replacement, rest := call.replacement(rest)
	switch {
	case call.again && len(rest) > 1:
		h.Errorf("expected old=new and at most one command")
		return misuse()
	case len(rest) > 2:
		h.Errorf("expected at most two commands")
		return misuse()
	case call.again:
		out, err = fcAgain(h, p, replacement, strings.Join(rest, ""))
	case call.list:
		out, err = fcList(h, p, call, rest)
	default:
		out, err = fcEdit(h, p, call, rest)
	}
	if err != nil {
		h.Errorf("%v", err)
		return flow.Status(1)
	}
	return out
}

func fcOptions(h fcHost, args []string) (call fcCall, rest []string, ok bool) {
	o := options{h: h, args: args, i: 1}
	// -4 is an operand.
	for o.pos != 0 || o.i < len(args) && !isNumber(args[o.i]) {
		c := o.next("e:lnrs")
		if c == 0 {
			break
		}
		switch c {
		case wrongOption:
			return call, nil, false
		case 'e':
			call.editor = o.value
			call.again = call.again || o.value == "-"
		case 'l':
			call.list = true
		case 'n':
			call.silent = true
		case 'r':
			call.reverse = true
		case 's':
			call.again = true
		}
	}
	return call, o.rest(), true
}

// replacement takes old=new of fc -s off the operands.
func (call fcCall) replacement(rest []string) (string, []string) {
	if call.again && len(rest) > 0 && strings.Contains(rest[0], "=") {
		return rest[0], rest[1:]
	}
	return "", rest
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// past is the part of the history for operands to select from.
type past struct {
	first    int // the number of commands[0]
	commands []string
}

var errNoHistory = errors.New("the history is empty")

// find returns the index of the command selected by an operand; a number may lead outside the list.
func (p past) find(operand string) (int, error) {
	if n, err := strconv.Atoi(operand); err == nil {
		if strings.HasPrefix(operand, "-") {
			return len(p.commands) + n, nil
		}
		return n - p.first, nil
	}
	for i := len(p.commands) - 1; i >= 0; i-- {
		if strings.HasPrefix(p.commands[i], operand) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no command in the history begins with %q", operand)
}

// single returns the one command selected by an operand, the previous one for "".
func (p past) single(operand string) (int, error) {
	if len(p.commands) == 0 {
		return 0, errNoHistory
	}
	if operand == "" {
		operand = "-1"
	}
	i, err := p.find(operand)
	if err == nil && (i < 0 || i >= len(p.commands)) {
		err = fmt.Errorf("%s is not in the history", operand)
	}
	return i, err
}

// between returns the indexes of the commands between two operands, in the order given by them and
// -r: a number outside the list means its oldest or newest.
func (p past) between(first, last string, reverse bool) ([]int, error) {
	if len(p.commands) == 0 {
		return nil, nil
	}
	from, err := p.find(first)
	if err != nil {
		return nil, err
	}
	to, err := p.find(last)
	if err != nil {
		return nil, err
	}
	newest := len(p.commands) - 1
	from, to = min(max(from, 0), newest), min(max(to, 0), newest)
	return order(from, to, reverse), nil
}

// fcList is fc -l.
func fcList(h fcHost, p past, call fcCall, rest []string) (flow.Outcome, error) {
	first, last := strconv.Itoa(-listed), "-1"
	if len(rest) > 0 {
		first = rest[0]
	}
	if len(rest) > 1 {
		last = rest[1]
	}
	all, err := p.between(first, last, call.reverse)
	if err != nil {
		return flow.Outcome{}, err
	}
	var b strings.Builder
	for _, i := range all {
		if !call.silent {
			b.WriteString(strconv.Itoa(p.first + i))
		}
		b.WriteString("\t" + strings.ReplaceAll(p.commands[i], "\n", "\n\t") + "\n")
	}
	return printed(h, b.String()), nil
}

// fcAgain is fc -s.
func fcAgain(h fcHost, p past, replacement, operand string) (flow.Outcome, error) {
	i, err := p.single(operand)
	if err != nil {
		return flow.Outcome{}, err
	}
	before, after, _ := strings.Cut(replacement, "=")
	return h.Reenter(strings.Replace(p.commands[i], before, after, 1)), nil
}

// fcEdit opens an editor with commands, and runs the result.
func fcEdit(h fcHost, p past, call fcCall, rest []string) (flow.Outcome, error) {
	var all []int
	var err error
	switch len(rest) {
	case 2:
		if len(p.commands) == 0 {
			return flow.Outcome{}, errNoHistory
		}
		all, err = p.between(rest[0], rest[1], call.reverse)
	default:
		var i int
		i, err = p.single(strings.Join(rest, ""))
		all = []int{i}
	}
	if err != nil {
		return flow.Outcome{}, err
	}
	var text strings.Builder
	for _, i := range all {
		text.WriteString(p.commands[i] + "\n")
	}
	return editAndRun(h, cmp.Or(call.editor, h.Vars().Value("FCEDIT"), defaultEditor),
		text.String())
}

// visualEditor is the editor of EditCommand if no variable names one (XCU sh, v).
const visualEditor = "vi"

// EditCommand opens an editor, VISUAL or EDITOR or vi, with commands, and runs the result. A text
// without a newline at its end gets one. number 0 means the text, any other the history's command
// of this number.
func EditCommand(h Host, text string, number int) flow.Outcome {
	var err error
	if number > 0 {
		first, commands := h.History().Commands()
		if i := number - first; i >= 0 && i < len(commands) {
			text = commands[i]
		} else {
			err = fmt.Errorf("%d is not in the history", number)
		}
	}
	var out flow.Outcome
	if err == nil {
		out, err = editAndRun(h, cmp.Or(h.Vars().Value("VISUAL"), h.Vars().Value("EDITOR"),
			visualEditor),
			strings.TrimSuffix(text, "\n")+"\n")
	}
	if err != nil {
		h.Errorf("%v", err)
		return flow.Status(1)
	}
	return out
}

// editAndRun opens an editor, a command line, with commands, and runs the result if the editor ends
// with 0.
func editAndRun(h fcHost, editor, commands string) (flow.Outcome, error) {
	file, err := fcFile(h, commands)
	if err != nil {
		return flow.Outcome{}, err
	}
	defer os.Remove(file)
	if out := h.Eval(editor + " " + quote.Word(file)); !out.OK() {
		return out, nil
	}
	edited, err := os.ReadFile(file)
	if err != nil {
		return flow.Outcome{}, err
	}
	return h.Reenter(string(edited)), nil
}

// fcFile writes a text to a new file, and returns its path.
func fcFile(h fcHost, text string) (path string, err error) {
	dir := h.Vars().Value("TMPDIR")
	if !strings.HasPrefix(dir, "/") {
		dir = "/tmp"
	}
	f, err := os.CreateTemp(dir, "ftsh-fc-")
	if err != nil {
		return "", err
	}
	_, err = io.WriteString(f, text)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
	}
	return f.Name(), err
}
