package builtin

import (
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/quote"
)

// LookupBash returns the builtin called name in the dialect of bash, if it differs from the one
// returned by Lookup, or nil. No builtin is special there: functions come first, assignments before
// it end with it, and its errors do not end the shell.
func LookupBash(name string) *Entry {
	for i := range bashTable {
		if bashTable[i].Name == name {
			return &bashTable[i]
		}
	}
	return nil
}

// bashTable has the builtins of the dialect of bash. Nothing writes to it.
var bashTable = [...]Entry{
	{Name: "echo", Run: func(h Host, args []string) flow.Outcome { return bashEcho(h, args) }},
	{Name: "[", Run: func(h Host, args []string) flow.Outcome { return bashBracket(h, args) },
		Borrows: true},
	{Name: "test", Run: func(h Host, args []string) flow.Outcome { return bashTest(h, args) },
		Borrows: true},
	{Name: "builtin", Run: func(h Host, args []string) flow.Outcome { return runBuiltin(h, args) }},
	{Name: "command", Run: func(h Host, args []string) flow.Outcome { return bashCommand(h, args) }},
	{Name: "jobs", Run: func(h Host, args []string) flow.Outcome { return bashJobs(h, args) }},
	{Name: "help", Run: func(h Host, args []string) flow.Outcome { return bashHelp(h, args) }},
	{Name: "suspend", Run: func(h Host, args []string) flow.Outcome { return suspend(h, args) }},
	{Name: "logout", Run: func(h Host, args []string) flow.Outcome { return logout(h, args) }},
	{Name: "history", Run: func(h Host, args []string) flow.Outcome { return bashHistory(h, args) }},
	{Name: "fc", Run: func(h Host, args []string) flow.Outcome { return bashFc(h, args) }},
	{Name: "bind", Run: func(h Host, args []string) flow.Outcome { return bind(h, args) }},
	{Name: "enable", Run: func(h Host, args []string) flow.Outcome { return enable(h, args) }},
	{Name: "getopts", Run: func(h Host, args []string) flow.Outcome {
		return bashGetopts(h, args)
	}},
	{Name: "hash", Run: func(h Host, args []string) flow.Outcome { return bashHash(h, args) }},
	{Name: "pushd", Run: func(h Host, args []string) flow.Outcome { return pushd(h, args) }},
	{Name: "popd", Run: func(h Host, args []string) flow.Outcome { return popd(h, args) }},
	{Name: "dirs", Run: func(h Host, args []string) flow.Outcome { return dirs(h, args) }},
	{Name: "caller", Run: func(h Host, args []string) flow.Outcome { return caller(h, args) }},
	{Name: "compgen", Run: func(h Host, args []string) flow.Outcome { return compgen(h, args) }},
	{Name: "complete", Run: func(h Host, args []string) flow.Outcome { return complete(h, args) }},
	{Name: "compopt", Run: func(h Host, args []string) flow.Outcome { return compopt(h, args) }},
	{Name: "let", Run: func(h Host, args []string) flow.Outcome { return let(h, args) }},
	{Name: "alias", Run: func(h Host, args []string) flow.Outcome {
		return bashAlias(h, args)
	}},
	{Name: "cd", Run: func(h Host, args []string) flow.Outcome {
		return cdVariable(h, args)
	}},
	{Name: "umask", Run: func(h Host, args []string) flow.Outcome { return bashUmask(h, args) }},
	{Name: "ulimit", Run: func(h Host, args []string) flow.Outcome { return bashUlimit(h, args) }},
	{Name: "kill", Run: func(h Host, args []string) flow.Outcome { return bashKill(h, args) }},
	{Name: "type", Run: func(h Host, args []string) flow.Outcome { return bashType(h, args) }},
	{Name: "mapfile", Run: func(h Host, args []string) flow.Outcome { return mapfile(h, args) }},
	{Name: "readarray", Run: func(h Host, args []string) flow.Outcome { return mapfile(h, args) }},
	{Name: "read", Run: func(h Host, args []string) flow.Outcome { return bashRead(h, args) }},
	{Name: "printf", Run: func(h Host, args []string) flow.Outcome { return bashPrintf(h, args) }},
	{Name: "local", Run: func(h Host, args []string) flow.Outcome { return bashLocal(h, args) },
		Assigns: true},
	{Name: "declare", Run: func(h Host, args []string) flow.Outcome { return declare(h, args) },
		Assigns: true},
	{Name: "typeset", Run: func(h Host, args []string) flow.Outcome { return declare(h, args) },
		Assigns: true},
	{Name: "source", Run: func(h Host, args []string) flow.Outcome {
		return harmless(source(h, args))
	}},
	{Name: ".", Run: func(h Host, args []string) flow.Outcome { return harmless(source(h, args)) }},
	{Name: ":", Run: colon},
	{Name: "break", Run: func(h Host, args []string) flow.Outcome {
		return bashLeaveLoops(h, args, breakLoop)
	}},
	{Name: "continue", Run: func(h Host, args []string) flow.Outcome {
		return bashLeaveLoops(h, args, continueLoop)
	}},
	{Name: "eval", Run: func(h Host, args []string) flow.Outcome { return harmless(eval(h, args)) }},
	{Name: "exec", Run: func(h Host, args []string) flow.Outcome { return bashExec(h, args) }},
	{Name: "exit", Run: func(h Host, args []string) flow.Outcome { return bashExit(h, args) }},
	{Name: "export", Run: func(h Host, args []string) flow.Outcome { return bashExport(h, args) },
		Assigns: true},
	{Name: "readonly", Run: func(h Host, args []string) flow.Outcome { return bashReadonly(h, args) },
		Assigns: true},
	{Name: "return", Run: func(h Host, args []string) flow.Outcome {
		return bashReturn(h, args)
	}},
	{Name: "set", Run: func(h Host, args []string) flow.Outcome {
		if len(args) == 1 {
			return (&declaration{h: h}).list()
		}
		return bashSet(h, args)
	}},
	{Name: "shift", Run: func(h Host, args []string) flow.Outcome { return bashShift(h, args) }},
	{Name: "shopt", Run: func(h Host, args []string) flow.Outcome { return shopt(h, args) }},
	{Name: "times", Run: func(h Host, args []string) flow.Outcome { return bashTimes(h, args) }},
	{Name: "trap", Run: func(h Host, args []string) flow.Outcome {
		return bashTrap(h, args)
	}},
	{Name: "wait", Run: func(h Host, args []string) flow.Outcome { return bashWait(h, args) }},
	{Name: "disown", Run: func(h Host, args []string) flow.Outcome { return disown(h, args) }},
	{Name: "unset", Run: func(h Host, args []string) flow.Outcome { return bashUnset(h, args) }},
}

