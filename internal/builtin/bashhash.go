package builtin

import (
	"fmt"
	"strings"
	"syscall"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/quote"
)

// bashHashHost is the part of the shell used by bashHash.
type bashHashHost interface {
	hashHost
	Directory
	Options
}

// bashHash is bash's `hash [-lr] [-p path] [-dt] [name…]`: it remembers the paths of programs. -p
// gives a path, -d forgets programs and -r all, -t prints their paths, -l as commands.
func bashHash(h bashHashHost, args []string) flow.Outcome {
	if !h.Options().Has(option.HashAll) {
		h.Errorf("the option hashall is off")
		return flow.Status(1)
	}
	o := options{h: h, args: args}
	var forget, drop, show, commands, given bool
	path := ""
	for c := o.next("dlp:rt"); c != 0; c = o.next("dlp:rt") {
		switch c {
		case 'd':
			drop = true
		case 'l':
			commands = true
		case 'p':
			path, given = o.value, true
		case 'r':
			forget = true
		case 't':
			show = true
		default:
			return misuse()
		}
	}
	names := o.rest()
	if len(names) == 0 && (drop || show) {
		h.Errorf("-d and -t need a name")
		return flow.Status(1)
	}
	if forget {
		h.Rehash()
	}
	switch {
	case len(names) == 0 && !forget:
		return listHashed(h, commands)
	case show:
		return showHashed(h, names, commands)
	case given:
		return giveHashed(h, names, path)
	case drop:
		return dropHashed(h, names)
	}
	return forgetAndRemember(h, names)
}

// forgetAndRemember remembers programs anew, with no hits.
func forgetAndRemember(h bashHashHost, names []string) flow.Outcome {
	for _, name := range names {
		h.Remember(name, "")
	}
	return wrong(remember(h, names))
}

func listHashed(h bashHashHost, commands bool) flow.Outcome {
	all := h.Hashed()
	var b strings.Builder
	for i, r := range all {
		if commands {
			b.WriteString(hashCommand(r))
			continue
		}
		if i == 0 {
			b.WriteString("hits\tcommand\n")
		}
		fmt.Fprintf(&b, "%4d\t%s\n", r.Hits, r.Path)
	}
	if len(all) == 0 && !commands {
		b.WriteString(emptyHash)
	}
	return printed(h, b.String())
}

const emptyHash = "hash: hash table empty\n"

// hashCommand returns the command to remember a program again.
func hashCommand(r Remembered) string {
	return "builtin hash -p " + quote.Value(r.Path) + " " + quote.Value(r.Name) + "\n"
}

func findHashed(h Search, name string) (Remembered, bool) {
	for _, r := range h.Hashed() {
		if r.Name == name {
			return r, true
		}
	}
	return Remembered{}, false
}

// showHashed is hash -t.
func showHashed(h bashHashHost, names []string, commands bool) flow.Outcome {
	var b strings.Builder
	status := 0
	for _, name := range names {
		r, ok := findHashed(h, name)
		switch {
		case !ok:
			h.Errorf("%s: not found", name)
			status = 1
		case commands:
			b.WriteString(hashCommand(r))
		case len(names) > 1:
			b.WriteString(name + "\t" + r.Path + "\n")
		default:
			b.WriteString(r.Path + "\n")
		}
	}
	if out := printed(h, b.String()); !out.OK() {
		return out
	}
	return flow.Status(status)
}

// giveHashed is hash -p.
func giveHashed(h bashHashHost, names []string, path string) flow.Outcome {
	if isDirectory(h, path) {
		h.Errorf("%s: %v", path, syscall.EISDIR)
		return flow.Status(1)
	}
	for _, name := range names {
		if !strings.Contains(name, "/") {
			h.Remember(name, path)
		}
	}
	return flow.Outcome{}
}

// dropHashed is hash -d.
func dropHashed(h bashHashHost, names []string) flow.Outcome {
	status := 0
	for _, name := range names {
		if _, ok := findHashed(h, name); !ok {
			h.Errorf("%s: not found", name)
			status = 1
			continue
		}
		h.Remember(name, "")
	}
	return flow.Status(status)
}
