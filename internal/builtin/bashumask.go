package builtin

import (
	"fmt"
	"strings"

	"ftsh/internal/flow"
)

// bashUmask is bash's `umask [-p] [-S] [mask]`. -p prints the mask as a command. A mask with
// letters has clauses of one operator, whose rights are r, w and x; with -S it is printed once set.
func bashUmask(h processHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	command, symbolic := false, false
	for c := o.next("pS"); c != 0; c = o.next("pS") {
		switch c {
		case wrongOption:
			return misuse()
		case 'p':
			command = true
		default:
			symbolic = true
		}
	}
	rest := o.rest()
	if len(rest) > 0 {
		mask, ok := octalMask(rest[0])
		if !ok {
			mask, ok = bashMode(rest[0], h.Umask())
		}
		if !ok {
			h.Errorf("%q is not a mode", rest[0])
			return flow.Status(1)
		}
		h.SetUmask(mask)
		if !symbolic {
			return flow.Outcome{}
		}
		command = false
	}
	text, option := fmt.Sprintf("%04o", h.Umask()), ""
	if symbolic {
		text, option = symbolicMask(h.Umask()), " -S"
	}
	if command {
		text = "umask" + option + " " + text
	}
	return printed(h, text+"\n")
}

// bashMode applies a symbolic mode, clauses of the form [ugoa]…(+|-|=)[rwx]…, to the permissions
// left by mask, and returns the new mask.
func bashMode(s string, mask int) (int, bool) {
	for _, clause := range strings.Split(s, ",") {
		i := strings.IndexAny(clause, "+-=")
		if i < 0 || strings.Trim(clause[i+1:], "rwx") != "" {
			return 0, false
		}
		perm, ok := modeClause(clause, ^mask&0o777)
		if !ok {
			return 0, false
		}
		mask = ^perm & 0o777
	}
	return mask, true
}