// IsSpecial reports whether the builtin called name is special in bash's POSIX mode.
func IsSpecial(name string) bool {
	e := Lookup(name)
	return e != nil && e.Special || name == "source"
}

// Strict returns the builtin called by name as a special one of bash's POSIX mode, where an error of
// syntax in eval, or a file that is not there, ends the shell.
func Strict(e *Entry) *Entry {
	switch e.Name {
	case "eval":
		return &strictTable[0]
	case ".", "source":
		return &strictTable[1]
	}
	return e
}

var strictTable = [...]Entry{
	{Name: "eval", Run: func(h Host, args []string) flow.Outcome { return eval(h, args) }},
	{Name: "source", Run: func(h Host, args []string) flow.Outcome { return source(h, args) }},
}

// harmless makes an error of a builtin its status.
func harmless(out flow.Outcome) flow.Outcome {
	if out.Divert == flow.Fatal {
		out.Divert = flow.None
	}
	return out
}

// bashAliasLine is an alias in a listing of bash, a command.
func bashAliasLine(name, value string) string {
	return "alias " + name + "=" + quote.Single(value) + "\n"
}

// wrongOperand gives an error bash's status for one in an operand, 1, if the options are among these.
func wrongOperand(out flow.Outcome, args []string, options string) flow.Outcome {
	if out != misuse() {
		return out
	}
	for _, a := range args[1:] {
		if len(a) < 2 || a[0] != '-' || a == "--" {
			break
		}
		if strings.Trim(a[1:], options) != "" {
			return out
		}
	}
	return flow.Status(1)
}

