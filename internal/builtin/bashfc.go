package builtin

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"ftsh/internal/flow"
)

// bashFc is fc in the dialect of bash: `fc [-e editor] [-lnr] [first] [last]`, and `fc -s
// [old=new …] [command]`. 0 is the newest command, -0 with -l this fc itself.
func bashFc(h bashFcHost, args []string) flow.Outcome {
	call, rest, ok := fcOptions(h, args)
	if !ok {
		return misuse()
	}
	l := h.History()
	if l == nil {
		h.Errorf("the history belongs to the prompt")
		return flow.Status(1)
	}
	running := l.Running()
	first, commands := l.Commands()
	p := bashPast{past{first, commands}, running}
	var out flow.Outcome
	var err error
	switch {
	case call.again:
		out, err = p.again(h, rest)
	case call.list:
		out, err = p.list(h, call, rest)
	default:
		out, err = p.edit(h, call, rest)
	}
	if err != nil {
		h.Errorf("%v", err)
		return flow.Status(1)
	}
	return out
}

// bashFcHost is the part of the shell used by bashFc.
type bashFcHost = fcHost

// A bashPast is a past with the running command after it.
type bashPast struct {
	past
	running string
}

var (
	errNotFound   = errors.New("no command found")
	errOutOfRange = errors.New("history specification out of range")
)

// place returns the index of the command that an operand selects; outside is the index of a number
// above the list, and -0 is one after its end.
func (p bashPast) place(operand string, outside int) (int, error) {
	n, err := strconv.Atoi(operand)
	if err != nil {
		i, err := p.find(operand)
		if err != nil {
			return 0, errNotFound
		}
		return i, nil
	}
	end := len(p.commands)
	switch {
	case strings.HasPrefix(operand, "-"):
		return max(end+n, 0), nil
	case n == 0:
		return end - 1, nil
	case n < p.first || n >= p.first+end:
		return outside, nil
	}
	return n - p.first, nil
}

// list is fc -l.
func (p bashPast) list(h bashFcHost, call fcCall, rest []string) (flow.Outcome, error) {
	newest := len(p.commands) - 1
	from, to := max(newest-listed+1, 0), newest
	var err error
	if len(rest) > 0 {
		if from, err = p.place(rest[0], 0); err != nil {
			return flow.Outcome{}, err
		}
		if from > newest {
			to = from
		}
	}
	if len(rest) > 1 {
		if to, err = p.place(rest[1], newest); err != nil {
			return flow.Outcome{}, err
		}
	}
	all := p.commands
	if p.running != "" {
		all = append(all, p.running)
	}
	from, to = min(from, len(all)-1), min(to, len(all)-1)
	if from < 0 || to < 0 {
		return flow.Outcome{}, nil
	}
	var b strings.Builder
	for _, i := range order(from, to, call.reverse) {
		if !call.silent {
			b.WriteString(strconv.Itoa(p.first + i))
		}
		b.WriteString("\t " + all[i] + "\n")
	}
	return printed(h, b.String()), nil
}

// order returns the indexes from one to another, downwards if the second is lower; reverse turns
// that round.
func order(from, to int, reverse bool) []int {
	if reverse {
		from, to = to, from
	}
	all := []int{from}
	for from != to {
		if from < to {
			from++
		} else {
			from--
		}
		all = append(all, from)
	}
	return all
}

// again is fc -s. Each old=new is replaced everywhere.
func (p bashPast) again(h bashFcHost, rest []string) (flow.Outcome, error) {
	var replace []string
	for len(rest) > 0 && strings.Contains(rest[0], "=") {
		before, after, _ := strings.Cut(rest[0], "=")
		replace = append(replace, before, after)
		rest = rest[1:]
	}
	i := len(p.commands) - 1
	if len(rest) > 0 {
		var err error
		if i, err = p.place(rest[0], -1); err != nil {
			return flow.Outcome{}, err
		}
	}
	if i < 0 || i >= len(p.commands) {
		return flow.Outcome{}, errNotFound
	}
	text := p.commands[i]
	for ; len(replace) > 0; replace = replace[2:] {
		if replace[0] != "" {
			text = strings.ReplaceAll(text, replace[0], replace[1])
		}
	}
	h.History().Discard()
	return h.Reenter(text), nil
}

// edit opens an editor with commands, and runs the result.
func (p bashPast) edit(h bashFcHost, call fcCall, rest []string) (flow.Outcome, error) {
	from := len(p.commands) - 1
	var err error
	if len(rest) > 0 {
		if from, err = p.place(rest[0], -1); err != nil {
			return flow.Outcome{}, err
		}
	}
	to := from
	if len(rest) > 1 {
		if to, err = p.place(rest[1], -1); err != nil {
			return flow.Outcome{}, err
		}
	}
	if from < 0 || to < 0 || max(from, to) >= len(p.commands) {
		return flow.Outcome{}, errOutOfRange
	}
	var text strings.Builder
	for _, i := range order(from, to, call.reverse) {
		text.WriteString(p.commands[i] + "\n")
	}
	h.History().Discard()
	return editAndRun(h, cmp.Or(call.editor, h.Vars().Value("FCEDIT"), h.Vars().Value("EDITOR"),
		visualEditor), text.String())
}
