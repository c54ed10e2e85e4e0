package builtin

import (
	"fmt"
	"strings"

	"ftsh/internal/flow"
)

// umask is `umask [-S] [mask]`.
func umask(h processHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	symbolic := false
	for c := o.next("S"); c != 0; c = o.next("S") { // a mask such as -w follows --
		if c == wrongOption {
			return misuse()
		}
		symbolic = true
	}
	rest := o.rest()
	if len(rest) == 0 {
		if symbolic {
			return printed(h, symbolicMask(h.Umask())+"\n")
		}
		return printed(h, fmt.Sprintf("%04o\n", h.Umask()))
	}
	if mask, ok := octalMask(rest[0]); ok {
		h.SetUmask(mask)
		return flow.Outcome{}
	}
	mask, ok := parseMode(rest[0], h.Umask())
	if !ok {
		h.Errorf("%q is not a mode", rest[0])
		return misuse()
	}
	h.SetUmask(mask)
	return flow.Outcome{}
}

// bashUmask is bash's `umask [-p] [-S] [mask]`: -p writes a command that sets the mask again, and -S
// writes the mask that was set.
func bashUmask(h processHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	symbolic, command := false, ""
	for c := o.next("Sp"); c != 0; c = o.next("Sp") {
		switch c {
		case wrongOption:
			return misuse()
		case 'S':
			symbolic = true
		case 'p':
			command = "umask "
		}
	}
	rest := o.rest()
	if len(rest) > 0 {
		out := umask(h, []string{args[0], "--", rest[0]})
		if !symbolic || out != (flow.Outcome{}) {
			return wrongOperand(out, []string{args[0]}, "")
		}
		command = ""
	}
	if !symbolic {
		return printed(h, command+fmt.Sprintf("%04o\n", h.Umask()))
	}
	if command != "" {
		command += "-S "
	}
	return printed(h, command+symbolicMask(h.Umask())+"\n")
}

func octalMask(s string) (int, bool) {
	if s == "" || len(s) > 5 {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '7' {
			return 0, false
		}
		n = n*8 + int(s[i]-'0')
	}
	return n & 0o777, n <= 0o7777
}

// symbolicMask prints the permissions left by the mask.
func symbolicMask(mask int) string {
	var b strings.Builder
	for i, who := range "ugo" {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteRune(who)
		b.WriteByte('=')
		for j, right := range "rwx" {
			if mask&(0o400>>(3*i+j)) == 0 {
				b.WriteRune(right)
			}
		}
	}
	return b.String()
}

// parseMode reads a symbolic mode (XCU chmod), applies it to the permissions left by mask, and
// returns the new mask.
func parseMode(s string, mask int) (int, bool) {
	perm := ^mask & 0o777
	for _, clause := range strings.Split(s, ",") {
		var ok bool
		if perm, ok = modeClause(clause, perm); !ok {
			return 0, false
		}
	}
	return ^perm & 0o777, true
}

// modeClause applies [ugoa]…([+-=](perms|u|g|o))… .
func modeClause(s string, perm int) (int, bool) {
	who := 0
	for ; s != ""; s = s[1:] {
		i := strings.IndexByte("ugoa", s[0])
		if i < 0 {
			break
		}
		who |= [...]int{0o700, 0o070, 0o007, 0o777}[i]
	}
	if who == 0 {
		who = 0o777
	}
	if s == "" {
		return 0, false
	}
	for s != "" {
		op := s[0]
		if op != '+' && op != '-' && op != '=' {
			return 0, false
		}
		var bits int
		bits, s = modeRights(s[1:], perm)
		switch bits &= who; op {
		case '+':
			perm |= bits
		case '-':
			perm &^= bits
		case '=':
			perm = perm&^who | bits
		}
	}
	return perm, true
}

// modeRights reads rwxXst, or one of u, g and o, for all three classes.
func modeRights(s string, perm int) (bits int, rest string) {
	if s != "" {
		if i := strings.IndexByte("ugo", s[0]); i >= 0 {
			return perm >> (6 - 3*i) & 7 * 0o111, s[1:]
		}
	}
	for ; s != ""; s = s[1:] {
		switch s[0] {
		case 'r':
			bits |= 0o444
		case 'w':
			bits |= 0o222
		case 'x':
			bits |= 0o111
		case 'X':
			if perm&0o111 != 0 {
				bits |= 0o111
			}
		case 's', 't':
		default:
			return bits, s
		}
	}
	return bits, s
}