// wrong is harmless for a builtin whose errors are mostly in an operand: bash's status for them is 1.
func wrong(out flow.Outcome) flow.Outcome {
	if out.Divert == flow.Fatal {
		return flow.Status(1)
	}
	return out
}

// bashShiftHost is the part of the shell used by bashShift.
type bashShiftHost interface {
	shiftHost
	Options
}

// bashShift is `shift [n]`. A number beyond $# is reported only with the option shift_verbose.
func bashShift(h bashShiftHost, args []string) flow.Outcome {
	if tooMany(h, args) {
		return abandoned()
	}
	n, ok := 1, len(args) <= 2
	if len(args) == 2 {
		n, ok = number(args[1])
	}
	if ok && n > len(h.Params()) && !h.Shopts().Has(option.ShiftVerbose) {
		return flow.Status(1)
	}
	return wrong(shift(h, args))
}

// bashEcho is bash's `echo [-neE] [string…]`: escape sequences are interpreted with -e, and with the
// option xpg_echo without -E.
func bashEcho(h optionsHost, args []string) flow.Outcome {
	rest := args[1:]
	newline, escapes := true, h.Shopts().Has(option.XpgEcho)
	for ; len(rest) > 0 && isEchoFlags(rest[0]); rest = rest[1:] {
		for _, c := range rest[0][1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			default:
				escapes = false
			}
		}
	}
	text := strings.Join(rest, " ")
	if escapes && strings.IndexByte(text, '\\') >= 0 {
		var b strings.Builder
		newline = !bashEscapes(&b, text, false) && newline
		text = b.String()
	}
	switch {
	case newline:
		text += "\n"
	case text == "":
		return flow.Outcome{}
	}
	return printed(h, text)
}

// isEchoFlags reports whether a word is options of echo: only such letters.
func isEchoFlags(s string) bool {
	return len(s) > 1 && s[0] == '-' && strings.Trim(s[1:], "neE") == ""
}

// bashEscapes writes s with the escape sequences of echo -e replaced, or those of %b of printf. It
// reports whether it met \c.
func bashEscapes(b *strings.Builder, s string, printf bool) (stop bool) {
	for {
		before, rest, found := strings.Cut(s, `\`)
		b.WriteString(before)
		if !found || rest == "" {
			if found {
				b.WriteByte('\\')
			}
			return false
		}
		n := 1
		switch c := rest[0]; {
		case c == 'c':
			return true
		case c == 'E':
			b.WriteByte(0x1b)
		case c == '0':
			v, digits := octal(rest[1:])
			b.WriteByte(v)
			n += digits
		case c == 'x' || c == 'u' || c == 'U':
			n += hexadecimal(b, rest)
		case printf && c >= '1' && c <= '7':
			v, digits := octal(rest)
			b.WriteByte(v)
			n = digits
		case c >= '1' && c <= '9':
			b.WriteString(`\` + rest[:1])
		default:
			if v, ok := escape(rest); ok == 1 {
				b.WriteByte(v)
			} else {
				b.WriteString(`\` + rest[:1])
			}
		}
		s = rest[n:]
	}
}

// hexadecimal writes the character of x, u or U and the digits after it, and returns their number.
// Without digits it writes the sequence as it is.
func hexadecimal(b *strings.Builder, s string) (digits int) {
	most := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	v, digits := quote.HexDigits(s[1:], most)
	switch {
	case digits == 0:
		b.WriteString(`\` + s[:1])
	case s[0] == 'x':
		b.WriteByte(byte(v))
	default:
		b.Write(quote.AppendCharacter(nil, v))
	}
	return digits
}
