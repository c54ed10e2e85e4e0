package builtin

import (
	"fmt"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/vars"
)

// shoptHost is the part of the shell used by shopt.
type shoptHost interface {
	optionsHost
	Variables
}

// A shoptCall is one call of shopt.
type shoptCall struct {
	set, unset bool
	quiet      bool
	commands   bool // print commands, to be read again
	ofSet      bool // the options are those of set -o
}

// shopt is bash's `shopt [-pqsu] [-o] [name…]`.
func shopt(h shoptHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	var call shoptCall
	for c := o.next("opqsu"); c != 0; c = o.next("opqsu") {
		switch c {
		case 'o':
			call.ofSet = true
		case 'p':
			call.commands = true
		case 'q':
			call.quiet = true
		case 's':
			call.set = true
		case 'u':
			call.unset = true
		default:
			return misuse()
		}
	}
	names := o.rest()
	switch {
	case call.set && call.unset:
		h.Errorf("-s and -u exclude each other")
		return flow.Status(1)
	case len(names) == 0:
		return call.list(h)
	case call.set || call.unset:
		return call.change(h, names)
	}
	return call.query(h, names)
}

// change turns the options on, or off. A wrong name does not stop it.
func (call *shoptCall) change(h shoptHost, names []string) flow.Outcome {
	status := 0
	for _, name := range names {
		if call.ofSet && !setBashNamed(h, name, call.set) || !call.ofSet && !setShopt(h, name, call.set) {
			status = 1
		}
	}
	return flow.Status(status)
}

// setBashNamed turns an option of set -o on or off.
func setBashNamed(h shoptHost, name string, on bool) bool {
	o, inverted, ok := option.BashByName(name)
	if !ok {
		h.Errorf("%s: no option of set -o has this name", name)
		return false
	}
	return change(h, o, on != inverted, "-o "+name)
}

// setShopt turns an option of shopt on or off. An option without effect can only be set to what
// the shell does: a script never goes on with another meaning in silence.
func setShopt(h shoptHost, name string, on bool) bool {
	o, ok := option.ShoptByName(name)
	if !ok {
		h.Errorf("%s: no option of shopt has this name", name)
		return false
	}
	if err := o.Refusal(on, h.Interactive()); err != nil {
		h.Errorf("%s: %v", name, err)
		return false
	}
	h.SetShopts(h.Shopts().Put(o, on))
	switch o {
	case option.HostComplete:
		breakAtHosts(h.Vars(), on)
	case option.ExtDebug: // as in bash, with set -E and set -T
		return change(h, option.ErrTrace, on, "-E") && change(h, option.FuncTrace, on, "-T")
	}
	return true
}

// breakAtHosts lets @ divide words of a completion, or not: it comes before the name of a host.
func breakAtHosts(v *vars.Store, on bool) {
	ref := v.Names().Ref("COMP_WORDBREAKS")
	breaks, set := v.Get(ref)
	switch {
	case !set:
	case on && !strings.Contains(breaks, "@"):
		_ = v.Set(ref, "@"+breaks)
	case !on:
		_ = v.Set(ref, strings.ReplaceAll(breaks, "@", ""))
	}
}

// query prints the options called names. The status is 1 if one of them is off.
func (call *shoptCall) query(h shoptHost, names []string) flow.Outcome {
	text, status := "", 0
	for _, name := range names {
		on, ok := call.value(h, name)
		if !on {
			status = 1
		}
		if !ok {
			h.Errorf("%s: no option %s has this name", name, call.family())
			continue
		}
		text += call.line(name, on)
	}
	if out := call.print(h, text); out.Status != 0 || out.Divert != flow.None {
		return out
	}
	return flow.Status(status)
}

func (call *shoptCall) family() string {
	if call.ofSet {
		return "of set -o"
	}
	return "of shopt"
}

// value reports whether the option called name is on, and whether there is one.
func (call *shoptCall) value(h shoptHost, name string) (on, ok bool) {
	if call.ofSet {
		o, inverted, ok := option.BashByName(name)
		return ok && h.Options().Has(o) != inverted, ok
	}
	o, ok := option.ShoptByName(name)
	return ok && h.Shopts().Has(o), ok
}

// list prints all options; with -s those that are on, with -u those that are off.
func (call *shoptCall) list(h shoptHost) flow.Outcome {
	text := ""
	add := func(name string, on bool) {
		if call.set && !on || call.unset && on {
			return
		}
		text += call.line(name, on)
	}
	if call.ofSet {
		for _, name := range option.BashSettable() {
			on, _ := call.value(h, name)
			add(name, on)
		}
	} else {
		for _, o := range option.AllShopts() {
			add(o.String(), h.Shopts().Has(o))
		}
	}
	return call.print(h, text)
}

// line returns the line of one option.
func (call *shoptCall) line(name string, on bool) string {
	switch {
	case !call.commands && on:
		return fmt.Sprintf("%-15s\ton\n", name)
	case !call.commands:
		return fmt.Sprintf("%-15s\toff\n", name)
	case call.ofSet && on:
		return "set -o " + name + "\n"
	case call.ofSet:
		return "set +o " + name + "\n"
	case on:
		return "shopt -s " + name + "\n"
	}
	return "shopt -u " + name + "\n"
}

func (call *shoptCall) print(h shoptHost, text string) flow.Outcome {
	if call.quiet || text == "" {
		return flow.Outcome{}
	}
	return printed(h, text)
}
